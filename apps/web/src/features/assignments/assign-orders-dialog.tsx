import type { Order } from '@portal/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { formatValues } from '#lib/format.ts';
import { personName } from '#lib/initials.ts';
import { t } from '#lib/texts.ts';
import { type DialogState, newOnOpen, useCloseOpen } from '#lib/use-opening.ts';
import { type ChosenOrder, tickedIds } from './assign-values.ts';
import { AssignedList } from './assigned-list.tsx';
import { assignedQuery, type GuestUser, guestsQuery } from './assignments-api.ts';
import { ChosenOrders } from './chosen-orders.tsx';
import { GuestPicker, TermsFields } from './terms-fields.tsx';
import { useAssignForm } from './use-assign-form.ts';

interface AssignOrdersDialogProps extends DialogState {
  /** The orders selected in the list, initially checked. */
  selected: ReadonlyMap<string, Order>;
  onAssigned: () => void;
}

/** Dialog that assigns orders to a guest and lists the guest's assignments. The input survives session expiry. */
export const AssignOrdersDialog = newOnOpen<AssignOrdersDialogProps>(({ open, selected, onClose, onAssigned }) => {
  const formId = useId();
  const [tab, setTab] = useState('orders');
  const close = useCloseOpen(open, onClose);
  const lastDay = useRef<HTMLInputElement>(null);
  const { values, change, errors, dirty, busy, handleSubmit, mayHideFields } = useAssignForm({
    open,
    selected,
    // The invalid field may be on the other tab, which must be rendered before the field can be focused.
    onInvalid: () => flushSync(() => setTab('orders')),
    onAssigned: () => {
      onAssigned();
      close();
    },
  });
  const { data: guests } = useQuery(guestsQuery);
  const { data: assigned } = useQuery(assignedQuery(values.userId));
  const assignedIds = new Set(assigned?.map(({ orderId }) => orderId));
  const guest = guests?.find(({ id }) => id === values.userId);

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('assign.title')}
      subtitle={<p className="text-ink-2">{t('assign.subtitle')}</p>}
      width="wide"
      confirmClose={dirty}
      busy={busy}
      param="assign"
      footer={
        <>
          <DialogCancel />
          <Button type="submit" form={formId} variant="primary" busy={busy} busyLabel={t('assign.submitting')}>
            {t('assign.title')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex min-h-0 flex-auto flex-col">
        <div className="px-6 pt-1 pb-3">
          <Field label={t('assign.guest')} error={errors.userId}>
            {(control) => <GuestPicker {...control} value={values.userId} onChange={(userId) => change({ userId })} />}
          </Field>
        </div>
        <Tabs
          label={t('assign.tabs')}
          value={tab}
          onValueChange={(next) => mayHideFields(lastDay.current) && setTab(next)}
          tabs={[
            {
              value: 'orders',
              label: t('assign.tab.orders'),
              count: tickedIds(values).length,
              content: (
                <div className="grid gap-4">
                  <CustomerWarning guest={guest} orders={values.orders} />
                  <ChosenOrders
                    orders={values.orders}
                    assigned={assignedIds}
                    fault={errors.orderIds}
                    onChange={(orders) => change({ orders })}
                  />
                  <TermsFields values={values} errors={errors} onChange={change} lastDay={lastDay} />
                </div>
              ),
            },
            {
              value: 'assigned',
              label: t('assign.alreadyAssigned'),
              count: assigned?.length,
              content: (
                <AssignedList
                  userId={values.userId}
                  guest={guest === undefined ? t('assign.guest') : personName(guest)}
                />
              ),
            },
          ]}
        />
      </form>
    </Dialog>
  );
});

/** Maximum number of customers named. */
const MAX_NAMES = 5;

interface CustomerWarningProps {
  /** Undefined while no guest is selected. */
  guest: GuestUser | undefined;
  orders: readonly ChosenOrder[];
}

/** Warns that some selected orders belong to another customer than the guest. They can be assigned nevertheless. */
function CustomerWarning({ guest, orders }: CustomerWarningProps) {
  if (guest?.customerNetsuiteId === undefined) return null;
  const foreign = orders.filter(
    ({ ticked, customerId }) => ticked && customerId !== undefined && customerId !== guest.customerNetsuiteId,
  );
  if (foreign.length === 0) return null;
  const names = [...new Set(foreign.map(({ customer, customerId }) => customer ?? customerId ?? ''))];
  return (
    <p role="alert" className="flex gap-2.5 rounded-panel border border-line bg-hover px-3 py-2.5 text-ink">
      <TriangleAlert aria-hidden className="mt-0.5 shrink-0 text-status-amber" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {t('assign.otherCustomers', {
          guest: personName(guest),
          customer: guest.customerName ?? guest.customerNetsuiteId,
          count: foreign.length,
          names: formatValues(names.length > MAX_NAMES ? [...names.slice(0, MAX_NAMES), '…'] : names),
        })}
      </span>
    </p>
  );
}
