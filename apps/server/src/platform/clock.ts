/** Source of the current time, replaced in tests. */
export type Clock = {
  now(): Date;
};

export const systemClock: Clock = { now: () => new Date() };

/** Whether an instant (ISO 8601) has been reached; null is never. */
export function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && new Date(instant) <= now;
}

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
