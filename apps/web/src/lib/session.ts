import type { Profile } from '@portal/contract/auth';
import { readStored, removeStored, writeStored } from './storage.ts';

const tokenKey = 'token';
const userKey = 'user';

const listeners = new Set<() => void>();
const unauthorizedListeners = new Set<() => void>();

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
  try {
    const user: unknown = JSON.parse(readStored(userKey) ?? 'null');
    const known = typeof user === 'object' && user !== null && 'groups' in user && Array.isArray(user.groups);
    return known ? (user as Profile) : undefined;
  } catch {
    return undefined;
  }
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
  for (const listener of unauthorizedListeners) listener();
}

/** Calls back after a 401 has ended the session. Returns an unsubscribe function. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/** Calls back whenever the token may have changed, in this tab or another. Returns an unsubscribe function. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies all listeners that the token may have changed. */
export function notifySessionChanged(): void {
  for (const listener of listeners) listener();
}

// `key` is null if the whole storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key !== tokenKey && event.key !== null) return;
  // A profile answered just before the logout in another tab may have been stored after that tab removed the user.
  if (readToken() === null) removeStored(userKey);
  notifySessionChanged();
});
