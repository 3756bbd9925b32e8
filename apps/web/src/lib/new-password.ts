import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import { t } from './texts.ts';
import type { FormErrors } from './use-form.ts';

/** Errors of a new password that a signed-in user has typed twice. The server checks whether it is too common. */
export function findNewPasswordErrors({ password, confirmation }: Record<'password' | 'confirmation', string>) {
  const errors: FormErrors = {
    password: password.length < MIN_PASSWORD_LENGTH ? t('setPassword.tooShort') : undefined,
    confirmation: confirmation === password ? undefined : t('newPassword.mismatch'),
  };
  return {
    ...errors,
    ...(password === '' ? { password: t('login.passwordRequired') } : {}),
    ...(confirmation === '' ? { confirmation: t('setPassword.confirmationRequired') } : {}),
  };
}
