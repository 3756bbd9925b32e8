import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type DistantDatabase = {
  /** The same database with network latency. */
  url: string;
  /** Latency of each message in milliseconds; initially 0. */
  setDistance(milliseconds: number): void;
  close(): Promise<void>;
};

/** A proxy to a database that adds latency between the statements of a transaction. */
export async function startDistantDatabase(url: string): Promise<DistantDatabase> {
  const { hostname, port } = new URL(url);
  let distance = 0;
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        setTimeout(() => peer.destroy(), distance);
      });
    }
    near.on('data', (chunk) => setTimeout(() => far.writable && far.write(chunk), distance));
    far.on('data', (chunk) => near.writable && near.write(chunk));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(url);
  address.port = String((server.address() as AddressInfo).port);
  return {
    url: address.href,
    setDistance: (milliseconds) => {
      distance = milliseconds;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
