import type { Profile } from '@portal/contract/auth';
import { useSyncExternalStore } from 'react';
import { isRecord, parseJson } from './json.ts';
import { createSignal } from './signal.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

const tokenKey = 'token';
const userKey = 'user';

const sessionChange = createSignal();
const unauthorized = createSignal();

/** The access token in this browser. A user is signed in if it exists. */
export function readToken(): string | null {
  return readStored(tokenKey);
}

/**
 * Stores the token of a new sign-in. Listeners are notified later by `notifySessionChanged`, after the profile is
 * fetched.
 */
export function storeToken(token: string): void {
  writeStored(tokenKey, token);
}

/** The last fetched profile, or undefined if there is no valid one. */
export function readUser(): Profile | undefined {
  const user = parseJson(readStored(userKey));
  return isRecord(user) && Array.isArray(user.groups) ? (user as Profile) : undefined;
}

/** Id of the user that stored data belongs to, since several people may use a browser; empty if it is unknown. */
export function readOwner(): string {
  return readUser()?.id ?? '';
}

export function storeUser(user: Profile): void {
  writeStored(userKey, JSON.stringify(user));
}

/** Removes token and user. Other tabs are notified by the storage event. */
export function clearSession(): void {
  removeStored(tokenKey);
  removeStored(userKey);
  notifySessionChanged();
}

/** Ends the session after a 401: removes token and user, and calls the listeners of `onUnauthorized`. */
export function notifyUnauthorized(): void {
  clearSession();
  unauthorized.emit();
}

/** Calls back after a 401 has ended the session. Returns an unsubscribe function. */
export const onUnauthorized = unauthorized.subscribe;

/** Calls back whenever the token may have changed, in this tab or another. Returns an unsubscribe function. */
export const onSessionChange = sessionChange.subscribe;

/** Whether a user is signed in in this browser. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(onSessionChange, () => readToken() !== null);
}

/** Notifies all listeners that the token may have changed. */
export const notifySessionChanged = sessionChange.emit;

// `key` is null if the whole storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key !== tokenKey && event.key !== null) return;
  // A profile answered just before the logout in another tab may have been stored after that tab removed the user.
  if (readToken() === null) removeStored(userKey);
  notifySessionChanged();
});
