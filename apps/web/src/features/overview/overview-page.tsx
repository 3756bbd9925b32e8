import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, type LucideIcon, MailPlus, ReceiptText, UsersRound } from 'lucide-react';
import { formatNumber } from '#lib/format.ts';
import { profileQuery } from '#lib/profile.ts';
import { deriveRole, isStaff, mayManageUsers, seesInvoices } from '#lib/role.ts';
import { type TextKey, t } from '#lib/texts.ts';
import { ActivityPanel } from './activity-panel.tsx';
import { InvoiceTotals } from './invoice-totals.tsx';
import { OpenOrders } from './open-orders.tsx';
import { OrderCounts } from './order-counts.tsx';
import { customerTotalQuery, invitationTotalQuery, orderTotalQuery, userTotalQuery } from './overview-api.ts';

const cardsClass = 'grid gap-2 sheet:grid-cols-2 sheet:gap-3 wide:grid-cols-4';

/** Start page: totals with links to their lists, and the activity log. */
export function OverviewPage() {
  const { data: profile } = useQuery(profileQuery);
  const role = profile === undefined ? undefined : deriveRole(profile.groups);
  const orders = useQuery(orderTotalQuery(role));
  const customers = useQuery(customerTotalQuery);
  const users = useQuery(userTotalQuery);
  const invitations = useQuery(invitationTotalQuery);
  const mayOpenUsers = role !== undefined && mayManageUsers(role);

  return (
    <div className="grid gap-3 p-4 shell:p-6">
      <div className={cardsClass}>
        <CountCard label="overview.totalCustomers" icon={Building2} count={customers.data} to="/customers" />
        <CountCard label="overview.totalOrders" icon={ReceiptText} count={orders.data} to="/orders" />
        <CountCard
          label="overview.totalUsers"
          icon={UsersRound}
          count={users.data}
          to={mayOpenUsers ? '/users' : undefined}
        />
        <CountCard
          label="overview.activeInvitations"
          icon={MailPlus}
          count={invitations.data}
          to={mayOpenUsers ? '/users' : undefined}
        />
      </div>
      {role === undefined ? null : isStaff(role) ? <OrderCounts /> : <OpenOrders role={role} />}
      {/* In a narrow window the height of the open orders depends on their number. Invisible until it is known, these do not shift. */}
      <div className="contents max-wide:peer-has-aria-busy:invisible">
        {role !== undefined && !isStaff(role) && seesInvoices(role) ? <InvoiceTotals role={role} /> : null}
        <ActivityPanel />
      </div>
    </div>
  );
}

interface CountCardProps {
  label: TextKey;
  icon: LucideIcon;
  /** Undefined while loading and after an error. */
  count: number | undefined;
  /** The list that the total counts. */
  to: '/orders' | '/customers' | '/users' | undefined;
}

function CountCard({ label, icon: Icon, count, to }: CountCardProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-4 text-ink-3 max-wide:flex-row-reverse max-wide:gap-2.5">
        {t(label)}
        <Icon aria-hidden />
      </span>
      <span className="font-semibold text-ink text-title tabular-nums wide:text-figure">
        {count === undefined ? t('overview.loading') : formatNumber(count)}
      </span>
    </>
  );
  // One line each where they are stacked, so that the open orders are in sight.
  const look =
    'flex items-center justify-between gap-4 rounded-panel border border-line bg-page px-4 py-2.5 wide:grid wide:grid-cols-1 wide:gap-1.5 wide:pt-4 wide:pb-3.5';
  if (to === undefined) return <div className={look}>{content}</div>;
  return (
    // Page 1 is explicit, so that the list shows everything counted here instead of its last search.
    <Link to={to} search={{ page: 1 }} className={`${look} hover:bg-hover`}>
      {content}
    </Link>
  );
}
