import type { QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { profileQuery } from '#lib/profile.ts';
import { notifySessionChanged, storeToken } from '#lib/session.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Asks for a code by e-mail; asked again, the new code replaces the old one. */
export async function sendCode(credentials: Credentials): Promise<void> {
  await api('POST /auth/login/initiate', { body: credentials });
}

/**
 * Signs in with the code: holds the token, reads the profile, then tells the app, which drops what it had cached and
 * goes where it was going. A profile that cannot be read now is read by the next screen.
 */
export async function signIn(queryClient: QueryClient, email: string, otp: string): Promise<void> {
  const answer = await api('POST /auth/login/verify', { body: { email, otp } });
  storeToken(answer.access_token);
  await queryClient.fetchQuery(profileQuery).catch(() => undefined);
  notifySessionChanged();
}
