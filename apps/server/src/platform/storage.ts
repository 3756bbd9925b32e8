import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Stores the bytes of files under generated keys. Files are never held in memory as a whole. */
export type FileStorage = {
  /**
   * Stores a stream durably under a key. If `content` fails, throws its error; partial data may remain, so remove it.
   */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Undefined if the key does not exist. Read or destroy the stream. `size` in bytes. */
  read(key: string): Promise<{ size: number; content: Readable } | undefined>;
  /** No error if the key does not exist. */
  remove(key: string): Promise<void>;
  /** All keys, in no particular order. */
  list(): AsyncIterable<string>;
};

/** Location of stored files. */
export type StorageTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3';
      readonly bucket: string;
      readonly region: string;
      /** Undefined: Amazon's endpoint of the region. */
      readonly endpoint: string | undefined;
      /** Undefined: the AWS SDK's default credentials, from `AWS_ACCESS_KEY_ID` and so on. */
      readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
    };

/** Parses `file:///folder` and `s3://[key:secret@]bucket[?endpoint=…&region=…]`; undefined for anything else. */
export function parseStorageUrl(text: string): StorageTarget | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:') return parseFolder(url);
  return url.protocol === 's3:' ? parseBucket(url) : undefined;
}

function parseFolder(url: URL): StorageTarget | undefined {
  try {
    const folder = fileURLToPath(url);
    return folder === '/' ? undefined : { kind: 'folder', folder };
  } catch {
    // A URL with a host, or without a path.
    return undefined;
  }
}

function parseBucket(url: URL): StorageTarget | undefined {
  const endpoint = url.searchParams.get('endpoint') ?? undefined;
  const isKnown = [...url.searchParams.keys()].every((name) => name === 'endpoint' || name === 'region');
  const isPlain = (url.pathname === '' || url.pathname === '/') && url.hash === '' && isKnown;
  if (url.hostname === '' || !isPlain || (endpoint !== undefined && !/^https?:\/\/./.test(endpoint))) return undefined;
  if (endpoint !== undefined && !URL.canParse(endpoint)) return undefined;
  if ((url.username === '') !== (url.password === '')) return undefined;
  return {
    kind: 's3',
    bucket: url.hostname,
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint,
    credentials:
      url.username === ''
        ? undefined
        : { accessKeyId: decodeURIComponent(url.username), secretAccessKey: decodeURIComponent(url.password) },
  };
}
