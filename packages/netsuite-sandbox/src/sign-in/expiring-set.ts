/** Values that each expire at a time of their own: access tokens that are out, nonces and assertions that were used. */
export function createExpiringSet(now: () => Date) {
  const expiries = new Map<string, number>();
  const has = (value: string) => (expiries.get(value) ?? 0) > now().getTime();
  return {
    has,
    /** Adds a value that expires at `expiry` (milliseconds since 1970); false if it is there already. */
    add(value: string, expiry: number): boolean {
      if (has(value)) return false;
      // Values expire about in the order in which they were added.
      for (const known of expiries.keys()) {
        if (has(known)) break;
        expiries.delete(known);
      }
      expiries.set(value, expiry);
      return true;
    },
    clear: () => expiries.clear(),
  };
}
