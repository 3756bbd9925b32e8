import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, compile, join, raw, type Sql, sql } from './sql.ts';

test('values become parameters and fragments become text', () => {
  const condition = sql`${raw('name')} = ${"'; drop table"} and ${sql`price > ${5}`}`;
  expect(compile(sql`select 1 where ${condition} limit ${10}`)).toEqual({
    text: 'select 1 where name = $1 and price > $2 limit $3',
    values: ["'; drop table", 5, 10],
  });
});

test('an empty list of conditions is true', () => {
  expect(compile(all([])).text).toBe('true');
  expect(compile(all([sql`a`, sql`b = ${1}`])).text).toBe('a and b = $1');
});

test('parameters match their values in any nesting of fragments', () => {
  const leaf = fc.integer().map((value) => sql`[${value}]`);
  const { tree } = fc.letrec<{ tree: Sql }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 5 },
      leaf,
      fc.array(tie('tree'), { maxLength: 4 }).map((pieces) => join(pieces, ' ')),
    ),
  }));
  fc.assert(
    fc.property(tree, (piece) => {
      const { text, values } = compile(sql`(${piece})`);
      expect(text.match(/\$\d+/g) ?? []).toEqual(values.map((_, index) => `$${index + 1}`));
    }),
  );
});
