import type { Profile } from '@portal/contract/auth';
import { readStored, removeStored, writeStored } from './storage.ts';

const tokenKey = 'token';
const userKey = 'user';

const listeners = new Set<() => void>();
const unauthorizedListeners = new Set<() => void>();

/** The access token held by this browser; its presence alone is the signed-in state. */
export function readToken(): string | null {
  return readStored(tokenKey);
}

/** Holds the token of a new sign-in. Nobody hears of it before `notifySessionChanged`: the profile is fetched in between. */
export function storeToken(token: string): void {
  writeStored(tokenKey, token);
}

/** The last profile fetched, or undefined when there is none that can be read. */
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

/** Removes token and user. Other tabs hear of it by the storage event. */
export function clearSession(): void {
  removeStored(tokenKey);
  removeStored(userKey);
  notifySessionChanged();
}

/** A call was answered 401: removes token and user, and has the browser sent to the sign-in screen. */
export function notifyUnauthorized(): void {
  clearSession();
  for (const listener of unauthorizedListeners) listener();
}

/** Calls back after a 401 has ended the session. Returns how to stop. */
export function onUnauthorized(listener: () => void): () => void {
  unauthorizedListeners.add(listener);
  return () => unauthorizedListeners.delete(listener);
}

/** Calls back whenever the token may have changed, in this tab or in another one. Returns how to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells everyone who listens that the token may have changed. */
export function notifySessionChanged(): void {
  for (const listener of listeners) listener();
}

// `key` is null when the whole storage was cleared.
window.addEventListener('storage', (event) => {
  if (event.key === tokenKey || event.key === null) notifySessionChanged();
});
