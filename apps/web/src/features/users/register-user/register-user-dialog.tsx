import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { emailError, findLinkPasswordErrors } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
import { useForm } from '#lib/use-form.ts';
import { useCloseOpen, useOpening } from '#lib/use-opening.ts';
import { type InviteValues, placeIn } from '../invite/invite-api.ts';
import { MembershipFields, useInviteMembership } from '../invite/membership-fields.tsx';
import { PersonFields } from '../person-fields.tsx';
import { useChange } from '../use-change.ts';

interface RegisterUserDialogProps {
  open: boolean;
  onClose: () => void;
}

const nothing: InviteValues = { email: '', fullName: '', groupId: '', customerNetsuiteId: '', lastDay: '' };
const noSecret = { password: '', confirmation: '' };
const texts = { done: 'registerUser.done', failed: 'registerUser.failed' } as const;

/**
 * Dialog that creates an active user without an invitation. The input, except the password, survives session expiry.
 */
export function RegisterUserDialog({ open, onClose }: RegisterUserDialogProps) {
  const opening = useOpening(open);
  return opening === 0 ? null : <OpenRegisterUserDialog key={opening} open={open} onClose={onClose} />;
}

function OpenRegisterUserDialog({ open, onClose }: RegisterUserDialogProps) {
  const draft = useDraft<InviteValues>('register-user', open);
  const [typed, setTyped] = useState<InviteValues>({ ...nothing, ...draft.restored });
  const [secret, setSecret] = useState(noSecret);
  const place = useInviteMembership(typed);
  const run = useChange();
  const close = useCloseOpen(open, onClose);

  const { email, fullName } = typed;
  const { password, confirmation } = secret;
  const named = email.trim() !== '' && fullName.trim() !== '' && place.complete;
  const complete = named && password !== '' && confirmation !== '';
  const dirty = [...Object.values(typed), password, confirmation].some((value) => value !== '');

  const { errors, setErrors, busy, handleSubmit } = useForm<'email'>({
    validate: ({ email: input }) => ({
      email: emailError(input),
      ...findLinkPasswordErrors(password, confirmation),
    }),
    send: async () => {
      const { group } = place;
      if (group === undefined) return {};
      const person = { email: email.trim(), fullName: fullName.trim(), password };
      const body = { ...person, ...placeIn(group, { ...typed, ...place.values }) };
      const refused = await run(() => api('POST /auth/register', { body }), texts);
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

  function changeSecret(part: Partial<typeof secret>) {
    setSecret({ ...secret, ...part });
    setErrors({});
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('registerUser.title')}
      subtitle={<p className="text-ink-3">{t('registerUser.hint')}</p>}
      submit={t('registerUser.submit')}
      submitting={t('registerUser.submitting')}
      busy={busy}
      complete={complete}
      dirty={dirty}
      param="register"
      onSubmit={handleSubmit}
    >
      <PersonFields email={email} fullName={fullName} errors={errors} onChange={change} />
      <MembershipFields place={place} errors={errors} onChange={change} />
      <Field label={t('registerUser.password')} error={errors.password} hint={t('newPassword.hint')}>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            value={password}
            onChange={(event) => changeSecret({ password: event.target.value })}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Field label={t('newPassword.confirmation')} error={errors.confirmation}>
        {(control) => (
          <PasswordInput
            {...control}
            name="confirmation"
            value={confirmation}
            onChange={(event) => changeSecret({ confirmation: event.target.value })}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
