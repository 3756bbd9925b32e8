import { commonEn } from './messages/en-common.ts';
import { confirmEmailEn } from './messages/en-confirm-email.ts';
import { newPasswordEn } from './messages/en-new-password.ts';
import { passwordResetEn } from './messages/en-password-reset.ts';
import { registrationEn } from './messages/en-registration.ts';
import { signInEn } from './messages/en-sign-in.ts';
import { type KeyWithoutSlots, translator } from './messages/translate.ts';

/** English texts that are needed before sign-in. Another language is another object with these keys. */
export const signedOutEn = {
  ...commonEn,
  ...signInEn,
  ...newPasswordEn,
  ...passwordResetEn,
  ...registrationEn,
  ...confirmEmailEn,
} as const;

/** Returns a text by its key. Texts for signed-in users are in texts.ts, so that sign-in does not load them. */
export const t = translator(signedOutEn);

/** Key of a text without placeholders, which can be passed around and shown as it is. */
export type TextKey = KeyWithoutSlots<typeof signedOutEn>;
