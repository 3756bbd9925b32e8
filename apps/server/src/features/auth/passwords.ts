import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createFairSemaphore } from '../../platform/fair-semaphore.ts';
import { currentWorkload } from '../../platform/workload.ts';

/**
 * argon2id (RFC 9106): 19 MiB, 2 passes, 1 lane, as OWASP's Password Storage Cheat Sheet recommends. If a parameter is
 * raised, each user's next sign-in rehashes the password.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hash of a random password. Verified when an account has no hash, so that both cases take the same time. */
const nobodysHash = await hash(crypto.randomUUID(), parameters);

/** Hashing leaves a core to requests, however many sign in at once. */
const semaphore = createFairSemaphore(Math.max(1, availableParallelism() - 1));

/** Hashes when it is this user's or network's turn: the one who sends most waits longest. */
async function hashInTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const key = currentWorkload()?.key ?? 'portal';
  await new Promise<void>((resolve) => semaphore.acquire(key, Number.POSITIVE_INFINITY, resolve));
  try {
    return await work();
  } finally {
    semaphore.release(key);
  }
}

/** Returns a hash that includes its salt and parameters: `$argon2id$v=19$m=…,t=…,p=…$…`. */
export function hashPassword(password: string): Promise<string> {
  return hashInTurn(() => hash(password, parameters));
}

/** Whether the password matches the hash. Without a hash, returns false after the same work. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await hashInTurn(() => verify(passwordHash ?? nobodysHash, password));
  return matches && passwordHash !== null;
}

/** Whether a hash uses weaker parameters than the current ones. */
export function needsRehash(passwordHash: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  if (found === null) return true;
  const [memory, passes] = [Number(found[1]), Number(found[2])];
  return memory < parameters.memoryCost || passes < parameters.timeCost;
}
