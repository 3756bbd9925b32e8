import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const boundary = 'the-boundary';

/** Bytes of a form with the file before its description. */
export function formBytes(name: string, content: Uint8Array, description: string): Buffer {
  const part = (header: string) => `--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(part(`name="file"; filename="${name}"`)),
    content,
    Buffer.from(`\r\n${part('name="description"')}${description}\r\n--${boundary}--\r\n`),
  ]);
}

/** Starts an upload that declares its total size, on its own connection, which the test can close at any time. */
export async function beginUpload(url: string, token: string, orderId: string, length: number): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await write(
    socket,
    [
      `POST /api/netsuite-sales-orders/${orderId}/attachments HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${token}`,
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${length}`,
      'Connection: close',
      '\r\n',
    ].join('\r\n'),
  );
  return socket;
}

export function write(socket: Socket, bytes: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

/** Polls until the condition is true; fails after a generous timeout. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let waited = 0; !(await isSo()); waited += 20) {
    if (waited > 30_000) throw new Error('It did not come about.');
    await delay(20);
  }
}
