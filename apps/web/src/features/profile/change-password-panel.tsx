import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { NewPasswordFields } from '#components/ui/new-password-fields.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PasswordInput } from '#components/ui/password-input.tsx';
import { api } from '#lib/api.ts';
import { ApiError, isSessionEnd } from '#lib/api-error.ts';
import { findNewPasswordErrors } from '#lib/new-password.ts';
import { t } from '#lib/texts.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { type FormErrors, useForm } from '#lib/use-form.ts';
import { sessionsQuery } from './sessions-panel.tsx';

const names = ['currentPassword', 'password', 'confirmation'] as const;
type Name = (typeof names)[number];

/** Form that changes the user's own password. Uses native inputs, so that password managers fill and save them. */
export function ChangePasswordPanel({ email }: { email: string | undefined }) {
  const queryClient = useQueryClient();
  const { errors, busy, handleSubmit } = useForm<Name>({
    validate: ({ currentPassword, password, confirmation }) => ({
      currentPassword: currentPassword.value === '' ? t('login.passwordRequired') : undefined,
      ...findNewPasswordErrors({ password: password.value, confirmation: confirmation.value }),
    }),
    send: async ({ currentPassword, password }) => {
      const form = currentPassword.form;
      try {
        await api('PUT /auth/password', {
          body: { currentPassword: currentPassword.value, password: password.value },
        });
      } catch (error) {
        const refused = refusedFields(error);
        if (Object.keys(refused).length === 0 && !isSessionEnd(error)) toastFailure(error, t('ownPassword.failed'));
        return refused;
      }
      form?.reset();
      toastSuccess(t('ownPassword.done'), { description: t('ownPassword.doneHint') });
      void queryClient.invalidateQueries(sessionsQuery);
      return {};
    },
  });

  return (
    <Panel title={t('ownPassword.title')} className="max-w-170">
      <form noValidate onSubmit={handleSubmit} className="grid gap-4 p-4 sheet:max-w-100">
        <input type="email" name="email" autoComplete="username" value={email ?? ''} readOnly hidden />
        <Field label={t('ownPassword.current')} error={errors.currentPassword}>
          {(control) => <PasswordInput {...control} name="currentPassword" autoComplete="current-password" required />}
        </Field>
        <NewPasswordFields label={t('label.newPassword')} hint={t('ownPassword.hint')} errors={errors} />
        <Button
          type="submit"
          variant="primary"
          busy={busy}
          busyLabel={t('ownPassword.submitting')}
          className="justify-self-start"
        >
          {t('ownPassword.title')}
        </Button>
      </form>
    </Panel>
  );
}

/** The server's errors by field: the current password is wrong, or the new one is too common. */
function refusedFields(error: unknown): FormErrors {
  if (!(error instanceof ApiError) || error.status !== 400) return {};
  return Object.fromEntries(
    error.details.filter(({ path }) => names.some((name) => name === path)).map(({ path, message }) => [path, message]),
  );
}
