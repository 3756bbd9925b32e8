import type { ApiMap } from '@portal/contract/api';
import { type ApiAnswer, type ApiKey, addressOf, authorization } from './api.ts';
import { handleRefusal, noAnswer } from './api-answer.ts';
import { ApiError } from './api-error.ts';
import { parseJson } from './json.ts';
import { readToken } from './session.ts';
import { t } from './texts.ts';

/** Endpoints that accept a file. */
type UploadKey = { [Key in ApiKey]: ApiMap[Key]['multipart'] extends undefined ? never : Key }[ApiKey];

interface UploadInput<Key extends UploadKey> {
  params: ApiMap[Key]['params'];
  /** Form fields that are sent with the file. */
  fields: ApiMap[Key]['multipart'];
  file: File;
  /** Progress from 0 to 1. At 1 the response is still pending. */
  onProgress: (sent: number) => void;
  /** Cancels the upload: the server discards what it has received. */
  signal: AbortSignal;
}

/**
 * Uploads a file as `api` does, with progress, which `fetch` does not report.
 * @throws {ApiError} as `api` does, and if the file was changed or removed since it was chosen
 */
export function upload<Key extends UploadKey>(
  key: Key,
  { params, fields, file, onProgress, signal }: UploadInput<Key>,
): Promise<ApiAnswer<Key>> {
  const token = readToken();
  const { method, url } = addressOf(key, params);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) form.append(name, value);
  form.append('file', file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries({ accept: 'application/json', ...authorization(token) })) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      const answer = parseJson(request.responseText);
      const isGood = request.status >= 200 && request.status < 300;
      if (isGood && answer !== undefined) resolve(answer as ApiAnswer<Key>);
      else reject(handleRefusal(request.status, answer, token));
    };
    request.onerror = () => void whyNotSent(file).then(reject);
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    signal.addEventListener('abort', abort);
    if (signal.aborted) return reject(signal.reason);
    request.send(form);
  });
}

/** The browser does not report whether the connection or the file caused the error. */
async function whyNotSent(file: File): Promise<ApiError> {
  const isReadable = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
  return isReadable ? noAnswer() : new ApiError(0, t('upload.unreadable'), { isFromServer: false });
}
