import type { ServerResponse } from 'node:http';
import { secondMs } from '../../platform/clock.ts';

const checkMs = secondMs / 2;

/**
 * Calls back once when data waits for the reader of an answer and none of it was taken for `stalledMs`. Time in which
 * there is nothing to send does not count. Ends with the connection.
 */
export function whenStalled(response: ServerResponse, stalledMs: number, onStalled: () => void): void {
  let taken = -1;
  let since = performance.now();
  const timer = setInterval(
    () => {
      const { socket } = response;
      if (socket === null) return;
      const takenNow = socket.bytesWritten - socket.writableLength;
      const isWaiting = response.writableLength > 0 || socket.writableLength > 0;
      if (!isWaiting || takenNow !== taken) {
        taken = takenNow;
        since = performance.now();
        return;
      }
      if (performance.now() - since < stalledMs) return;
      clearInterval(timer);
      onStalled();
    },
    Math.min(checkMs, stalledMs / 4),
  );
  response.once('close', () => clearInterval(timer));
}
