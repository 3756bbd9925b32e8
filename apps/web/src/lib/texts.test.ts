import { expect, test } from 'vitest';
import { t } from './texts.ts';

test('fills placeholders, with separators in numbers', () => {
  expect(t('login.resendIn', { seconds: 84 })).toBe('Resend in 84s');
  expect(t('app.documentTitle', { page: 'Orders' })).toBe('Orders · Order Portal');
  expect(t('ago.minutes', { count: 1200 })).toBe('1,200 min ago');
});

test('selects the plural form by count', () => {
  expect(t('ago.days', { count: 1 })).toBe('1 day ago');
  expect(t('ago.days', { count: 2 })).toBe('2 days ago');
});
