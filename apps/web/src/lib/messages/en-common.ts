/** Texts shared by several pages. */
export const commonEn = {
  'app.name': 'Order Portal',
  'app.documentTitle': '{page} · Order Portal',
  'app.skipToContent': 'Skip to content',
  'app.offline': "You're offline. What was loaded before can still be opened, but nothing can be saved.",
  'app.notifications': 'Notifications',

  'session.unauthorized': 'Unauthorized',
  'session.expired': 'Your session has expired or you are not authorized to access this resource',

  'errors.network': 'The server cannot be reached. Please check your connection and try again.',
  'errors.server': 'Something went wrong on the server. Please try again.',
  'errors.page': 'This page could not be shown',
  'errors.pageHint': 'Something went wrong while opening it. Trying again usually helps.',

  'action.retry': 'Retry',
  'action.retrying': 'Retrying...',
  'action.close': 'Close',
  'action.cancel': 'Cancel',
  'action.clear': 'Clear',

  'email.required': 'Email is required',
  'email.invalid': 'Enter an email address, such as name@company.com',
  'password.show': 'Show password',
  'password.hide': 'Hide password',

  'discard.title': 'Discard changes?',
  'discard.description': 'What you have typed is not saved and will be lost.',
  'discard.confirm': 'Discard',
  'discard.keep': 'Keep editing',

  'link.copy': 'Copy link',
  'link.copied': 'Link copied',
  'link.failed': 'The link could not be copied',

  'state.loading': 'Loading',
  'value.none': '—',

  'ago.now': 'just now',
  'ago.minutes': '{count} min ago',
  'ago.hours': '{count} h ago',
  'ago.days': { one: '{count} day ago', other: '{count} days ago' },

  'theme.label': 'Theme',
  'theme.current': 'Theme: {theme}',
  'theme.light': 'Light',
  'theme.dark': 'Dark',
  'theme.system': 'System',

  'menu.open': 'Open menu',
  'menu.close': 'Close menu',
  'menu.title': 'Menu',
  'menu.main': 'Main',
  'menu.account': 'Signed in as',
  'menu.profile': 'Profile',
  'menu.settings': 'Settings',
  'menu.logout': 'Logout',
  'menu.loggingOut': 'Logging out...',
} as const;
