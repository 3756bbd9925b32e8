import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { lazyModule } from './lazy-module.ts';
import { LazyDialog, LazyPart } from './lazy-part.tsx';
import { Popover } from './popover.tsx';

const retry = page.getByRole('button', { name: 'Retry' });

/** A part whose file cannot be had so many times. */
function lostAtFirst(times: number) {
  const importIt = vi.fn(async () => {
    if (importIt.mock.calls.length <= times) throw new TypeError('lost');
    return { words: 'It is here' };
  });
  return { part: lazyModule(importIt), importIt };
}

test('a part that cannot be loaded says so in its place, and comes when it is tried again', async () => {
  const { part } = lostAtFirst(1);
  await renderPage(
    <Popover label="Things" trigger={<button type="button">Open</button>}>
      <LazyPart of={part} waiting="Wait">
        {({ words }) => <p>{words}</p>}
      </LazyPart>
    </Popover>,
    '/',
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('alert').getByText('This part could not be loaded.')).toBeVisible();
  await retry.click();
  await expect.element(page.getByText('It is here')).toBeVisible();
  await expect.element(page.getByRole('dialog', { name: 'Things' })).toHaveFocus();
});

test('what fails again leaves the way to a fresh page', async () => {
  const { part } = lostAtFirst(2);
  await renderPage(
    <LazyPart of={part} waiting={null}>
      {({ words }) => words}
    </LazyPart>,
    '/',
  );
  await retry.click();
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
});

test('a part asked for ahead in vain is asked for anew when it is wanted, once for all who want it', async () => {
  const { part, importIt } = lostAtFirst(1);
  part.prefetch();
  await expect.poll(() => importIt.mock.calls.length).toBe(1);
  await expect(Promise.all([part.load(), part.load()])).resolves.toEqual([
    { words: 'It is here' },
    { words: 'It is here' },
  ]);
  part.prefetch();
  expect(importIt).toHaveBeenCalledTimes(2);
});

function Question({ part }: { part: ReturnType<typeof lostAtFirst>['part'] }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <LazyDialog of={part} open={open} onClose={close}>
        {({ words }) => (open ? <p>{words}</p> : null)}
      </LazyDialog>
    </>
  );
}

test('a dialog that cannot be loaded says so in one, which can be closed, and opened anew', async () => {
  const { part } = lostAtFirst(2);
  await renderPage(<Question part={part} />, '/');
  const opener = page.getByRole('button', { name: 'Open' });
  const lost = page.getByRole('dialog', { name: 'This part could not be loaded.' });
  await opener.click();
  await expect.element(lost).toBeVisible();
  await lost.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(lost).toBeVisible();
  await retry.click();
  await expect.element(page.getByText('It is here')).toBeVisible();
});
