import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { NewPasswordFields, type NewPasswordName } from '#components/ui/new-password-fields.tsx';
import { ApiError } from '#lib/api-error.ts';
import { findLinkPasswordErrors } from '#lib/input-errors.ts';
import { type TextKey, t } from '#lib/signed-out-texts.ts';
import { useForm } from '#lib/use-form.ts';
import { BackToLogin } from './signed-out-frame.tsx';

interface NewPasswordFormProps {
  /** Account of the password, under which password managers store it. */
  email: string;
  /** Label of the first field. */
  label: TextKey;
  submit: TextKey;
  submitting: TextKey;
  /** Resolves when the password is set and the user has been redirected. */
  onSubmit: (password: string) => Promise<void>;
  /** Any error except one about the password itself, which is shown at its field. */
  onRefused: (error: unknown) => void;
  /** Content above the fields. */
  children?: ReactNode;
}

/** A new password, typed twice. The server's reason for rejecting it is shown at the field; the link stays valid. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { errors, busy, handleSubmit } = useForm<NewPasswordName>({
    validate: ({ password, confirmation }) => findLinkPasswordErrors(password.value, confirmation.value),
    send: async ({ password }) => {
      try {
        await props.onSubmit(password.value);
        return undefined;
      } catch (error) {
        if (isAboutPassword(error)) return { password: error.message };
        props.onRefused(error);
        return {};
      }
    },
  });

  return (
    <form noValidate onSubmit={handleSubmit} className="mt-5 grid gap-4">
      {props.children ?? (
        <input type="email" name="email" autoComplete="username" value={props.email} readOnly hidden />
      )}
      <NewPasswordFields
        label={t(props.label)}
        hint={t('newPassword.hint')}
        errors={errors}
        propsOf={(name) => ({ autoFocus: name === 'password' })}
      />
      <Button type="submit" variant="primary" size="large" busy={busy} busyLabel={t(props.submitting)}>
        {t(props.submit)}
      </Button>
      <BackToLogin />
    </form>
  );
}

function isAboutPassword(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 400 && error.details.some(({ path }) => path === 'password');
}
