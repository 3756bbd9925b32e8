import * as contract from '@portal/contract/assignments';
import type { Mount } from '../../http/mount.ts';
import type { AssignmentService } from './service.ts';

export function mountAssignments(mount: Mount, assignments: AssignmentService): void {
  mount(contract.assignOrders, async ({ currentUser, body }) => ({
    message: 'Orders assigned successfully',
    ...(await assignments.assign(currentUser, body)),
  }));
  mount(contract.listAssignments, ({ currentUser, params }) => assignments.list(currentUser, params.userId));
  mount(contract.unassignOrders, async ({ currentUser, params, body }) => ({
    message: 'Access removed',
    removed: await assignments.unassign(currentUser, params.userId, body.orderIds),
  }));
}
