import { expect, type Page } from '@playwright/test';
import { address } from './accounts.ts';
import { add, download, file, freshOrder, listed, openTab } from './attachments.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

const script = "document.title = 'ran'; window.ran = true; if (window.top) window.top.ran = true; alert('ran');";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${script}"><script>${script}</script></svg>`;
const html = `<!doctype html><script>${script}</script>`;
const gif = Buffer.from('R0lGODlhAQABAIAAAAUEBAAAACwAAAAAAQABAAACAkQBADs=', 'base64');

test('no script in a file runs in the portal: not in a preview, when opened, or at its own URL', async ({
  browser,
}) => {
  const orderId = await freshOrder(browser);
  const { page, dialog } = await openTab(browser, 'admin', orderId);
  const context = page.context();
  const shown: string[] = [];
  const saved: string[] = [];
  const watch = (each: Page) => {
    each.on('dialog', (alert) => shown.push(alert.message()));
    each.on('download', (download) => saved.push(download.suggestedFilename()));
  };
  context.pages().forEach(watch);
  context.on('page', watch);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true });
    const types: string[] = [];
    const { createObjectURL } = URL;
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) types.push(blob.type);
      return createObjectURL.call(URL, blob);
    };
    Object.assign(window, { blobTypes: types });
  });
  await page.reload();
  const names = ['drawing.svg', 'page.html', 'picture.gif', 'paper.pdf'];
  await add(
    page,
    file('drawing.svg', svg),
    file('page.html', html),
    file('picture.gif', Buffer.concat([gif, Buffer.from(html)])),
    file('paper.pdf', `%PDF-1.7\n${html}`),
  );
  for (const name of names) expect((await download(page, name)).suggestedFilename()).toBe(name);

  await expect(dialog.getByRole('button', { name: /^(Preview|Open)/ })).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Preview picture.gif' }).click();
  const preview = page.getByRole('dialog', { name: 'picture.gif' });
  await expect(preview.getByRole('img', { name: 'picture.gif' })).toBeVisible();
  expect(await preview.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectAccessible(page);
  await preview.getByRole('button', { name: 'Close' }).click();
  await expect(preview).toBeHidden();

  // Headless Chromium has no PDF viewer and downloads the file instead; either way it is typed as PDF.
  const opened = context.waitForEvent('page');
  await dialog.getByRole('button', { name: 'Open paper.pdf in a new tab' }).click();
  await opened;
  await expect.poll(() => saved.at(-1)).toMatch(/^[\da-f-]{36}\.pdf$/);
  const types = await page.evaluate(() => (window as unknown as { blobTypes: string[] }).blobTypes);
  expect(new Set(types)).toEqual(new Set(['application/octet-stream', 'image/gif', 'application/pdf']));

  const token = await page.evaluate(() => localStorage.getItem('token'));
  for (const { id } of await listed(page, orderId)) {
    const path = `${address('PORTAL_URL')}/api/netsuite-sales-orders/attachments/${id}`;
    expect((await page.request.get(path)).status()).toBe(401);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await page.request.get(path, { headers });
    expect(answer.headers()['content-disposition']).toMatch(/^attachment;/);
    expect(answer.headers()['x-content-type-options']).toBe('nosniff');
    expect(answer.headers()['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox$/);
    const tab = await context.newPage();
    await tab.setExtraHTTPHeaders(headers);
    const offered = tab.waitForEvent('download');
    await expect(tab.goto(path)).rejects.toThrow();
    await offered;
    expect(tab.url()).toBe('about:blank');
    await tab.close();
  }
  expect(shown).toEqual([]);
  expect(await page.evaluate(() => 'ran' in window)).toBe(false);
});
