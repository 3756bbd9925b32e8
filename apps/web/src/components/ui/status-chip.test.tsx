import { orderStatuses } from '@portal/contract/values';
import { expect, test } from 'vitest';
import { render } from '#testing/render.tsx';
import { StatusChip } from './status-chip.tsx';

test('each of the seven statuses has its label and its own icon; an unknown status shows its text', async () => {
  const all = [...orderStatuses, 'Pending Something'];
  const { screen } = render(all.map((status) => <StatusChip key={status} status={status} />));
  for (const status of all) await expect.element(screen.getByText(status, { exact: true })).toBeVisible();
  const glyphs = [...screen.element().querySelectorAll('svg')].map((glyph) => glyph.innerHTML);
  expect(new Set(glyphs).size).toBe(all.length);
});
