import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPresets } from './preset.ts';
import { applyChanges, type PresetChange } from './preset-changes.ts';

const id = fc.constantFrom(...'abcdef');
const preset = fc.record({
  id,
  name: fc.string({ minLength: 1 }).filter((name) => name.trim() !== ''),
  globalFilter: fc.string(),
  columnFilters: fc.array(fc.record({ id: fc.string(), value: fc.string() })),
  isDefault: fc.boolean(),
  createdAt: fc.constant('2026-05-06T10:00:00.000Z'),
});
const presets = fc.array(preset).map(readPresets);
const change: fc.Arbitrary<PresetChange> = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), preset }),
  fc.record({ kind: fc.constant('delete' as const), id }),
  fc.record({ kind: fc.constant('default' as const), id: fc.option(id) }),
);
const changes = fc.array(change);

test('any sequence of changes keeps each preset once and at most one default', () => {
  fc.assert(
    fc.property(presets, changes, (list, made) => {
      const after = applyChanges(list, made);
      expect(new Set(after.map((each) => each.id)).size).toBe(after.length);
      expect(after.filter((each) => each.isDefault).length).toBeLessThanOrEqual(1);
    }),
  );
});

test('local changes keep everything that another browser saved in the meantime', () => {
  fc.assert(
    fc.property(presets, changes, (list, made) => {
      const touched = new Set(made.flatMap((each) => (each.kind === 'put' ? each.preset.id : each.id)));
      const contents = (all: typeof list) =>
        all.filter((each) => !touched.has(each.id)).map(({ isDefault: _, ...content }) => content);
      expect(contents(applyChanges(list, made))).toEqual(contents(list));
    }),
  );
});

test('applying a change twice has no further effect', () => {
  fc.assert(
    fc.property(presets, change, (list, made) => {
      const once = applyChanges(list, [made]);
      expect(applyChanges(once, [made])).toEqual(once);
    }),
  );
});

test('resending several changes after a lost response has no further effect', () => {
  fc.assert(
    fc.property(presets, changes, (list, made) => {
      const contents = (all: typeof list) =>
        all.map(({ isDefault: _, ...content }) => content).toSorted((one, other) => one.id.localeCompare(other.id));
      const once = applyChanges(list, made);
      expect(contents(applyChanges(once, made))).toEqual(contents(once));
    }),
  );
});

test('two browsers that save at different times both keep their changes, in either order', () => {
  fc.assert(
    fc.property(presets, preset, preset, (list, mine, theirs) => {
      fc.pre(mine.id !== theirs.id);
      const ids = (...order: (typeof mine)[]) =>
        new Set(
          applyChanges(
            list,
            order.map((each) => ({ kind: 'put', preset: each }) as const),
          ).map((each) => each.id),
        );
      expect(ids(mine, theirs)).toEqual(ids(theirs, mine));
      expect([...ids(mine, theirs)]).toEqual(expect.arrayContaining([mine.id, theirs.id]));
    }),
  );
});
