import { MAX_REQUEST_NOTE_LENGTH, type PaperKind, paperKinds } from '@portal/contract/values';
import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
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

/** Button for staff that opens the form to ask a guest of the order for a kind of paper. */
export function AskForPaper({ orderId }: { orderId: string }) {
  const role = useRole();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useLayoutEffect(() => {
    if (wasAsking.current && !isAsking) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  if (!isStaff(role)) return null;
  if (isAsking) return <AskForm orderId={orderId} onClose={() => setAsking(false)} />;
  return (
    <Button ref={button} onClick={() => setAsking(true)} className="justify-self-start">
      <FileQuestion aria-hidden />
      {t('papers.ask')}
    </Button>
  );
}

interface AskFormProps {
  orderId: string;
  onClose: () => void;
}

function AskForm({ orderId, onClose }: AskFormProps) {
  const ask = useAsk(orderId);
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('select')?.focus();
  }, []);
  const { data: viewers, error } = useQuery(viewersQuery({ kind: 'order', id: orderId }));
  const guests = viewers?.filter(({ reason }) => reason.kind === 'assignment') ?? [];
  const [chosen, setChosen] = useState<string>();
  const [kind, setKind] = useState<PaperKind>('proof-of-delivery');
  const [note, setNote] = useState('');
  const userId = chosen ?? guests[0]?.userId;
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
        : undefined;

  return (
    <form
      ref={form}
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
            onValueChange={(value) => setKind(value as PaperKind)}
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
            onValueChange={setChosen}
            disabled={guests.length === 0}
            options={guests.map(({ userId, fullName, email }) => ({ value: userId, label: fullName ?? email }))}
          />
        )}
      </Field>
      <div className="sheet:col-span-2">
        <Field label={t('papers.note')}>
          {(control) => (
            <Input
              {...control}
              value={note}
              onChange={(event) => setNote(event.target.value)}
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
