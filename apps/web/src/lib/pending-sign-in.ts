import { CODE_LIFETIME_MS } from '@portal/contract/values';
import { parseJson } from './json.ts';
import type { TextKey } from './signed-out-texts.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** State of the sign-in screen in this tab, which survives a reload. Never contains a password. */
interface PendingSignIn {
  /** Prefills the email field. */
  email: string;
  /** When the pending code was sent, in milliseconds since 1970. */
  codeSentAt?: number;
  /** Why the sign-in screen is shown, if that is not obvious. */
  notice?: Notice;
}
type Notice = Extract<TextKey, 'login.alreadyRegistered'>;

const storageKey = 'pendingSignIn';

/** The pending sign-in in this tab, with `codeSentAt` only while the code can still be valid. */
export function readPendingSignIn(): PendingSignIn {
  const { email, codeSentAt, notice } = (parseJson(readStored(storageKey, 'sessionStorage')) ??
    {}) as Partial<PendingSignIn>;
  const age = codeSentAt === undefined ? Number.NaN : Date.now() - codeSentAt;
  return {
    email: typeof email === 'string' ? email : '',
    ...(codeSentAt !== undefined && age >= 0 && age < CODE_LIFETIME_MS ? { codeSentAt } : {}),
    ...(notice === 'login.alreadyRegistered' ? { notice } : {}),
  };
}

export function storePendingSignIn(pending: PendingSignIn): void {
  writeStored(storageKey, JSON.stringify(pending), 'sessionStorage');
}

export function clearPendingSignIn(): void {
  removeStored(storageKey, 'sessionStorage');
}
