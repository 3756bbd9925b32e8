/** Texts of resetting a password: requesting a link and choosing a new password. */
export const passwordResetEn = {
  'forgot.title': 'Reset Password',
  'forgot.hint': 'We will email you a link to set a new password',
  'forgot.email': 'Email',
  'forgot.submit': 'Send Reset Instructions',
  'forgot.submitting': 'Sending...',
  'forgot.sent': 'Password reset instructions have been sent to your email',
  'forgot.failed': 'Failed to send reset instructions. Please check your email.',

  'reset.title': 'Set New Password',
  'reset.hint': 'For {email}. You will be signed out on all devices.',
  'reset.password': 'New Password',
  'reset.submit': 'Reset Password',
  'reset.submitting': 'Resetting...',
  'reset.done': 'Password has been reset successfully',
  'reset.failed': 'Failed to reset password. The link may have expired.',
  'reset.expired': 'Has the link expired?',
  'reset.newLink': 'Get a new one',

  'reset.noCode': 'Invalid reset code',
  'reset.noEmail': 'Invalid email',
  'reset.brokenHint': 'The link is not complete. Open it from the email once more, or get a new one.',
  'reset.requestLink': 'Get a new link',
  'reset.signOutFirst': 'To set a new password for {email}, sign out first.',
} as const;
