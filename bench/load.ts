import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export type Load = {
  url: string;
  /** Paths and queries of the next unit of work: sent one after the other, timed as one. */
  nextPaths: () => readonly string[];
  /** Bearer tokens of the users, one for each connection in turn. */
  tokens?: readonly string[];
  connections?: number;
  /** Pause between units of work, in milliseconds; default 0. */
  pauseMs?: number;
  seconds: number;
};

export type Measured = { perSecond: number; p50: number; p95: number; p99: number };

/**
 * Keeps a number of connections busy: each sends its next request when it has its response. Measures each unit of work
 * in milliseconds. Parses only the HTTP that these servers send, to keep the overhead of measuring low.
 * Throws on any status but 200.
 */
export async function measure({
  url,
  nextPaths,
  tokens = [],
  connections = 8,
  pauseMs = 0,
  seconds,
}: Load): Promise<Measured> {
  const { hostname, port } = new URL(url);
  const times: number[] = [];
  const begin = performance.now();
  const end = begin + seconds * 1000;
  const run = async (_: unknown, index: number) => {
    const token = tokens[index % tokens.length];
    const head = `host: ${hostname}:${port}\r\n${token === undefined ? '' : `authorization: Bearer ${token}\r\n`}`;
    const exchange = createExchange(connect(Number(port), hostname));
    while (performance.now() < end) {
      const sent = performance.now();
      for (const path of nextPaths()) await exchange(`GET ${path} HTTP/1.1\r\n${head}\r\n`);
      times.push(performance.now() - sent);
      if (pauseMs > 0) await delay(pauseMs);
    }
    exchange.close();
  };
  await Promise.all(Array.from({ length: connections }, run));
  const elapsed = (performance.now() - begin) / 1000;
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return { perSecond: times.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const endOfHead = '\r\n\r\n';

function createExchange(socket: Socket) {
  socket.setNoDelay(true);
  let waiting: { request: string; resolve: () => void; reject: (error: Error) => void } | undefined;
  let received = Buffer.alloc(0);
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The server closed the connection.')));
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const bodyStart = received.indexOf(endOfHead) + endOfHead.length;
    if (bodyStart < endOfHead.length) return;
    const head = received.toString('latin1', 0, bodyStart);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (received.length < bodyStart + length) return;
    const answer = received.toString('utf8');
    received = Buffer.alloc(0);
    if (head.startsWith('HTTP/1.1 200')) waiting?.resolve();
    else waiting?.reject(new Error(`${waiting.request}${answer}`));
  });
  const exchange = (request: string) =>
    new Promise<void>((resolve, reject) => {
      waiting = { request, resolve, reject };
      socket.write(request);
    });
  exchange.close = () => {
    waiting = undefined;
    socket.destroy();
  };
  return exchange;
}
