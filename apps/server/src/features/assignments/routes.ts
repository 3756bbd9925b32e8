import * as contract from '@portal/contract/assignments';
import type { Mount } from '../../http/mount.ts';
import type { AssignmentService } from './service.ts';

export function mountAssignments(mount: Mount, assignments: AssignmentService): void {
  mount(contract.assignOrders, async ({ viewer, body }) => ({
    message: 'Orders assigned successfully',
    ...(await assignments.assign(viewer, body)),
  }));
  mount(contract.listAssignments, ({ viewer, params }) => assignments.list(viewer, params.userId));
  mount(contract.unassignOrders, async ({ viewer, params, body }) => ({
    message: 'Access removed',
    removed: await assignments.unassign(viewer, params.userId, body.orderIds),
  }));
}
