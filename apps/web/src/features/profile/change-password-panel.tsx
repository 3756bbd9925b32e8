import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { ApiError, isSessionEnd } from '#lib/api-error.ts';
import { findNewPasswordErrors } from '#lib/input-errors.ts';
import { t } from '#lib/texts.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { sessionsQuery } from './sessions-api.ts';

const names = ['currentPassword', 'password', 'confirmation'] as const;
type Name = (typeof names)[number];
type Errors = Partial<Record<Name, string>>;

/** Form that changes the user's own password. Uses native inputs, so that password managers fill and save them. */
export function ChangePasswordPanel({ email }: { email: string | undefined }) {
  const queryClient = useQueryClient();
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const fields = form.elements as unknown as Record<Name, HTMLInputElement>;
    const values = {
      currentPassword: fields.currentPassword.value,
      password: fields.password.value,
      confirmation: fields.confirmation.value,
    };
    const found = findErrors(values);
    showErrors(fields, found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      const { currentPassword, password } = values;
      await api('PUT /auth/password', { body: { currentPassword, password } });
    } catch (error) {
      const refused = refusedFields(error);
      if (Object.keys(refused).length === 0 && !isSessionEnd(error)) toastFailure(error, t('ownPassword.failed'));
      showErrors(fields, refused);
      return;
    } finally {
      setBusy(false);
    }
    form.reset();
    toastSuccess(t('ownPassword.done'), { description: t('ownPassword.doneHint') });
    await queryClient.invalidateQueries(sessionsQuery);
  }

  function showErrors(fields: Record<Name, HTMLInputElement>, found: Errors) {
    setErrors(found);
    const first = names.find((name) => found[name] !== undefined);
    if (first !== undefined) fields[first].focus();
  }

  return (
    <Panel title={t('ownPassword.title')} className="max-w-170">
      <form noValidate onSubmit={handleSubmit} className="grid gap-4 p-4 sheet:max-w-100">
        <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <Field label={t('ownPassword.current')} error={errors.currentPassword}>
          {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" required />}
        </Field>
        <Field label={t('setPassword.new')} error={errors.password} hint={t('ownPassword.hint')}>
          {(control) => <PasswordInput {...control} name="password" autoComplete="new-password" required />}
        </Field>
        <Field label={t('setPassword.confirmation')} error={errors.confirmation}>
          {(control) => <PasswordInput {...control} name="confirmation" autoComplete="new-password" required />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel={t('ownPassword.submitting')}
          className="justify-self-start"
        >
          {t('ownPassword.submit')}
        </Button>
      </form>
    </Panel>
  );
}

function findErrors(values: Record<Name, string>): Errors {
  const { password, confirmation } = findNewPasswordErrors(values);
  return {
    ...(values.currentPassword === '' ? { currentPassword: t('setPassword.required') } : {}),
    ...(password === undefined ? {} : { password: t(password) }),
    ...(confirmation === undefined ? {} : { confirmation: t(confirmation) }),
  };
}

/** The server's errors by field: the current password is wrong, or the new one is too common. */
function refusedFields(error: unknown): Errors {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  return Object.fromEntries(
    error.details.filter(({ path }) => names.some((name) => name === path)).map(({ path, message }) => [path, message]),
  );
}
