import type { TextKey } from './messages.ts';

/** The error of a typed address, based on the input's native validation. */
export function emailFault({ valueMissing, typeMismatch }: ValidityState): TextKey | undefined {
  if (valueMissing) return 'email.required';
  return typeMismatch ? 'email.invalid' : undefined;
}
