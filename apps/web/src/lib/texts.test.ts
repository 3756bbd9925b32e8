import { expect, test } from 'vitest';
import { en, t } from './texts.ts';

test('fills placeholders, with separators in numbers', () => {
  expect(t('login.resendIn', { seconds: 84 })).toBe('Resend in 84s');
  expect(t('app.documentTitle', { page: 'Orders' })).toBe('Orders · Order Portal');
  expect(t('ago.minutes', { count: 1200 })).toBe('1,200 min ago');
});

test('selects the plural form by count', () => {
  expect(t('ago.days', { count: 1 })).toBe('1 day ago');
  expect(t('ago.days', { count: 2 })).toBe('2 days ago');
});

test('returns the texts fixed by the specification', () => {
  const literal = {
    'login.codeTitle': 'Enter authentication code',
    'login.codeHint': 'Please check your email for the authentication code',
    'login.resend': 'Resend authentication code',
    'login.codeSent': 'Authentication code sent to your email',
    'login.loggedIn': 'Logged in successfully',
    'login.initiateFailed': 'Failed to initiate login',
    'login.codeFailed': 'Invalid OTP',
    'session.unauthorized': 'Unauthorized',
    'session.expired': 'Your session has expired or you are not authorized to access this resource',
    'profile.failed': 'Failed to load profile',
    'profile.noGroups': 'No groups assigned',
    'orders.empty': 'No orders found.',
    'customers.empty': 'No customers found.',
    'settings.versionValue': 'v1.0.0',
  };
  expect(en).toMatchObject(literal);
});
