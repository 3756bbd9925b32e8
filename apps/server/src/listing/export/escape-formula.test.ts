import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { parseCsv } from 'hucre/csv';
import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { escapeFormula, escapeFormulas } from './escape-formula.ts';
import { toExportFile } from './export-file.ts';

/** Characters that start a formula, repeated here independently of the code. */
const begins = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const sign = fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', "'", '"', ';', ',', ' ');
const cell = fc
  .array(fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 3 }), fc.constantFrom('_x0041_', '\u0001', '<a>&')))
  .map((parts) => parts.join(''));

const columns = (['text', 'number'] as const).map((kind) => ({
  header: kind,
  column: { id: kind, kind, source: kind },
}));

function fileOf(format: 'csv' | 'xlsx', rows: [string, string][]) {
  const batches = (async function* () {
    yield rows;
  })();
  return toExportFile({ format, subject: 'things', day: '2026-11-21', columns, rowCount: rows.length, rows: batches });
}
const rowsOf = fc.array(
  fc.tuple(
    cell,
    fc.integer().map((cents) => (cents / 100).toFixed(2)),
  ),
  { minLength: 1, maxLength: 30 },
);

test('no text or part of it starts a formula, even if a reader splits it at semicolons or line breaks', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(escapeFormula(text)).not.toMatch(begins);
      expect(escapeFormula(text).replace(/^'/, '')).toBe(text.replace(/^'/, ''));
      for (const part of escapeFormulas(text).split(/[;\t\r\n]/)) expect(part).not.toMatch(/^[=+\-@＝＋－＠]/);
    }),
  );
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1 514 555', "'+1 514 555"],
  ['-', "'-"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
  ['', ''],
])('%j becomes %j', (text, safe) => {
  expect(escapeFormula(text)).toBe(safe);
});

test('CSV cells contain the escaped text, and numbers stay numbers', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      const text = (await buffer(fileOf('csv', rows).content)).toString('utf8');
      expect(text.startsWith('\uFEFFtext,number\r\n')).toBe(true);
      const [, ...read] = parseCsv(text, { delimiter: ',' });
      expect(read).toEqual(rows.map(([first, amount]) => [escapeFormulas(first), amount]));
    }),
    { numRuns: 100 },
  );
});

test('workbook cells are no formulas, texts are complete, and numbers stay numbers', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, async (rows) => {
      const { sheets } = await readXlsx(new Uint8Array(await buffer(fileOf('xlsx', rows).content)));
      const [header, ...read] = sheets[0]?.rows ?? [];
      expect(header).toEqual(['text', 'number']);
      expect(read).toEqual(rows.map(([first, amount]) => [escapeFormula(first), Number(amount)]));
    }),
    { numRuns: 100 },
  );
});
