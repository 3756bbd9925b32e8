import { MAX_INVITATIONS } from '@portal/contract/values';
import { CircleCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog, DialogBody, DialogCancel } from '#components/ui/dialog.tsx';
import { messageOf } from '#lib/api-error.ts';
import { incompleteDayError } from '#lib/incomplete-day.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import type { FormErrors } from '#lib/use-form.ts';
import { newOnOpen, useCloseOpen } from '#lib/use-opening.ts';
import { MembershipFields, useInviteMembership } from './membership-fields.tsx';
import { PeopleInput } from './people-input.tsx';
import { PeopleRows } from './people-rows.tsx';
import { useListCheck, useSendList } from './use-list-check.ts';
import { type PeopleDraft, usePeopleList } from './use-people-list.ts';

/** Dialog that invites a list of people to one group. The input survives session expiry. */
export const InviteManyDialog = newOnOpen(({ open, onClose }) => {
  const { restored, keep } = useDraft<PeopleDraft>('invite-many', open);
  const { list, changeText, changePlace, add, edit, remove, settle } = usePeopleList(restored, keep);
  const [adding, setAdding] = useState(list.text !== '');
  const place = useInviteMembership(list.place);
  const group = place.complete ? place.group : undefined;
  // The maximum per request; the remaining rows are kept and sent later.
  const next = list.rows.slice(0, MAX_INVITATIONS);
  const check = useListCheck(open ? next : [], group, place.values);
  const ready = next.filter((row) => check.checkOf(row)?.outcome === 'ready');
  const { send, sending } = useSendList({ group, values: place.values, onSettled: settle });
  const close = useCloseOpen(open, onClose);

  const lastDay = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});

  const entering = adding || list.rows.length === 0;

  async function sendReady() {
    const fault = incompleteDayError(lastDay.current);
    setErrors({ expiresAt: fault });
    if (fault !== undefined) {
      lastDay.current?.focus();
      return;
    }
    const invited = await send(ready);
    if (invited === list.rows.length) close();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t('users.inviteMany')}
      subtitle={<p className="text-ink-3">{t('inviteMany.hint')}</p>}
      width="wide"
      confirmClose={list.rows.length > 0 || list.text !== ''}
      busy={sending}
      param="inviteMany"
      footer={
        <>
          <DialogCancel />
          <Button
            variant="primary"
            disabled={ready.length === 0}
            onClick={sendReady}
            busyLabel={t('action.sending')}
            className="tabular-nums"
          >
            {ready.length === 0 ? t('inviteMany.submitNone') : t('inviteMany.submit', { count: ready.length })}
          </Button>
        </>
      }
    >
      <DialogBody>
        {/* Disabled until the response arrives. */}
        <fieldset disabled={sending} className="grid min-w-0 content-start gap-5">
          <div className="grid gap-4 sheet:grid-cols-3">
            <MembershipFields
              place={place}
              errors={errors}
              lastDay={lastDay}
              onChange={(part) => {
                setErrors({});
                changePlace(part);
              }}
            />
          </div>
          {entering ? (
            <PeopleInput
              text={list.text}
              onTextChange={changeText}
              onAdd={(people) => {
                add(people);
                setAdding(false);
              }}
            />
          ) : null}
          {list.rows.length > 0 && group === undefined ? (
            <p className="rounded-control bg-accent-soft px-3 py-2">{t('inviteMany.chooseGroup')}</p>
          ) : null}
          {check.error === null || group === undefined ? null : (
            <p role="alert" className="flex items-center justify-between gap-4 text-danger">
              <span>{messageOf(check.error, t('inviteMany.checkFailed'))}</span>
              <Button size="small" onClick={check.retry}>
                {t('action.retry')}
              </Button>
            </p>
          )}
          {list.rows.length === 0 ? null : (
            <PeopleRows
              rows={next}
              beyond={list.rows.length - next.length}
              checkOf={check.checkOf}
              checking={group !== undefined && check.error === null}
              onEdit={edit}
              onRemove={remove}
              onAddMore={entering ? undefined : () => setAdding(true)}
            />
          )}
          {list.invited.length === 0 ? null : <InvitedList addresses={list.invited} />}
        </fieldset>
      </DialogBody>
    </Dialog>
  );
});

/** People on the list who have been invited. */
function InvitedList({ addresses }: { addresses: readonly string[] }) {
  return (
    <section aria-label={t('inviteMany.invited')} className="grid gap-2">
      <h3 className="font-medium text-ink">{t('inviteMany.invitedCount', { count: addresses.length })}</h3>
      <ul className="grid max-h-50 gap-1 overflow-y-auto">
        {addresses.map((address) => (
          <li key={address} className="flex items-center gap-2 text-ink-2">
            <CircleCheck aria-hidden className="text-success" />
            <span className="min-w-0 [overflow-wrap:anywhere]">{address}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
