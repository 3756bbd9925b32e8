import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { serveApi } from '#testing/serve-api.ts';
import { type Preset, parsePresets } from './preset.ts';
import { applyChanges, type PresetChange } from './preset-changes.ts';
import { PresetConflict, savePresets } from './preset-store.ts';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('user', JSON.stringify({ id: 'ada', groups: ['admin'] }));
});

const presetOf = (id: string, search: string): Preset => ({
  id,
  name: `Preset ${id}`,
  globalFilter: search,
  columnFilters: [],
  isDefault: false,
  createdAt: '2026-05-06T10:00:00.000Z',
});

/** A server whose list is changed by another session just before each write, until `others` runs out. */
function serve(stored: readonly Preset[], others: readonly PresetChange[]) {
  const waiting = [...others];
  const server = { presets: [...stored], version: 7 };
  serveApi({
    'GET /prefrences/filter-presets-fruit': () => ({
      body: [{ prefrenceSetting: JSON.stringify(server.presets), version: server.version }],
    }),
    'POST /prefrences': ({ body }) => {
      const other = waiting.shift();
      if (other !== undefined) {
        server.presets = applyChanges(server.presets, [other]);
        server.version += 1;
      }
      const { prefrenceSetting, version } = body as { prefrenceSetting: string; version: number };
      if (version !== server.version) return { status: 409, body: { message: 'It was changed.' } };
      server.presets = parsePresets(prefrenceSetting);
      server.version += 1;
      return { body: {} };
    },
  });
  return server;
}

const search = fc.constantFrom('a', 'b', 'c');
const put = (ids: readonly string[]): fc.Arbitrary<PresetChange> =>
  fc.record({ id: fc.constantFrom(...ids), search }).map(({ id, search: text }) => ({
    kind: 'put',
    preset: presetOf(id, text),
  }));

test('concurrent saves from many sessions lose nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(put(['x', 'y', 'z']), { maxLength: 6 }), put(['mine']), async (others, mine) => {
      localStorage.removeItem('filter-presets-fruit');
      const server = serve([presetOf('old', 'a')], others);
      const expected = applyChanges([presetOf('old', 'a')], [...others, mine]);
      const saved = await savePresets('fruit', mine);
      expect(saved).toEqual(server.presets);
      const byId = (presets: readonly Preset[]) => presets.toSorted((one, other) => one.id.localeCompare(other.id));
      expect(byId(server.presets)).toEqual(byId(expected));
    }),
    { numRuns: 40 },
  );
});

test('replacing or deleting a preset is refused exactly if another session has changed that preset', async () => {
  const edit = fc.record({ kind: fc.constantFrom('put' as const, 'delete' as const), text: search });
  const other = fc.record({ id: fc.constantFrom('p', 'q'), text: search });
  await fc.assert(
    fc.asyncProperty(edit, other, async ({ kind, text }, theirs) => {
      localStorage.removeItem('filter-presets-fruit');
      const base = presetOf('p', 'a');
      const mine: PresetChange = kind === 'put' ? { kind, preset: presetOf('p', text), base } : { kind, id: 'p', base };
      const server = serve([base], [{ kind: 'put', preset: presetOf(theirs.id, theirs.text) }]);
      const isChanged = theirs.id === 'p' && theirs.text !== 'a' && !(kind === 'put' && text === theirs.text);
      const outcome = await savePresets('fruit', mine).then(
        () => 'saved',
        (error: unknown) => (error instanceof PresetConflict ? 'refused' : error),
      );
      expect(outcome).toBe(isChanged ? 'refused' : 'saved');
      const after = Object.fromEntries(server.presets.map(({ id, globalFilter }) => [id, globalFilter]));
      const kept = theirs.id === 'q' ? { q: theirs.text } : {};
      const own = kind === 'put' ? { p: text } : {};
      expect(after).toEqual({ ...(isChanged ? { p: theirs.text } : own), ...kept });
    }),
    { numRuns: 60 },
  );
});
