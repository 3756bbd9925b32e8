import { locale } from './locale.ts';

/** Compares texts as people sort them: ignoring case and accents, numbers by value. */
export const compareTexts = new Intl.Collator(locale.language, { sensitivity: 'base', numeric: true }).compare;
