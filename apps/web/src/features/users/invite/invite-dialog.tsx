import { type FormEvent, useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { emailFault } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { useCloseOpen, useOpening } from '#lib/use-opening.ts';
import { PersonFields } from '../person-fields.tsx';
import { useChange } from '../use-change.ts';
import { type InviteValues, inviteUser } from './invite-api.ts';
import { MembershipFields, useInviteMembership } from './membership-fields.tsx';

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
}

const nothing: InviteValues = { email: '', fullName: '', groupId: '', customerNetsuiteId: '', lastDay: '' };
const texts = { done: 'invite.done', failed: 'invite.failed' } as const;

/** Dialog that invites a person to a group. The input survives session expiry. */
export function InviteDialog({ open, onClose }: InviteDialogProps) {
  const opening = useOpening(open);
  return opening === 0 ? null : <OpenInviteDialog key={opening} open={open} onClose={onClose} />;
}

function OpenInviteDialog({ open, onClose }: InviteDialogProps) {
  const draft = useDraft<InviteValues>('invite', open);
  const [typed, setTyped] = useState<InviteValues>({ ...nothing, ...draft.restored });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [sending, setSending] = useState(false);
  const place = useInviteMembership(typed);
  const run = useChange();
  const close = useCloseOpen(open, onClose);

  const { email, fullName } = typed;
  const complete = email.trim() !== '' && fullName.trim() !== '' && place.complete;
  const dirty = Object.values(typed).some((value) => value !== '');

  function change(part: Partial<InviteValues>) {
    const next = { ...typed, ...part };
    setTyped(next);
    draft.keep(next);
    setErrors({});
  }

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { group } = place;
    if (sending || !complete || group === undefined) return;
    const box = (event.currentTarget.elements as unknown as { email: HTMLInputElement }).email;
    const fault = emailFault(box.validity);
    if (fault !== undefined) {
      setErrors({ email: t(fault) });
      return box.focus();
    }
    setSending(true);
    const outcome = await run(() => inviteUser({ ...typed, ...place.values }, group), texts);
    if (outcome.done) {
      draft.drop();
      return close();
    }
    setSending(false);
    setErrors(outcome.errors);
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('invite.title')}
      submit={t('invite.submit')}
      submitting={t('invite.submitting')}
      busy={sending}
      complete={complete}
      dirty={dirty}
      param="invite"
      onSubmit={handleSubmit}
    >
      <PersonFields email={email} fullName={fullName} errors={errors} onChange={change} />
      <MembershipFields place={place} errors={errors} onChange={change} />
    </FormDialog>
  );
}
