import type { Order } from '@portal/contract/orders';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogCancel } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { personName } from '#lib/initials.ts';
import { t } from '#lib/texts.ts';
import { type DialogState, newOnOpen, useCloseOpen } from '#lib/use-opening.ts';
import { tickedIds } from './assign-values.ts';
import { AssignedList } from './assigned-list.tsx';
import { assignedQuery, guestsQuery } from './assignments-api.ts';
import { ChosenOrders } from './chosen-orders.tsx';
import { CustomerWarning } from './customer-warning.tsx';
import { GuestPicker, TermsFields } from './terms-fields.tsx';
import { useAssignForm } from './use-assign-form.ts';

interface AssignOrdersDialogProps extends DialogState {
  /** The orders selected in the list, initially checked. */
  selected: ReadonlyMap<string, Order>;
  onAssigned: () => void;
}

/** Dialog that assigns orders to a guest and lists the guest's assignments. The input survives session expiry. */
export const AssignOrdersDialog = newOnOpen<AssignOrdersDialogProps>(({ open, selected, onClose, onAssigned }) => {
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const [tab, setTab] = useState('orders');
  const close = useCloseOpen(open, onClose);
  const { values, change, faults, dirty, sending, submit } = useAssignForm(open, selected, () => {
    onAssigned();
    close();
  });
  const { data: guests } = useQuery(guestsQuery);
  const { data: assigned } = useQuery(assignedQuery(values.userId));
  const assignedIds = new Set(assigned?.map(({ orderId }) => orderId));
  const guest = guests?.find(({ id }) => id === values.userId);

  useEffect(() => {
    if (Object.keys(faults).length === 0) return;
    const frame = requestAnimationFrame(() => {
      // The invalid field may be on the other tab, which must be rendered before the field can be focused.
      flushSync(() => setTab('orders'));
      form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-fault]')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [faults]);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const box = event.currentTarget.elements.namedItem('lastDay');
    // A partly typed date reads as an empty value: without this check the access would never expire.
    const incomplete = box instanceof HTMLInputElement && box.validity.badInput;
    void submit(incomplete ? { endsAt: t('assign.lastDayIncomplete') } : {});
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('assign.title')}
      subtitle={<p className="text-ink-2">{t('assign.subtitle')}</p>}
      width="wide"
      confirmClose={dirty}
      busy={sending}
      param="assign"
      footer={
        <>
          <DialogCancel />
          <Button type="submit" form={formId} variant="primary" busy={sending} busyLabel={t('assign.submitting')}>
            {t('assign.title')}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={handleSubmit} className="flex min-h-0 flex-auto flex-col">
        <div className="px-6 pt-1 pb-3">
          <Field label={t('assign.guest')} error={faults.userId}>
            {(control) => <GuestPicker {...control} value={values.userId} onChange={(userId) => change({ userId })} />}
          </Field>
        </div>
        <Tabs
          label={t('assign.tabs')}
          value={tab}
          onValueChange={setTab}
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
                    fault={faults.orderIds}
                    onChange={(orders) => change({ orders })}
                  />
                  <TermsFields values={values} faults={faults} onChange={change} />
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
