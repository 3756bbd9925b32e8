import type { RecordViewer } from '@portal/contract/viewers';
import { formatDate } from '#lib/format.ts';
import { t } from '#lib/texts.ts';

/** Display text for why a person can see a record. */
export function reasonText({ role, reason }: RecordViewer): string {
  switch (reason.kind) {
    case 'role':
      return t(role === 'admin' ? 'access.byAdmin' : 'access.byMember');
    case 'customer':
      return t('access.byCustomer', { customer: reason.customerName ?? reason.customerNetsuiteId });
    case 'assignment': {
      const date = formatDate(reason.assignedAt);
      if (reason.assignedBy === undefined) return t('access.byFormerUser', { date });
      return t('access.byAssignment', { name: reason.assignedBy, date });
    }
  }
}
