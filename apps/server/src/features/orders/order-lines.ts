import type { OrderLine } from '@portal/contract/orders';

/** Source of order lines that the portal has not stored: NetSuite. */
export type OrderLinesSource = {
  /** The current lines; null if the order no longer exists. Rejects when NetSuite is unavailable. */
  readLines(orderId: string, options: { signal: AbortSignal }): Promise<OrderLine[] | null>;
};

/** Requests the lines with a timeout; undefined without a usable answer in time. */
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
