import type { OrderLine } from '@portal/contract/orders';

/** Where an order's lines are read that the portal does not hold: NetSuite. */
export type OrderLinesSource = {
  /** The lines as they are now; null where there is no such order any more. Rejects when it cannot be asked. */
  readLines(orderId: string, options: { signal: AbortSignal }): Promise<OrderLine[] | null>;
};

/** Asks for the lines, but not for long: undefined when no answer comes in time, or none that can be used. */
export async function readLinesInTime(
  source: OrderLinesSource,
  orderId: string,
  timeoutMs: number,
): Promise<OrderLine[] | undefined> {
  const signal = AbortSignal.timeout(timeoutMs);
  const timedOut = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const lines = source.readLines(orderId, { signal }).catch(() => undefined);
  return (await Promise.race([lines, timedOut])) ?? undefined;
}
