import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#testing/render-page.tsx';
import { serveApi } from '#testing/serve-api.ts';
import { UnsubscribePage } from './unsubscribe-page.tsx';

const key = 'POST /notifications/unsubscribe';
const button = page.getByRole('button', { name: 'Stop These Emails' });

test('unsubscribes only when the button is pressed', async () => {
  const calls = serveApi({ [key]: () => ({ body: { message: 'done' } }) });
  await renderPage(<UnsubscribePage />, '/unsubscribe?token=a.b');
  await expect.element(button).toBeVisible();
  await expect.element(page.getByText(/^This stops the emails about orders that you follow\./)).toBeVisible();
  expect(calls).toEqual([]);
  await button.click();
  await expect
    .element(page.getByText(/^You are unsubscribed from emails about orders that you follow\./))
    .toBeVisible();
  expect(calls).toMatchObject([{ key, query: '?token=a.b' }]);
});

test('shows that a link is not valid in place of the button', async () => {
  serveApi({ [key]: () => ({ status: 400, body: { message: 'This link is not valid.' } }) });
  await renderPage(<UnsubscribePage />, '/unsubscribe?token=a.b');
  await button.click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This link is not valid. Open it from the email again.');
  await expect.element(button).not.toBeInTheDocument();
});

test('shows the same for a link without its token', async () => {
  await renderPage(<UnsubscribePage />, '/unsubscribe');
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('This link is not valid. Open it from the email again.');
});
