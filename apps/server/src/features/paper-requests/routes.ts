import * as contract from '@portal/contract/paper-requests';
import type { Mount } from '../../http/mount.ts';
import { askForPaper, type PaperRequestDependencies, withdrawRequest } from './service.ts';

export function mountPaperRequests(mount: Mount, dependencies: PaperRequestDependencies): void {
  mount(contract.requestPaper, ({ currentUser, params, body }) =>
    askForPaper(dependencies, currentUser, params.id, body),
  );
  mount(contract.withdrawPaperRequest, async ({ currentUser, params }) => {
    await withdrawRequest(dependencies, currentUser, params.id);
    return { message: 'The request was withdrawn.' };
  });
}
