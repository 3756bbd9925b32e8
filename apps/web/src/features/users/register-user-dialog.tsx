import { useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { NewPasswordFields } from '#components/ui/new-password-fields.tsx';
import { api } from '#lib/api.ts';
import { findLinkPasswordErrors } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { newOnOpen } from '#lib/use-opening.ts';
import { useNewPerson } from './invite/use-new-person.tsx';

const texts = { done: 'registerUser.done', failed: 'registerUser.failed' } as const;

/**
 * Dialog that creates an active user without an invitation. The input, except the password, survives session expiry.
 */
export const RegisterUserDialog = newOnOpen(({ open, onClose }) => {
  const [secret, setSecret] = useState({ password: '', confirmation: '' });
  const { password, confirmation } = secret;
  const { errors, setErrors, dialog, complete, dirty, fields } = useNewPerson({
    form: 'register-user',
    open,
    onClose,
    texts,
    validate: () => findLinkPasswordErrors(password, confirmation),
    send: (person) => api('POST /auth/register', { body: { ...person, password } }),
  });

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
      <NewPasswordFields
        label={t('label.password')}
        hint={t('newPassword.hint')}
        errors={errors}
        propsOf={(name) => ({
          value: secret[name],
          onChange: (event) => {
            setSecret({ ...secret, [name]: event.target.value });
            setErrors({});
          },
        })}
      />
    </FormDialog>
  );
});
