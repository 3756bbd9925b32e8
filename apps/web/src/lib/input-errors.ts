import { MIN_PASSWORD_LENGTH } from '@portal/contract/values';
import type { TextKey } from './texts.ts';

export interface NewPasswordErrors {
  password?: TextKey;
  confirmation?: TextKey;
}

/** Errors of a new password that a signed-in user has typed twice. The server checks whether it is too common. */
export function findNewPasswordErrors(given: { password: string; confirmation: string }): NewPasswordErrors {
  const errors: NewPasswordErrors = {};
  if (given.password === '') errors.password = 'setPassword.required';
  else if (given.password.length < MIN_PASSWORD_LENGTH) errors.password = 'setPassword.tooShort';
  if (given.confirmation === '') errors.confirmation = 'setPassword.confirmationRequired';
  else if (given.confirmation !== given.password) errors.confirmation = 'setPassword.mismatch';
  return errors;
}

/** The error of a typed address, based on the input's native validation. */
export function emailFault({
  valueMissing,
  typeMismatch,
}: ValidityState): 'email.required' | 'email.invalid' | undefined {
  if (valueMissing) return 'email.required';
  return typeMismatch ? 'email.invalid' : undefined;
}
