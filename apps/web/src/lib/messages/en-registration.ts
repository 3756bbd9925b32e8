/** Texts of accepting an invitation. */
export const registrationEn = {
  'register.title': 'Complete Registration',
  'register.hint': 'Choose a password to finish setting up your account',
  'register.welcome': 'Welcome, {name}. Choose a password to finish setting up your account.',
  'register.email': 'Email',
  'register.password': 'Password',
  'register.submit': 'Complete Registration',
  'register.submitting': 'Completing...',
  'register.done': 'Registration completed successfully',
  'register.failed': 'Failed to complete registration',
  'register.invalid': 'Invalid registration link',
  'register.overHint': 'It was used already, has expired, or was withdrawn. Ask whoever invited you for a new one.',
  'register.checking': 'Checking your invitation',
  'register.signOutFirst': 'To accept the invitation of {email}, sign out first.',
} as const;
