import { cleanDays } from '@portal/contract/day-ranges';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { DaysEditor } from './days-filter.tsx';

/** The editor with a filter whose text is normalized as in the address. */
function Sample({ start, heard }: { start: string; heard: string[] }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <DaysEditor
        value={value}
        onChange={(text) => {
          heard.push(text);
          setValue(cleanDays(text) ?? '');
        }}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

const from = page.getByLabelText('From');
const to = page.getByLabelText('To');

async function show(start: string): Promise<string[]> {
  const heard: string[] = [];
  await renderPage(<Sample start={start} heard={heard} />, '/');
  await expect.element(from).toBeVisible();
  return heard;
}

/** Types key by key with 450 ms after each key, using a fake clock. */
async function typeSlowly(keys: string): Promise<void> {
  const { setTimeout: wait } = window;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const key of keys) {
      await userEvent.keyboard(key);
      await new Promise((resolve) => wait(resolve, 20));
      vi.advanceTimersByTime(450);
      await new Promise((resolve) => wait(resolve, 20));
    }
  } finally {
    vi.useRealTimers();
  }
}

test('a slowly typed date is applied once, when its year is complete', async () => {
  const heard = await show('2026-01-15,');
  (to.element() as HTMLElement).focus();
  await typeSlowly('03312026');
  await expect.element(to).toHaveValue('2026-03-31');
  await expect.element(from).toHaveValue('2026-01-15');
  expect(heard).toEqual(['2026-01-15,2026-03-31']);
});

test('retyping one of two dates never swaps them; blur puts the earlier one first', async () => {
  const heard = await show('2026-01-15,2026-03-31');
  (to.element() as HTMLElement).focus();
  await typeSlowly('11302025');
  await expect.element(to).toHaveValue('2025-11-30');
  await expect.element(from).toHaveValue('2026-01-15');
  expect(heard).not.toContain('2026-01-15,2025-11-30');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.poll(() => heard.at(-1)).toBe('2026-01-15,2025-11-30');
  await expect.element(from).toHaveValue('2025-11-30');
  await expect.element(to).toHaveValue('2026-01-15');
});

test('Enter applies two reversed dates', async () => {
  const heard = await show('2026-01-15,');
  (to.element() as HTMLElement).focus();
  await typeSlowly('11302025');
  expect(heard).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => heard).toEqual(['2026-01-15,2025-11-30']);
});

test('an incomplete date stays as typed with an error, and the filter does not change', async () => {
  const heard = await show('2026-01-15,');
  (to.element() as HTMLElement).focus();
  await typeSlowly('033126');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.element(to).toHaveAccessibleDescription('Enter the full date');
  await expect.element(to).toHaveValue('0026-03-31');
  expect(heard).toEqual([]);

  await page.getByRole('button', { name: 'today' }).click();
  await expect.poll(() => heard).toEqual(['today']);
  await expect.element(to).toHaveValue('');
  await expect.element(to).not.toHaveAccessibleDescription();
});

test('deleting a date clears its side of the range', async () => {
  const heard = await show('2026-01-15,2026-03-31');
  await to.fill('');
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  await expect.poll(() => heard.at(-1)).toBe('2026-01-15,');
});
