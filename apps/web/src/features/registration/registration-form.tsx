import { useNavigate } from '@tanstack/react-router';
import { NewPasswordForm } from '#components/signed-out/new-password-form.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { t } from '#lib/messages.ts';
import { storePendingSignIn } from '#lib/pending-sign-in.ts';
import { toastFailure, toastSuccess } from '#lib/toast.ts';
import { completeRegistration } from './registration-api.ts';

/** Form with the invited email and a new password. */
export function RegistrationForm({ token, email }: { token: string; email: string }) {
  const navigate = useNavigate();

  async function handleSubmit(password: string) {
    await completeRegistration({ token, email, password });
    storePendingSignIn({ email });
    toastSuccess(t('register.done'));
    await navigate({ to: '/login' });
  }

  return (
    <NewPasswordForm
      email={email}
      label="register.password"
      submit="register.submit"
      submitting="register.submitting"
      onSubmit={handleSubmit}
      onRefused={(error) => toastFailure(error, t('register.failed'))}
    >
      <Field label={t('register.email')}>
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            readOnly
            className="h-10"
          />
        )}
      </Field>
    </NewPasswordForm>
  );
}
