import * as contract from '@portal/contract/paper-requests';
import type { Mount } from '../../http/mount.ts';
import type { PaperRequestService } from './service.ts';

export function mountPaperRequests(mount: Mount, requests: PaperRequestService): void {
  mount(contract.requestPaper, ({ currentUser, params, body }) => requests.ask(currentUser, params.id, body));
  mount(contract.withdrawPaperRequest, async ({ currentUser, params }) => {
    await requests.withdraw(currentUser, params.id);
    return { message: 'The request was withdrawn.' };
  });
}
