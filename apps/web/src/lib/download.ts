import type { ApiMap } from '@portal/contract/api';
import { type ApiKey, addressOf, authorization, send } from './api.ts';
import { noAnswer, parseAnswer, refusalOf } from './api-answer.ts';
import { readToken } from './session.ts';

interface DownloadInput<Key extends ApiKey> {
  params: ApiMap[Key]['params'];
  /** What the browser shall take the bytes for, whatever the server says of them. */
  type: string;
  signal?: AbortSignal | undefined;
}

/**
 * Fetches bytes with the token, which no link could carry.
 * @throws {ApiError} as `api` does
 */
export async function fetchBlob<Key extends ApiKey>(
  key: Key,
  { params, type, signal }: DownloadInput<Key>,
): Promise<Blob> {
  const token = readToken();
  const { method, url } = addressOf(key, params);
  const response = await send(url, { method, headers: authorization(token), signal: signal ?? null });
  if (!response.ok) throw refusalOf(response.status, parseAnswer(await response.text()), token);
  try {
    return (await response.blob()).slice(0, undefined, type);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** How long the browser may take to begin with an address of ours, in milliseconds, until the bytes are let go. */
const REVOKE_DELAY_MS = 60_000;

/** An address of bytes in this browser, good for a minute: enough for a download or a new tab to begin. */
export function shortLivedUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
  return url;
}

/** Has the browser save bytes under a name. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = shortLivedUrl(blob);
  link.download = name;
  link.click();
}
