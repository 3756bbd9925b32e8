import type { TextKey } from './messages.ts';

/** What is wrong with an address that was typed, by what the browser says of its box. */
export function emailFault({ valueMissing, typeMismatch }: ValidityState): TextKey | undefined {
  if (valueMissing) return 'email.required';
  return typeMismatch ? 'email.invalid' : undefined;
}
