import { TriangleAlert } from 'lucide-react';
import { personName } from '#lib/initials.ts';
import { t } from '#lib/texts.ts';
import type { ChosenOrder } from './assign-values.ts';
import type { GuestUser } from './assignments-api.ts';

/** Maximum number of customers named. */
const MAX_NAMES = 5;

interface CustomerWarningProps {
  /** Undefined while no guest is selected. */
  guest: GuestUser | undefined;
  orders: readonly ChosenOrder[];
}

/** Warns that some selected orders belong to another customer than the guest. They can be assigned nevertheless. */
export function CustomerWarning({ guest, orders }: CustomerWarningProps) {
  if (guest?.customerNetsuiteId === undefined) return null;
  const foreign = orders.filter(
    ({ ticked, customerId }) => ticked && customerId !== undefined && customerId !== guest.customerNetsuiteId,
  );
  if (foreign.length === 0) return null;
  const names = [...new Set(foreign.map(({ customer, customerId }) => customer ?? customerId))];
  return (
    <p role="alert" className="flex gap-2.5 rounded-panel border border-line bg-hover px-3 py-2.5 text-ink">
      <TriangleAlert aria-hidden className="mt-0.5 shrink-0 text-status-amber" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('assign.otherCustomers', {
          guest: personName(guest),
          customer: guest.customerName ?? guest.customerNetsuiteId,
          count: foreign.length,
          names: names.slice(0, MAX_NAMES).join(', ') + (names.length > MAX_NAMES ? ', …' : ''),
        })}
      </span>
    </p>
  );
}
