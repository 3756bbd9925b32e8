import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { count, header, show } from '#testing/fruit-table.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { parsePresets } from './preset.ts';

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('user', JSON.stringify({ id: 'ada', groups: ['admin'] }));
  await page.viewport(1280, 800);
});

const label = 'filter-presets-fruit';

/** A server with one list of presets that rejects a write if its version is not the current one. */
function serve(stored: unknown[] = []) {
  const server = {
    setting: JSON.stringify(stored),
    version: stored.length === 0 ? 0 : 1,
    broken: false,
    /** Simulates another session that saves this list before the next write arrives. */
    meanwhile: undefined as unknown[] | undefined,
  };
  const broken = { status: 500, body: { message: 'The moon is in the way.' } };
  const calls = serveApi({
    [`GET /prefrences/${label}`]: () =>
      server.broken ? broken : { body: [{ label, prefrenceSetting: server.setting, version: server.version }] },
    'POST /prefrences': ({ body }) => {
      if (server.broken) return broken;
      const { prefrenceSetting, version } = body as { prefrenceSetting: string; version: number };
      if (server.meanwhile !== undefined) {
        server.setting = JSON.stringify(server.meanwhile);
        server.version += 1;
        server.meanwhile = undefined;
      }
      if (version !== server.version) return { status: 409, body: { message: 'It was changed.' } };
      server.setting = prefrenceSetting;
      server.version += 1;
      return { body: {} };
    },
  });
  return { server, calls, presets: () => parsePresets(server.setting) };
}

const openMenu = () => page.getByRole('button', { name: 'Presets' }).click();
const preset = (name: string) => page.getByRole('button', { name, exact: true });
const toast = (text: string) => expect.element(page.getByText(text)).toBeVisible();

