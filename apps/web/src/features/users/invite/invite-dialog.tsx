import { useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { emailError } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { useForm } from '#lib/use-form.ts';
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
  const place = useInviteMembership(typed);
  const run = useChange();
  const close = useCloseOpen(open, onClose);

  const { email, fullName } = typed;
  const complete = email.trim() !== '' && fullName.trim() !== '' && place.complete;
  const dirty = Object.values(typed).some((value) => value !== '');

  const { errors, setErrors, busy, handleSubmit } = useForm<'email'>({
    validate: ({ email: input }) => ({ email: emailError(input) }),
    send: async () => {
      const { group } = place;
      if (group === undefined) return {};
      const refused = await run(() => inviteUser({ ...typed, ...place.values }, group), texts);
      if (refused !== undefined) return refused;
      draft.drop();
      close();
      return undefined;
    },
  });

  function change(part: Partial<InviteValues>) {
    const next = { ...typed, ...part };
    setTyped(next);
    draft.keep(next);
    setErrors({});
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('invite.title')}
      submit={t('invite.submit')}
      submitting={t('invite.submitting')}
      busy={busy}
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
