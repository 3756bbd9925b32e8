/** The account's clock: what serverTime, lastModifiedDate and the end of access tokens go by. */
export type SandboxClock = ReturnType<typeof createSandboxClock>;

export function createSandboxClock() {
  let offset = 0;
  let frozenAt: number | undefined;
  const now = () => frozenAt ?? Date.now() + offset;
  return {
    now: () => new Date(now()),
    /** Sets the time; a frozen clock stands still until it is set or advanced. */
    set(time: Date, { frozen }: { frozen: boolean }) {
      offset = time.getTime() - Date.now();
      frozenAt = frozen ? time.getTime() : undefined;
    },
    advance(milliseconds: number) {
      if (frozenAt === undefined) offset += milliseconds;
      else frozenAt += milliseconds;
    },
  };
}
