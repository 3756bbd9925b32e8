const quote = 0x22;
const lineFeed = 0x0a;

/** Counts the records of a CSV text as it comes: lines, save those that end within quotes. */
export function createCsvCounter() {
  let records = 0;
  let isQuoted = false;
  let isLineBegun = false;
  return {
    add(bytes: Uint8Array): void {
      for (const byte of bytes) {
        // Two quotes within quotes leave and enter again: no need to know them.
        if (byte === quote) isQuoted = !isQuoted;
        isLineBegun = isQuoted || byte !== lineFeed;
        if (!isLineBegun) records += 1;
      }
    },
    /** The records that are whole so far. */
    records: () => records,
    /** A last line without its end may be half of one. */
    endsWithinRecord: () => isLineBegun,
  };
}
