import { t } from './texts.ts';

/** The error of a partly typed date, which reads as an empty value: without it the access would never end. */
export function incompleteDayError(input: HTMLInputElement | null | undefined): string | undefined {
  return input?.validity.badInput ? t('label.incompleteDay') : undefined;
}
