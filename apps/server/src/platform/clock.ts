/** Source of the current time, replaced in tests. */
export type Clock = {
  now(): Date;
};

export const systemClock: Clock = { now: () => new Date() };

export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
