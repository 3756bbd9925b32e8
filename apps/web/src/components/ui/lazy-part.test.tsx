import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { expectTabOrder } from '#testing/tab-order.ts';
import { lazyModule } from './lazy-module.ts';
import { LazyDialog, LazyPart } from './lazy-part.tsx';
import { Popover } from './popover.tsx';

const retry = page.getByRole('button', { name: 'Retry' });

/** A part whose file fails to load the given number of times. */
function lostAtFirst(times: number) {
  const importIt = vi.fn(async () => {
    if (importIt.mock.calls.length <= times) throw new TypeError('lost');
    return { words: 'It is here' };
  });
  return { part: lazyModule(importIt), importIt };
}

test('a part that fails to load shows an error in its place, and appears after a retry', async () => {
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

test('a second failure offers to reload the page', async () => {
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

test('a failed prefetch is retried when the part is needed, once for all users of the part', async () => {
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

test('a dialog that fails to load shows the error in a dialog, which can be closed and reopened', async () => {
  const { part } = lostAtFirst(2);
  await renderPage(<Question part={part} />, '/');
  const opener = page.getByRole('button', { name: 'Open' });
  const lost = page.getByRole('dialog', { name: 'This part could not be loaded.' });
  await opener.click();
  await expect.element(lost).toBeVisible();
  await expectTabOrder(lost.element(), ['Cancel', 'Close']);
  await lost.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(opener).toHaveFocus();
  await opener.click();
  await expect.element(lost).toBeVisible();
  await retry.click();
  await expect.element(page.getByText('It is here')).toBeVisible();
});
