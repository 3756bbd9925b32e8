import { hash, verify } from '@node-rs/argon2';

/**
 * argon2id (RFC 9106): 19 MiB, 2 passes, 1 lane, as OWASP's Password Storage Cheat Sheet recommends. Raising one makes
 * each user's next sign-in rehash.
 */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of a password that nobody has: verified where there is no hash, so that both cases take the same time. */
const nobodysHash = await hash(crypto.randomUUID(), parameters);

/** A hash with its salt and parameters in it: `$argon2id$v=19$m=…,t=…,p=…$…`. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether the password is the one behind the hash; without a hash it never is, after the same work. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await verify(passwordHash ?? nobodysHash, password);
  return matches && passwordHash !== null;
}

/** Whether a hash was made with less than today's parameters. */
export function needsRehash(passwordHash: string): boolean {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(passwordHash);
  if (found === null) return true;
  const [memory, passes] = [Number(found[1]), Number(found[2])];
  return memory < parameters.memoryCost || passes < parameters.timeCost;
}
