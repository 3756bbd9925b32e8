import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { SearchField } from '#components/data-table/search-field.tsx';
import { PaletteButton } from '#components/shell/page-header.tsx';
import { areShortcutsOn, turnShortcuts } from '#lib/shortcuts.ts';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { KeyListener } from './palette-host.tsx';
import { ShortcutsSwitch } from './shortcuts-switch.tsx';

const profile = { id: 'u', email: 'a@b.test', groups: ['admin'], createdAt: '2026-01-01' };
const palette = page.getByRole('dialog', { name: 'Command palette' });
const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const search = page.getByRole('searchbox');

beforeEach(async () => {
  localStorage.clear();
  turnShortcuts(true);
  localStorage.setItem('user', JSON.stringify(profile));
  await page.viewport(1280, 800);
  serveApi({ 'GET /auth/profile': () => ({ body: profile }) });
});

async function show() {
  await renderPage(
    <main tabIndex={-1}>
      <PaletteButton />
      <SearchField value="" onSearch={() => undefined} label="Search orders..." />
      <textarea aria-label="Note" />
      <select aria-label="Kind" />
      {/* biome-ignore lint/a11y/useSemanticElements: the test needs an element with contenteditable. */}
      <div contentEditable role="textbox" tabIndex={0} aria-label="Free text" />
      <ShortcutsSwitch />
      <KeyListener />
    </main>,
    '/orders',
  );
  await expect.element(search).toBeVisible();
}

test('Ctrl-K opens the palette from anywhere, including a field, and Escape restores the focus', async () => {
  await show();
  await page.getByLabelText('Note').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  for (let presses = 0; presses < 4; presses++) {
    await userEvent.keyboard('{Tab}');
    expect(palette.element().contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Note')).toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).not.toBeInTheDocument();
});

test('shows the shortcut on its button, opens on click, and restores the focus', async () => {
  await show();
  const button = page.getByRole('button', { name: 'Command palette Ctrl K' });
  await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Control+K');
  await button.click();
  await expect.element(page.getByRole('combobox', { name: /^Find an order/ })).toHaveFocus();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(button).toHaveFocus();
});

test('opens the list of shortcuts', async () => {
  await show();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  await userEvent.keyboard('short{Enter}');
  await expect.element(shortcuts).toBeVisible();
  await expect.element(palette).not.toBeInTheDocument();
});

test('/ focuses the search and ? opens the list of shortcuts', async () => {
  await show();
  await userEvent.keyboard('/');
  await expect.element(search).toHaveFocus();
  await expect.element(search).toHaveValue('');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
  await expect.element(shortcuts.getByText('Open the command palette')).toBeVisible();
  // While a dialog is open, the search shortcut does nothing.
  const focused = document.activeElement;
  await userEvent.keyboard('/');
  expect(document.activeElement).toBe(focused);
});

test('ignores single-key shortcuts while typing or with a modifier key', async () => {
  await show();
  for (const place of [
    search,
    page.getByLabelText('Note'),
    page.getByLabelText('Kind'),
    page.getByLabelText('Free text'),
  ]) {
    (place.element() as HTMLElement).focus();
    await userEvent.keyboard('?');
    await userEvent.keyboard('/');
    await expect.element(place).toHaveFocus();
  }
  await expect.element(search).toHaveValue('?/');
  await expect.element(page.getByLabelText('Note')).toHaveValue('?/');
  (document.activeElement as HTMLElement).blur();
  for (const modifier of ['Control', 'Alt', 'Meta']) await userEvent.keyboard(`{${modifier}>}/{/${modifier}}`);
  expect(document.activeElement).toBe(document.body);
  expect(shortcuts.elements()).toHaveLength(0);
});

test('disables single-key shortcuts when turned off but keeps Ctrl-K', async () => {
  await show();
  await expect.element(search).toHaveAttribute('aria-keyshortcuts', '/');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).click();
  expect(areShortcutsOn()).toBe(false);
  await expect.element(search).not.toHaveAttribute('aria-keyshortcuts');
  await userEvent.keyboard('/');
  await userEvent.keyboard('?');
  await expect.element(search).not.toHaveFocus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  expect(shortcuts.elements()).toHaveLength(0);
  expect(localStorage.getItem('shortcuts')).toBe('off');
});
