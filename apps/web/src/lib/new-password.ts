import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import { t } from './texts.ts';
import type { FormErrors } from './use-form.ts';

/** Errors of a new password that a signed-in user has typed twice. The server checks whether it is too common. */
export function findNewPasswordErrors({ password, confirmation }: Record<'password' | 'confirmation', string>) {
  const tooShort = password.length < MIN_PASSWORD_LENGTH ? t('setPassword.tooShort') : undefined;
  const mismatch = confirmation === password ? undefined : t('newPassword.mismatch');
  return {
    password: password === '' ? t('login.passwordRequired') : tooShort,
    confirmation: confirmation === '' ? t('setPassword.confirmationRequired') : mismatch,
  } satisfies FormErrors;
}
