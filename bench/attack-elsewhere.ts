import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers each request after the time that its header names, without reading its body. */
const server = createServer((request, response) => {
  setTimeout(() => response.end(), Number(request.headers['x-answer-after'] ?? 0)).unref();
});
await once(process, 'message');
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
