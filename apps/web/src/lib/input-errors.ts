import { MIN_LINK_PASSWORD_LENGTH } from '@portal/contract/values';
import { t } from './signed-out-texts.ts';
import type { FormErrors } from './use-form.ts';

/** The error of a typed address, based on the input's native validation. */
export function emailError({ validity }: HTMLInputElement): string | undefined {
  if (validity.valueMissing) return t('email.required');
  return validity.typeMismatch ? t('email.invalid') : undefined;
}

/** Errors of a password for an account that cannot sign in yet, typed twice. */
export function findLinkPasswordErrors(password: string, confirmation: string): FormErrors {
  if (password.length < MIN_LINK_PASSWORD_LENGTH) return { password: t('newPassword.tooShort') };
  return password === confirmation ? {} : { confirmation: t('newPassword.mismatch') };
}
