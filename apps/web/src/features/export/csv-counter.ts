const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the records of a CSV stream: line ends, except those within quotes. */
export function createCsvCounter() {
  let records = 0;
  let isQuoted = false;
  let isLineBegun = false;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) {
        // An escaped quote toggles twice, so it needs no special case.
        if (byte === quote) isQuoted = !isQuoted;
        isLineBegun = isQuoted || byte !== lineFeed;
        if (!isLineBegun) records += 1;
      }
    },
    /** Number of complete records so far. */
    records: () => records,
    /** True if the last line has no line end and so may be incomplete. */
    endsWithinRecord: () => isLineBegun,
  };
}
