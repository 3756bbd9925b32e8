import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes of new buffers after which they are collected. */
const collectedBytes = 8 * 2 ** 20;
/** Time in milliseconds in which one connection on the same machine fills them. */
const checkMs = 20;

/**
 * Collects the memory of received and sent files while it is new. Node reads and writes each 64 KiB in new memory, which
 * V8 by itself collects only after 32 MiB, together with everything else: that takes up to 50 ms, this less than one.
 * Returns a function that stops it.
 */
export function collectBuffers(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
  let least = Number.POSITIVE_INFINITY;
  const check = () => {
    const { external_memory: bytes } = getHeapStatistics();
    least = Math.min(least, bytes);
    if (bytes - least < collectedBytes) return;
    collect({ type: 'minor' });
    least = getHeapStatistics().external_memory;
  };
  const timer = setInterval(check, checkMs).unref();
  return () => clearInterval(timer);
}
