/** Texts of both sign-in steps. */
export const signInEn = {
  'login.documentTitle': 'Sign in',
  'login.title': 'Sign in to Order Portal',
  'login.hint': 'We will email you a code to confirm it is you',
  'login.email': 'Email',
  'login.password': 'Password',
  'login.passwordRequired': 'Password is required',
  'login.forgotPassword': 'Forgot password?',
  'login.continue': 'Continue',
  'login.continuing': 'Sending code...',
  'login.register': 'Need an account? Ask your system administrator to register one for you.',

  'login.passwordAgain': 'Enter your password again to get a new code.',
  'login.alreadyRegistered': 'Your registration is already complete. Sign in with your password.',

  'login.codeTitle': 'Enter authentication code',
  'login.codeHint': 'Please check your email for the authentication code',
  'login.code': 'Authentication code',
  'login.codeRequired': 'Enter all 6 digits of the code',
  'login.resendIn': 'Resend in {seconds}s',
  'login.resend': 'Resend authentication code',
  'login.resending': 'Sending...',
  'login.submit': 'Login',
  'login.submitting': 'Logging in...',
  'login.back': 'Back',

  'login.codeSent': 'Authentication code sent to your email',
  'login.loggedIn': 'Logged in successfully',
  'login.initiateFailed': 'Failed to initiate login',
  'login.codeFailed': 'Invalid OTP',
} as const;
