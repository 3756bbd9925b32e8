import { useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { findLinkPasswordErrors } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { useOpening } from '#lib/use-opening.ts';
import { placeIn } from './invite/invite-api.ts';
import { useNewPerson } from './invite/use-new-person.tsx';

interface RegisterUserDialogProps {
  open: boolean;
  onClose: () => void;
}

const texts = { done: 'registerUser.done', failed: 'registerUser.failed' } as const;

/**
 * Dialog that creates an active user without an invitation. The input, except the password, survives session expiry.
 */
export function RegisterUserDialog({ open, onClose }: RegisterUserDialogProps) {
  const opening = useOpening(open);
  return opening === 0 ? null : <OpenRegisterUserDialog key={opening} open={open} onClose={onClose} />;
}

function OpenRegisterUserDialog({ open, onClose }: RegisterUserDialogProps) {
  const [{ password, confirmation }, setSecret] = useState({ password: '', confirmation: '' });
  const { errors, setErrors, dialog, complete, dirty, fields } = useNewPerson({
    form: 'register-user',
    open,
    onClose,
    texts,
    validate: () => findLinkPasswordErrors(password, confirmation),
    send: ({ email, fullName, ...place }, group) =>
      api('POST /auth/register', { body: { email, fullName, password, ...placeIn(group, place) } }),
  });

  function changeSecret(part: { password: string } | { confirmation: string }) {
    setSecret((secret) => ({ ...secret, ...part }));
    setErrors({});
  }

  return (
    <FormDialog
      {...dialog}
      title={t('registerUser.title')}
      subtitle={<p className="text-ink-3">{t('registerUser.hint')}</p>}
      submit={t('registerUser.submit')}
      submitting={t('registerUser.submitting')}
      complete={complete && password !== '' && confirmation !== ''}
      dirty={dirty || password !== '' || confirmation !== ''}
      param="register"
    >
      {fields}
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
