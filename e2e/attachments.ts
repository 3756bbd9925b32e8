import { type Browser, type Download, expect, type Locator, type Page } from '@playwright/test';
import { type Account, callApi, pageAs } from './accounts.ts';

interface Attachment {
  id: string;
  originalName: string;
  size: number;
  description?: string;
  mayDelete: boolean;
}
type Given = { name: string; mimeType: string; buffer: Buffer };

export const file = (name: string, content: string | Buffer): Given => ({
  name,
  mimeType: '',
  buffer: Buffer.from(content),
});

/** An order of the demo customer that has no files yet. */
export async function freshOrder(browser: Browser): Promise<string> {
  const page = await pageAs(browser, 'customerMember');
  const { body } = await callApi(page, '/netsuite-sales-orders/customer?limit=50');
  for (const { id } of (body as { items: { id: string }[] }).items) {
    if ((await listed(page, id)).length > 0) continue;
    await page.context().close();
    return id;
  }
  throw new Error('every order has files');
}

export async function openTab(
  browser: Browser,
  account: Account,
  orderId: string,
): Promise<{ page: Page; dialog: Locator }> {
  const page = await pageAs(browser, account, `/orders?order=${orderId}&tab=attachments`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Choose files' })).toBeVisible();
  return { page, dialog };
}

export const uploadButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: /^Upload/ });
export const rows = (page: Page) => page.getByRole('region', { name: 'Attached files' }).getByRole('listitem');

export async function choose(page: Page, ...files: Given[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(files);
}

export async function add(page: Page, ...files: Given[]): Promise<void> {
  await choose(page, ...files);
  await uploadButton(page).click();
  for (const { name } of files) await expect(rows(page).filter({ hasText: name })).toBeVisible();
}

export async function drop(page: Page, name: string, content: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (given) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([given.content], given.name));
      return transfer;
    },
    { name, content },
  );
  const dialog = page.getByRole('dialog');
  await dialog.dispatchEvent('dragover', { dataTransfer });
  await expect(dialog.getByText('Drop to add')).toBeVisible();
  await dialog.dispatchEvent('drop', { dataTransfer });
  await expect(dialog.getByText('Drop to add')).toBeHidden();
}

export async function listed(page: Page, orderId: string): Promise<Attachment[]> {
  return (await callApi(page, `/netsuite-sales-orders/${orderId}/attachments`)).body as Attachment[];
}

/** Throttles uploads to a rate in bytes per second, so that progress is visible. Returns a function that ends it. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const limit = { offline: false, latency: 0, downloadThroughput: -1 };
  await client.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput });
  return async () => {
    await client.send('Network.emulateNetworkConditions', { ...limit, uploadThroughput: -1 });
    await client.detach();
  };
}

export async function download(page: Page, name: string): Promise<Download> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download ${name}`, exact: true }).click();
  return started;
}
