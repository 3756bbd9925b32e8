import type { QueryClient } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { profileQuery } from '#lib/profile.ts';
import { notifySessionChanged, storeToken } from '#lib/session.ts';

export interface Credentials {
  email: string;
  password: string;
}

/** Requests a code by email; a new code replaces the previous one. */
export async function beginSignIn(credentials: Credentials): Promise<void> {
  await api('POST /auth/login/initiate', { body: credentials });
}

/**
 * Signs in with the code: stores the token, loads the profile, then notifies the app, which clears its cache and opens
 * the requested page. If the profile cannot be loaded now, the next screen loads it.
 */
export async function finishSignIn(queryClient: QueryClient, email: string, otp: string): Promise<void> {
  const answer = await api('POST /auth/login/verify', { body: { email, otp } });
  storeToken(answer.access_token);
  await queryClient.fetchQuery(profileQuery).catch(() => undefined);
  notifySessionChanged();
}
