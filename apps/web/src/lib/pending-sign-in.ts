import type { TextKey } from './messages.ts';
import { readStored, removeStored, writeStored } from './storage.ts';

/** What the sign-in screen remembers in this tab, also over a reload. Never a password. */
interface PendingSignIn {
  /** Fills the email field. */
  email: string;
  /** When the code was sent that is being waited for, in milliseconds since 1970. */
  codeSentAt?: number;
  /** Why the sign-in screen is shown, where that is not plain. */
  notice?: Notice;
}
type Notice = Extract<TextKey, 'login.alreadyRegistered'>;

const storageKey = 'pendingSignIn';
/** Lifetime of a code on the server, in milliseconds. */
const codeLifetime = 5 * 60 * 1000;

/** The sign-in begun in this tab; `codeSentAt` only while that code can still be good. */
export function readPendingSignIn(): PendingSignIn {
  try {
    const { email, codeSentAt, notice }: Partial<PendingSignIn> = JSON.parse(
      readStored(storageKey, 'sessionStorage') ?? '{}',
    );
    const age = codeSentAt === undefined ? Number.NaN : Date.now() - codeSentAt;
    return {
      email: typeof email === 'string' ? email : '',
      ...(codeSentAt !== undefined && age >= 0 && age < codeLifetime ? { codeSentAt } : {}),
      ...(notice === 'login.alreadyRegistered' ? { notice } : {}),
    };
  } catch {
    return { email: '' };
  }
}

export function storePendingSignIn(pending: PendingSignIn): void {
  writeStored(storageKey, JSON.stringify(pending), 'sessionStorage');
}

export function clearPendingSignIn(): void {
  removeStored(storageKey, 'sessionStorage');
}
