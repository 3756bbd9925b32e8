import { signedInEnglish } from './messages/english-signed-in.ts';
import { signedOutEnglish } from './messages/english-signed-out.ts';
import { type KeyWithoutSlots, translator } from './messages/translate.ts';

/** All visible texts in English. */
const en = { ...signedOutEnglish, ...signedInEnglish } as const;

/** Returns a text by its key, for signed-in screens. */
export const t = translator(en);

/** Key of a text without placeholders, which can be passed around and shown as it is. */
export type TextKey = KeyWithoutSlots<typeof en>;
