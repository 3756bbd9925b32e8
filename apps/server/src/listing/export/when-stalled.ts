import type { ServerResponse } from 'node:http';

/**
 * Number of consecutive checks without progress. More than one, so that a pause of this process is not mistaken for a
 * stalled reader.
 */
const maxChecks = 5;

/**
 * Calls back once when data is waiting for the reader of a response and none was read for `stalledMs`. Time without
 * data to send does not count. Ends with the connection.
 */
export function whenStalled(response: ServerResponse, stalledMs: number, onStalled: () => void): void {
  let taken = -1;
  let checks = 0;
  const timer = setInterval(() => {
    const { socket } = response;
    if (socket === null) return;
    const isWaiting = response.writableLength > 0 || socket.writableLength > 0;
    const takenNow = socket.bytesWritten - socket.writableLength;
    checks = isWaiting && takenNow === taken ? checks + 1 : 0;
    taken = takenNow;
    if (checks < maxChecks) return;
    clearInterval(timer);
    onStalled();
  }, stalledMs / maxChecks);
  response.once('close', () => clearInterval(timer));
}
