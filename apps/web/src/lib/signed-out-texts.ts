import { signedOutEnglish } from './messages/english-signed-out.ts';
import { type KeyWithoutSlots, translator } from './messages/translate.ts';

/** Returns a text of signed-out screens by its key. All others are in texts.ts, so that sign-in does not load them. */
export const t = translator(signedOutEnglish);

/** Key of a text without placeholders, which can be passed around and shown as it is. */
export type TextKey = KeyWithoutSlots<typeof signedOutEnglish>;
