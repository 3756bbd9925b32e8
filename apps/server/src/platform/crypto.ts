import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';

/** 256 random bits as 43 URL-safe characters. */
export function randomToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A random one-time code with this many decimal digits, uniformly distributed. */
export function randomDigits(length: number): string {
  return randomInt(10 ** length)
    .toString()
    .padStart(length, '0');
}

/** SHA-256 of a text. Only for high-entropy values such as tokens; passwords and short codes need a slow hash. */
export function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

/** Keys for one purpose. The first is used for everything new; the others are accepted until a rotation drops them. */
export type Key = readonly [Buffer, ...Buffer[]];

/** HMAC-SHA-256 of a text, under the first key. */
export function mac([key]: Key, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Whether this is the MAC of the text under one of the keys. */
export function isMac(key: Key, text: string, given: Buffer): boolean {
  return key.some((each) => sameBytes(given, mac([each], text)));
}

/** Compares two byte strings in constant time. */
export function sameBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * Derives 256-bit keys for one purpose from the server's keys, one a line, newest first; each purpose has different keys.
 */
export function deriveKey(serverKeys: string, purpose: string): Key {
  const [newest = '', ...others] = serverKeys.split('\n');
  const derive = (serverKey: string) => Buffer.from(hkdfSync('sha256', serverKey, 'order-portal', purpose, 32));
  return [derive(newest), ...others.map(derive)];
}

/** Encrypts a text (AES-256-GCM) with the first key: 12 bytes of nonce, 16 of tag, then the ciphertext, in base64url. */
export function seal([key]: Key, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url');
}

/** Decrypts the output of `seal`; throws if it was made with none of the keys or the text was changed. */
export function unseal([key, ...others]: Key, sealed: string): string {
  try {
    return unsealWith(key, sealed);
  } catch (error) {
    const [next, ...rest] = others;
    if (next === undefined) throw error;
    return unseal([next, ...rest], sealed);
  }
}

function unsealWith(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}
