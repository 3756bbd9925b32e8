import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { EndpointDefinition } from '@portal/contract/endpoint';
import { formContentType, toBytes } from './form-arbitrary.ts';
import { encode } from './hostile.ts';
import type { GeneratedRequest } from './request-arbitrary.ts';
import { resolve, type Thing } from './world-names.ts';

/** A raw request; its URL and body are sent unchanged. */
export type SentRequest = {
  method: string;
  /** Path below the mount point of the API. */
  path: string;
  headers: Record<string, string>;
  body: Buffer;
};
export type Reply = { status: number; contentType: string; bytes: Buffer };

/** Encodes a generated request; `idOf` resolves its references to ids. */
export function toSent(
  endpoint: EndpointDefinition,
  request: GeneratedRequest,
  token: string | undefined,
  idOf: (thing: Thing) => string,
): SentRequest {
  const { wire, form } = request;
  const text = (value: unknown) => toText(resolve(value, idOf));
  const segment = (name: string) => wire.segment ?? encode(text(request.params[name]));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name));
  const query = wire.query ?? request.query.map(([key, value]) => `${encode(key)}=${encode(text(value))}`).join('&');
  const json = request.body === undefined ? '' : JSON.stringify(resolve(request.body, idOf));
  const isForm = form !== undefined && wire.text === undefined;
  const body = isForm ? toBytes(form) : Buffer.from(wire.text ?? json);
  const contentType = wire.contentType ?? (isForm ? formContentType : 'application/json');
  return {
    method: endpoint.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      'x-forwarded-for': nextAddress(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body.length === 0 && wire.contentType === undefined ? {} : { 'content-type': contentType }),
      ...(body.length === 0 ? {} : { 'content-length': String(body.length) }),
      ...latin(wire.headers),
    },
    body,
  };
}

let addresses = 0;
/** Addresses of the benchmarking block; every second one was used before and may be rate-limited. */
function nextAddress(): string {
  addresses += 1;
  const at = addresses % 2 === 0 ? addresses % 16 : addresses % 65_536;
  return `198.18.${at >> 8}.${at & 255}`;
}

/** In a URL, JSON values can only be text. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function latin(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]),
  );
}

/** Disconnects from an endless stream after its first chunk. */
const timeoutMs = 20;

/** Sends requests over keep-alive connections, as browsers do. */
export function createSender(baseUrl: string) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true });
  const send = (request: SentRequest) =>
    new Promise<Reply>((answered, failed) => {
      const { method, path, headers, body } = request;
      const options = { hostname, port, method, path: `/api${path}`, headers, agent };
      const sent = httpRequest(options, (reply) => {
        read(reply).then(answered, failed);
      });
      sent.setTimeout(60_000, () => sent.destroy(new Error('There is no answer.')));
      sent.on('error', (error) => {
        // The server closed the connection after the previous response, as it may; retry on another one.
        if (sent.reusedSocket && 'code' in error) send(request).then(answered, failed);
        else failed(error);
      });
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
}

async function read(reply: IncomingMessage): Promise<Reply> {
  const contentType = reply.headers['content-type'] ?? '';
  if (contentType.startsWith('text/event-stream')) setTimeout(() => reply.destroy(), timeoutMs);
  const parts: Buffer[] = [];
  try {
    for await (const part of reply) parts.push(part as Buffer);
  } catch (error) {
    if (!reply.destroyed || !contentType.startsWith('text/event-stream')) throw error;
  }
  const bytes = unpack(Buffer.concat(parts), reply.headers['content-encoding']);
  return { status: reply.statusCode ?? 0, contentType, bytes };
}

function unpack(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}
