import { type FocusEvent, useState } from 'react';
import { Field } from '#components/ui/field.tsx';
import { FormDialog } from '#components/ui/form-dialog.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { findNewPasswordErrors } from '#lib/new-password.ts';
import { t } from '#lib/texts.ts';
import { useForm } from '#lib/use-form.ts';
import { useChange } from './use-change.ts';
import { type ListedUser, userName } from './users-api.ts';

interface ResetPasswordDialogProps {
  user: ListedUser;
  open: boolean;
  onClose: () => void;
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

  function change(part: Partial<typeof values>) {
    setValues({ ...values, ...part });
    setErrors({});
  }

  function leave(name: keyof typeof values, { currentTarget, relatedTarget }: FocusEvent<HTMLInputElement>) {
    // Do not shift the layout when the focus leaves the dialog: the target of the click would move.
    if (relatedTarget !== null && !currentTarget.form?.contains(relatedTarget)) return;
    setLeft({ ...left, [name]: true });
  }

  const shown = (name: keyof typeof values) => (left[name] ? found[name] : undefined);

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('setPassword.title')}
      subtitle={<p className="text-ink-3 [overflow-wrap:anywhere]">{userName(user)}</p>}
      submit={t('setPassword.submit')}
      submitting={t('setPassword.submitting')}
      busy={busy}
      complete={found.password === undefined && found.confirmation === undefined}
      dirty={values.password !== '' || values.confirmation !== ''}
      param="password"
      onSubmit={handleSubmit}
    >
      <Field label={t('setPassword.new')} error={errors.password ?? shown('password')} hint={t('setPassword.hint')}>
        {(control) => (
          <PasswordInput
            {...control}
            value={values.password}
            onChange={(event) => change({ password: event.target.value })}
            onBlur={(event) => leave('password', event)}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
      <Field label={t('setPassword.confirmation')} error={shown('confirmation')}>
        {(control) => (
          <PasswordInput
            {...control}
            value={values.confirmation}
            onChange={(event) => change({ confirmation: event.target.value })}
            onBlur={(event) => leave('confirmation', event)}
            autoComplete="new-password"
            required
          />
        )}
      </Field>
    </FormDialog>
  );
}
