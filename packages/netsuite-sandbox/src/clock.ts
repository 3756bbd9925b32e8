/** The account's clock: what serverTime, lastModifiedDate, SYSDATE and the end of access tokens go by. */
export type SandboxClock = {
  now(): Date;
  /** Sets the time; a frozen clock stands still until it is set, advanced or reset. */
  set(time: Date, options: { frozen: boolean }): void;
  advance(milliseconds: number): void;
  /** Back to the machine's own time. */
  reset(): void;
  isFrozen(): boolean;
};

export function createSandboxClock(machineClock: () => Date): SandboxClock {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? machineClock().getTime() + offset;
  return {
    now: () => new Date(now()),
    set(time, { frozen }) {
      offset = time.getTime() - machineClock().getTime();
      frozenAt = frozen ? time.getTime() : undefined;
    },
    advance(milliseconds) {
      if (frozenAt === undefined) offset += milliseconds;
      else frozenAt += milliseconds;
    },
    reset() {
      offset = 0;
      frozenAt = undefined;
    },
    isFrozen: () => frozenAt !== undefined,
  };
}

/** NetSuite's date-time form: whole seconds of UTC, `2017-07-21T17:32:28Z`. */
export function toDateTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
