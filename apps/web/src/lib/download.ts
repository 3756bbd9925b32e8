import type { ApiMap } from '@portal/contract/api';
import { type ApiKey, addressOf, authorization, send } from './api.ts';
import { noAnswer, refusalOf } from './api-answer.ts';
import { parseJson } from './json.ts';
import { readToken } from './session.ts';

interface DownloadInput<Key extends ApiKey> {
  params: ApiMap[Key]['params'];
  /** Overrides the content type that the server sent. */
  type: string;
  signal?: AbortSignal | undefined;
}

/**
 * Downloads a file with the token, which a link cannot send.
 * @throws {ApiError} as `api` does
 */
export async function fetchBlob<Key extends ApiKey>(
  key: Key,
  { params, type, signal }: DownloadInput<Key>,
): Promise<Blob> {
  const token = readToken();
  const { method, url } = addressOf(key, params);
  const response = await send(url, { method, headers: authorization(token), signal: signal ?? null });
  if (!response.ok) throw refusalOf(response.status, parseJson(await response.text()), token);
  try {
    return (await response.blob()).slice(0, undefined, type);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw noAnswer();
  }
}

/** Time until an object URL is revoked, in milliseconds. */
const REVOKE_DELAY_MS = 60_000;

/** An object URL that is valid for a minute: long enough for a download or a new tab to start. */
export function shortLivedUrl(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
  return url;
}

/** Makes the browser save data as a file. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = shortLivedUrl(blob);
  link.download = name;
  link.click();
}
