import * as contract from '@portal/contract/assignments';
import type { Mount } from '../../http/mount.ts';
import { type AssignmentDependencies, assignOrders, listAssignments, unassignOrders } from './service.ts';

export function mountAssignments(mount: Mount, dependencies: AssignmentDependencies): void {
  mount(contract.assignOrders, async ({ currentUser, body }) => ({
    message: 'Orders assigned successfully',
    ...(await assignOrders(dependencies, currentUser, body)),
  }));
  mount(contract.listAssignments, ({ currentUser, params, query }) =>
    listAssignments(dependencies, currentUser, params.userId, query.after),
  );
  mount(contract.unassignOrders, async ({ currentUser, params, body }) => ({
    message: 'Access removed',
    removed: await unassignOrders(dependencies, currentUser, params.userId, body.orderIds),
  }));
}
