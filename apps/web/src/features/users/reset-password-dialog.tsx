import { type FocusEvent, useState } from 'react';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { NewPasswordFields, type NewPasswordName } from '#components/ui/new-password-fields.tsx';
import { api } from '#lib/api.ts';
import { personName } from '#lib/initials.ts';
import { findNewPasswordErrors } from '#lib/new-password.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import type { DialogState } from '#lib/use-opening.ts';
import { useChange } from './use-change.ts';
import type { ListedUser } from './users-api.ts';

interface ResetPasswordDialogProps extends DialogState {
  user: ListedUser;
}

const texts = { done: 'setPassword.done' } as const;

/** Dialog that sets a user's password, typed twice. The passwords are never stored in a draft. */
export function ResetPasswordDialog({ user, open, onClose }: ResetPasswordDialogProps) {
  const [values, setValues] = useState({ password: '', confirmation: '' });
  // Show an error only after its field has lost the focus, not while typing.
  const [left, setLeft] = useState({ password: false, confirmation: false });
  const run = useChange();
  const found = findNewPasswordErrors(values);

  const { errors, setErrors, busy, handleSubmit } = useForm({
    send: async () => {
      const body = { password: values.password };
      const refused = await run(() => api('PUT /users/{id}/passeord', { params: { id: user.id }, body }), texts);
      if (refused === undefined) onClose();
      return refused;
    },
  });

  function leave(name: NewPasswordName, { currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
    // Do not shift the layout when the focus leaves the dialog: the target of the click would move.
    if (relatedTarget !== null && !currentTarget.form?.contains(relatedTarget)) return;
    setLeft({ ...left, [name]: true });
  }

  const shown = (name: NewPasswordName) => (left[name] ? found[name] : undefined);

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('setPassword.title')}
      subtitle={<p className="text-ink-3 [overflow-wrap:anywhere]">{personName(user)}</p>}
      submit={t('setPassword.submit')}
      submitting={t('action.resetting')}
      busy={busy}
      complete={found.password === undefined && found.confirmation === undefined}
      dirty={values.password !== '' || values.confirmation !== ''}
      param="password"
      onSubmit={handleSubmit}
    >
      <NewPasswordFields
        label={t('label.newPassword')}
        hint={t('setPassword.hint')}
        errors={{ password: errors.password ?? shown('password'), confirmation: shown('confirmation') }}
        propsOf={(name) => ({
          value: values[name],
          onChange: (event) => {
            setValues({ ...values, [name]: event.target.value });
            setErrors({});
          },
          onBlur: (event) => leave(name, event),
        })}
      />
    </FormDialog>
  );
}
