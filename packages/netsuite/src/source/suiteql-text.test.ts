import { expect, test } from 'vitest';
import { atOrAfter } from './suiteql-text.ts';

// suiteql-facts, section 1: SYS_EXTRACT_UTC alone makes NetSuite read the whole table.
test('an instant is compared exactly, beside a bound that an index serves in any time zone of the user', () => {
  expect(atOrAfter('r.lastmodifieddate', new Date('2026-03-01T00:30:00Z'))).toBe(
    `r.lastmodifieddate >= TO_DATE('2026-02-28', 'YYYY-MM-DD') AND ` +
      `SYS_EXTRACT_UTC(r.lastmodifieddate) >= TO_TIMESTAMP('2026-03-01T00:30:00Z', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`,
  );
});
