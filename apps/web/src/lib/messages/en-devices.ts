/** Texts of the current user's sessions on the profile page. */
export const devicesEn = {
  'devices.title': 'Signed-in Devices',
  'devices.hint': "Where your account is signed in. Sign out devices you don't recognize, and change your password.",
  'devices.device': '{browser} on {system}',
  'devices.unknown': 'Unknown device',
  'devices.current': 'This device',
  'devices.lastUsed': 'Last used {ago}',
  'devices.signedIn': 'Signed in {date}',
  'devices.end': 'End session',
  'devices.endOf': 'End session of {device}',
  'devices.endTitle': 'End the session of {device}?',
  'devices.endHint':
    'It is signed out at its next click. What is typed and not saved there is kept for the next sign-in.',
  'devices.ending': 'Ending...',
  'devices.ended': 'Session ended',
  'devices.endOthers': 'End all others',
  'devices.endOthersTitle': 'End all sessions but this one?',
  'devices.endOthersHint': 'All other devices are signed out at their next click.',
  'devices.endedOthers': { one: '{count} session ended', other: '{count} sessions ended' },
  'devices.failed': 'Failed to load your sessions',
  'devices.endFailed': 'Failed to end the session',
} as const;
