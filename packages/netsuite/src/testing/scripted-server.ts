import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Behavior = (request: Received, response: ServerResponse) => void;

/** A real HTTP server that answers each request by the next scripted behavior, and repeats the last one. */
export interface ScriptedServer {
  readonly url: string;
  readonly received: Received[];
  close(): Promise<void>;
}

export async function startScriptedServer(behaviors: readonly Behavior[]): Promise<ScriptedServer> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const seen = { method, url, headers, body: Buffer.concat(chunks).toString() };
      received.push(seen);
      behaviors[Math.min(received.length, behaviors.length) - 1]?.(seen, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Behavior {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

export function netsuiteError(status: number, code: string, detail: string, headers?: Record<string, string>) {
  return answer(status, { title: 'Refused', status, 'o:errorDetails': [{ detail, 'o:errorCode': code }] }, headers);
}

/** The message is whole, its JSON is not. */
export function cutJson(status: number): Behavior {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end('{"items":[{"id":"1"},{"i');
  };
}

/** The connection ends in the middle of the body. */
export const cutConnection: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-length': '1000' }).write('{"items":[');
  setImmediate(() => response.destroy());
};

export const dropped: Behavior = (_request, response) => {
  response.destroy();
};

export const silence: Behavior = () => undefined;
