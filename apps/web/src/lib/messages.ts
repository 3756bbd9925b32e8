import { commonEn } from './messages/en-common.ts';
import { confirmEmailEn } from './messages/en-confirm-email.ts';
import { newPasswordEn } from './messages/en-new-password.ts';
import { passwordResetEn } from './messages/en-password-reset.ts';
import { registrationEn } from './messages/en-registration.ts';
import { signInEn } from './messages/en-sign-in.ts';
import { type KeyWithoutSlots, translator } from './messages/translate.ts';

/** The texts that are there before anybody has signed in, in English. Another language is another object with these keys. */
export const signedOutEn = {
  ...commonEn,
  ...signInEn,
  ...newPasswordEn,
  ...passwordResetEn,
  ...registrationEn,
  ...confirmEmailEn,
} as const;

/** A visible text by its name. What is shown to signed-in people alone is in texts.ts: sign-in need not load it. */
export const t = translator(signedOutEn);

/** The name of a text without slots: what can be passed around and shown as it is. */
export type TextKey = KeyWithoutSlots<typeof signedOutEn>;
