/** Texts of confirming a changed email address through the emailed link. */
export const confirmEmailEn = {
  'confirmEmail.title': 'Confirm Email Address',
  'confirmEmail.hint': 'Confirm that {email} is your address. You will sign in with it from then on.',
  'confirmEmail.submit': 'Confirm Email Address',
  'confirmEmail.submitting': 'Confirming...',
  'confirmEmail.done': 'Email address confirmed',
  'confirmEmail.failed': 'Failed to confirm the email address',
  'confirmEmail.invalid': 'Invalid or expired link',
  'confirmEmail.invalidHint':
    'It was already used, has expired, or was replaced by a newer one. Ask your administrator to change your address again.',
  'confirmEmail.brokenHint': 'The link is incomplete. Open it from the email again.',
} as const;