async function save(name: string) {
  await openMenu();
  await page.getByRole('button', { name: 'Save as preset...' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
}

test('the dialog stays open with what was typed when the window becomes narrow', async () => {
  serve();
  await show('/fruit?search=Fruit');
  await openMenu();
  await page.getByRole('button', { name: 'Save as preset...' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('Reds of May');
  await page.viewport(390, 800);
  await expect.element(page.getByRole('listitem', { includeHidden: true }).first()).toBeVisible();
  await expect.element(name).toHaveValue('Reds of May');
});

const reds = {
  id: 'r1',
  name: 'Reds',
  globalFilter: '',
  columnFilters: [{ id: 'colour', value: 'red' }],
  isDefault: false,
  createdAt: '2026-05-06T10:00:00.000Z',
};

test('saves the current state under a name and restores it', async () => {
  const { presets } = serve();
  const { address } = await show('/fruit?colour=red,green&search=Fruit&sort=-weight&limit=20&picked=last-30');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Note' }).click();
  await userEvent.keyboard('{Escape}');
  await save('  Not yellow ');
  await toast('Filter preset "Not yellow" saved successfully!');
  await expect.element(page.getByRole('button', { name: 'Presets' })).toHaveFocus();
  expect(presets()).toMatchObject([
    {
      name: 'Not yellow',
      globalFilter: 'Fruit',
      columnFilters: [
        { id: 'colour', value: 'red,green' },
        { id: 'picked', value: expect.stringMatching(/^\{"from":"\d{4}-\d\d-\d\d","to":"","relative":"last-30"\}$/) },
      ],
      isDefault: false,
      sorting: [{ id: 'weight', desc: true }],
      columnVisibility: { note: true, colour: true },
      columnOrder: ['name', 'colour', 'origin', 'weight', 'note'],
      pageSize: 20,
    },
  ]);

  await page.getByRole('button', { name: 'Reset' }).first().click();
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await expect.element(header('Note')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await openMenu();
  await preset('Not yellow').click();
  await toast('Filter preset "Not yellow" applied successfully!');
  await expect.element(header('Note')).toBeVisible();
  await expect.poll(address).toBe('/fruit?limit=20&sort=-weight&search=Fruit&colour=red,green&picked=last-30');
});

test('stores two days as JSON with from and to', async () => {
  const { presets } = serve();
  await show('/fruit?picked=2026-01-01,2026-02-01');
  await save('Winter');
  await toast('Filter preset "Winter" saved successfully!');
  expect(presets()[0]?.columnFilters).toEqual([{ id: 'picked', value: '{"from":"2026-01-01","to":"2026-02-01"}' }]);
});

test('refuses to save without an active filter or with a blank name', async () => {
  serve();
  await show('/fruit?sort=-weight');
  await openMenu();
  const begin = page.getByRole('button', { name: 'Save as preset...' });
  await expect.element(begin).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await page.getByRole('searchbox').fill('Fruit 1');
  await count('1–10 of 10');
  await openMenu();
  await begin.click();
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await expect.element(submit).toBeDisabled();
  await page.getByRole('textbox', { name: 'Name' }).fill('   ');
  await expect.element(submit).toBeDisabled();
});

test('offers to save below the list that the server has, which would move the button away from under a click', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<{ body: unknown }>();
  serveApi({ [`GET /prefrences/${label}`]: () => answer });
  await show('/fruit?search=Fruit');
  await openMenu();
  await expect.element(page.getByRole('heading', { name: 'Filter presets' })).toBeVisible();
  const saveButton = page.getByRole('button', { name: 'Save as preset...' });
  expect(saveButton.query()).toBeNull();
  resolve({ body: [{ label, prefrenceSetting: '[]', version: 0 }] });
  await expect.element(saveButton).toBeVisible();
});

test('asks before it replaces a preset with the same name', async () => {
  const { presets } = serve([{ ...reds, isDefault: true }]);
  await show('/fruit?colour=green');
  await save('reds');
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/Replace “Reds”\?/);
  await page.getByRole('button', { name: 'Replace' }).click();
  await toast('Filter preset "reds" saved successfully!');
  expect(presets()).toMatchObject([{ id: 'r1', isDefault: true, columnFilters: [{ id: 'colour', value: 'green' }] }]);
});

test('only one preset is the default, and the default can be cleared', async () => {
  const { presets } = serve([reds, { ...reds, id: 'g1', name: 'Greens', isDefault: true }]);
  await show('/fruit?page=2');
  await openMenu();
  const star = page.getByRole('button', { name: 'Set Reds as default' });
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await toast('Filter preset "Reds" set as default!');
  await expect.element(star).toHaveAttribute('aria-pressed', 'true');
  expect(presets().map(({ name, isDefault }) => [name, isDefault])).toEqual([
    ['Reds', true],
    ['Greens', false],
  ]);
  await star.click();
  await expect.element(star).toHaveAttribute('aria-pressed', 'false');
  expect(presets().some(({ isDefault }) => isDefault)).toBe(false);
});

test('asks before it deletes a preset, with the preset’s name', async () => {
  const { presets } = serve([reds]);
  await show('/fruit?page=2');
  await openMenu();
  await page.getByRole('button', { name: 'Delete Reds' }).click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent(/Delete “Reds”\?/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await toast('Filter preset "Reds" deleted successfully!');
  await expect.element(page.getByRole('button', { name: 'Presets' })).toHaveFocus();
  expect(presets()).toEqual([]);
});

test('keeps what another browser saved in the meantime', async () => {
  const { server, presets } = serve([reds]);
  await show('/fruit?colour=green');
  await openMenu();
  await expect.element(preset('Reds')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  server.setting = JSON.stringify([
    { ...reds, name: 'Crimson' },
    { ...reds, id: 'o1', name: 'Others', later: 1 },
  ]);
  await save('Greens');
  await toast('Filter preset "Greens" saved successfully!');
  expect(presets().map(({ name }) => name)).toEqual(['Crimson', 'Others', 'Greens']);
  expect(presets()[1]).toHaveProperty('later', 1);
});

test('keeps what another session saves at the same moment', async () => {
  const { server, presets } = serve([reds]);
  await show('/fruit?colour=green');
  server.meanwhile = [reds, { ...reds, id: 'o1', name: 'Others' }];
  await save('Greens');
  await toast('Filter preset "Greens" saved successfully!');
  expect(presets().map(({ name }) => name)).toEqual(['Reds', 'Others', 'Greens']);
  await openMenu();
  await expect.element(preset('Others')).toBeVisible();
});

test('does not overwrite a preset that another session has changed, and shows a message', async () => {
  const { server, presets } = serve([reds]);
  await show('/fruit?colour=green');
  server.meanwhile = [{ ...reds, globalFilter: 'theirs' }];
  await save('Reds');
  await page.getByRole('button', { name: 'Replace' }).click();
  await toast('Failed to save filter presets to server');
  await toast('This preset was changed in another window. Nothing was overwritten. Check it and try again.');
  expect(presets()).toMatchObject([{ id: 'r1', globalFilter: 'theirs' }]);
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Reds');

  // The new version is known now, so the preset can be replaced.
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Replace' }).click();
  await toast('Filter preset "Reds" saved successfully!');
  expect(presets()).toMatchObject([{ id: 'r1', globalFilter: '', columnFilters: [{ id: 'colour', value: 'green' }] }]);
});

test('keeps a failed save in this browser and sends it when the server is available again', async () => {
  const { server, presets } = serve([reds]);
  const { queryClient } = await show('/fruit?colour=green');
  server.broken = true;
  await save('Greens');
  await toast('Failed to save filter presets to server');
  await openMenu();
  await expect.element(preset('Greens')).toBeVisible();
  expect(presets().map(({ name }) => name)).toEqual(['Reds']);
  await userEvent.keyboard('{Escape}');

  server.broken = false;
  server.setting = JSON.stringify([reds, { ...reds, id: 'o1', name: 'Others' }]);
  server.version += 1;
  queryClient.clear();
  await openMenu();
  await expect.element(preset('Others')).toBeVisible();
  await expect.element(preset('Greens')).toBeVisible();
  await expect.poll(() => presets().map(({ name }) => name)).toEqual(['Reds', 'Others', 'Greens']);
});

test('shows this browser’s copy without an error if the presets cannot be loaded', async () => {
  const { server } = serve();
  server.broken = true;
  localStorage.setItem(label, JSON.stringify({ owner: 'ada', presets: [reds], changes: [] }));
  await show('/fruit?page=2');
  await openMenu();
  await preset('Reds').click();
  await toast('Filter preset "Reds" applied successfully!');
  await count('1–10 of 15');
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

test('does not show another user’s copy', async () => {
  const { server } = serve();
  server.broken = true;
  localStorage.setItem(label, JSON.stringify({ owner: 'bob', presets: [reds], changes: [] }));
  await show('/fruit?page=2');
  await openMenu();
  await toast('None yet. What you filter and search for often can be saved here.');
});

test('refuses a list that is too long with a message and changes nothing', async () => {
  const { presets } = serve([{ ...reds, note: 'x'.repeat(262_000) }]);
  await show('/fruit?colour=green');
  await save('Greens');
  await toast('Your presets for this list are too large together. Delete one first.');
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Greens');
  expect(presets()).toHaveLength(1);
});

test('the default applies to an address without parameters, once per tab', async () => {
  serve([{ ...reds, isDefault: true, columnVisibility: { origin: false } }]);
  const { address, steps } = await show('/fruit?open=7');
  await count('1–10 of 15');
  expect(address()).toBe('/fruit?open=7&colour=red');
  expect(steps()).toBe(0);
  await expect.element(header('Origin')).not.toBeInTheDocument();

  await page.getByRole('button', { name: 'Reset' }).click();
  await count('1–10 of 45');
  const again = await show('/fruit');
  await expect.element(page.getByText('1–10 of 45').nth(1)).toBeVisible();
  expect(again.address()).toBe('/fruit');
});

test('the default does not change an address that requests the first page', async () => {
  serve([{ ...reds, isDefault: true }]);
  const { address } = await show('/fruit?page=1');
  await count('1–10 of 45');
  expect(address()).toBe('/fruit?page=1');
});

test('the default does not change an address with parameters or the last state of this browser', async () => {
  serve([{ ...reds, isDefault: true }]);
  await show('/fruit?colour=green&limit=20');
  await count('1–15 of 15');
  sessionStorage.clear();
  const { address } = await show('/fruit');
  await expect.poll(address).toBe('/fruit?limit=20&colour=green');
});

test('ignores columns and filters that this version or role does not have', async () => {
  serve([
    {
      ...reds,
      columnFilters: [...reds.columnFilters, { id: 'password', value: 'x' }, { id: 'picked', value: 'soon' }],
      sorting: [{ id: 'gone', desc: true }],
      columnOrder: ['gone', 'weight', 'colour'],
      columnVisibility: { gone: true, name: false },
      pageSize: 7,
    },
  ]);
  const { address } = await show('/fruit?limit=20');
  await openMenu();
  await preset('Reds').click();
  await count('1–10 of 15');
  expect(address()).toBe('/fruit?colour=red');
  const headers = page.getByRole('columnheader').elements();
  expect(headers.map((each) => each.textContent)).toEqual(['Name', 'Weight', 'Colour', 'Origin', 'Actions']);
});

test('shows the presets behind an icon on a narrow screen', async () => {
  serve([reds]);
  await page.viewport(390, 844);
  await show('/fruit?page=2');
  await openMenu();
  await preset('Reds').click();
  await count(/1–10 of 15/);
});
