/** Texts shared by the screens of emailed links: the new password, and the notice that a user is already signed in. */
export const newPasswordEn = {
  'newPassword.hint': 'At least 6 characters, and hard to guess',
  'newPassword.confirmation': 'Confirm Password',
  'newPassword.tooShort': 'Password must be at least 6 characters long',
  'newPassword.mismatch': 'Passwords do not match',
  'newPassword.backToLogin': 'Back to Login',

  'signOutFirst.user': 'You are signed in as {user}.',
  'signOutFirst.somebody': 'You are signed in.',
  'signOutFirst.signOut': 'Sign out and continue',
  'signOutFirst.signingOut': 'Signing out...',
  'signOutFirst.stay': 'Back to Overview',
} as const;
