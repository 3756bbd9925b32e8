import { MAX_REQUEST_NOTE_LENGTH, type PaperKind, paperKinds } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { viewersQuery } from '#features/access/viewers-query.ts';
import { useRole } from '#lib/profile.ts';
import { isStaff } from '#lib/role.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import { useAsk } from './paper-requests-api.ts';
import type { RequestDraft, UploadQueue } from './upload-queue.ts';

interface AskForPaperProps {
  orderId: string;
  queue: UploadQueue;
  request: RequestDraft | null;
}

/** Button for staff that opens the form to ask a guest of the order for a kind of paper. */
export function AskForPaper({ orderId, queue, request }: AskForPaperProps) {
  const role = useRole();
  const isAsking = request !== null;
  const button = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const wasAsking = useRef(isAsking);
  useLayoutEffect(() => {
    if (wasAsking.current === isAsking) return;
    wasAsking.current = isAsking;
    if (isAsking) form.current?.querySelector('select')?.focus();
    else button.current?.focus();
  }, [isAsking]);
  // Leaving the tab closes the form, but keeps a typed note.
  useEffect(
    () => () => {
      if (queue.read().request?.note.trim() === '') queue.writeRequest(null);
    },
    [queue],
  );
  if (!isStaff(role)) return null;
  if (isAsking) return <AskForm ref={form} orderId={orderId} request={request} onChange={queue.writeRequest} />;
  return (
    <Button
      ref={button}
      onClick={() => queue.writeRequest({ userId: undefined, kind: 'proof-of-delivery', note: '' })}
      className="justify-self-start"
    >
      <FileQuestion aria-hidden />
      {t('papers.ask')}
    </Button>
  );
}

interface AskFormProps {
  ref: RefObject<HTMLFormElement | null>;
  orderId: string;
  request: RequestDraft;
  onChange: (request: RequestDraft | null) => void;
}

function AskForm({ ref, orderId, request, onChange }: AskFormProps) {
  const ask = useAsk(orderId);
  const { data: viewers, error } = useQuery(viewersQuery({ kind: 'order', id: orderId }));
  const guests = viewers?.filter(({ reason }) => reason.kind === 'assignment') ?? [];
  const { kind, note } = request;
  const first = guests[0]?.userId;
  // Stored once, so that a refetch never changes who is asked.
  useLayoutEffect(() => {
    if (request.userId === undefined && first !== undefined) onChange({ ...request, userId: first });
  }, [request, first, onChange]);
  const userId = guests.find((guest) => guest.userId === request.userId)?.userId;
  const onClose = () => onChange(null);
  const { busy, handleSubmit } = useForm({
    send: async () => {
      if (userId === undefined) return {};
      const text = note.trim();
      if (!(await ask({ userId, kind, ...(text === '' ? {} : { note: text }) }))) return {};
      onClose();
      return undefined;
    },
  });
  const hint =
    error !== null && viewers === undefined
      ? t('papers.guestsFailed')
      : viewers !== undefined && guests.length === 0
        ? t('papers.noGuests')
        : guests.length > 0 && request.userId !== undefined && userId === undefined
          ? t('papers.guestLost')
          : undefined;
  const options = guests.map(({ userId, fullName, email }) => ({ value: userId, label: fullName ?? email }));

  return (
    <form
      ref={ref}
      aria-label={t('papers.ask')}
      onSubmit={handleSubmit}
      className="grid gap-3 rounded-panel border border-line p-3 sheet:grid-cols-2"
    >
      <Field label={t('papers.kind')}>
        {(control) => (
          <Select
            {...control}
            inForm
            value={kind}
            onValueChange={(value) => onChange({ ...request, kind: value as PaperKind })}
            options={paperKinds.map((value) => ({ value, label: t(`paper.${value}`) }))}
          />
        )}
      </Field>
      <Field label={t('papers.guest')} hint={hint}>
        {(control) => (
          <Select
            {...control}
            inForm
            value={userId ?? ''}
            onValueChange={(value) => onChange({ ...request, userId: value })}
            disabled={guests.length === 0}
            options={userId === undefined ? [{ value: '', label: t('papers.chooseGuest') }, ...options] : options}
          />
        )}
      </Field>
      <div className="sheet:col-span-2">
        <Field label={t('papers.note')}>
          {(control) => (
            <Input
              {...control}
              value={note}
              onChange={(event) => onChange({ ...request, note: event.target.value })}
              maxLength={MAX_REQUEST_NOTE_LENGTH}
              autoComplete="off"
            />
          )}
        </Field>
      </div>
      <div className="flex justify-end gap-2 sheet:col-span-2">
        <Button variant="ghost" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          disabled={userId === undefined}
          busy={busy}
          busyLabel={t('papers.asking')}
        >
          {t('papers.submit')}
        </Button>
      </div>
    </form>
  );
}
