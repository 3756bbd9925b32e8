import { MIN_LINK_PASSWORD_LENGTH } from '@portal/contract/values';
import { type FormEvent, useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { emailFault } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useDraft } from '#lib/use-draft.ts';
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
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const place = useInviteMembership(typed);
  const run = useChange();
  const close = useCloseOpen(open, onClose);

  const { email, fullName } = typed;
  const { password, confirmation } = secret;
  const named = email.trim() !== '' && fullName.trim() !== '' && place.complete;
  const complete = named && password !== '' && confirmation !== '';
  const dirty = [...Object.values(typed), password, confirmation].some((value) => value !== '');

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

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { group } = place;
    if (busy || !complete || group === undefined) return;
    const boxes = event.currentTarget.elements as unknown as Record<'email' | keyof typeof secret, HTMLInputElement>;
    const refuse = (found: Record<string, string>) => {
      setErrors(found);
      for (const name of ['email', 'password', 'confirmation'] as const) if (name in found) return boxes[name].focus();
    };
    const fault = emailFault(boxes.email.validity);
    if (fault !== undefined) return refuse({ email: t(fault) });
    if (password.length < MIN_LINK_PASSWORD_LENGTH) return refuse({ password: t('newPassword.tooShort') });
    if (password !== confirmation) return refuse({ confirmation: t('newPassword.mismatch') });
    setBusy(true);
    const person = { email: email.trim(), fullName: fullName.trim(), password };
    const body = { ...person, ...placeIn(group, { ...typed, ...place.values }) };
    const outcome = await run(() => api('POST /auth/register', { body }), texts);
    if (outcome.done) {
      draft.drop();
      return close();
    }
    setBusy(false);
    setErrors(outcome.errors);
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
