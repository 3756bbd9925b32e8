import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { type Account, callApi, pageAs } from './accounts.ts';
import { assignToGuest } from './assigned.ts';
import { test } from './test.ts';
import { expectToast } from './toasts.ts';

/** Northwind's records are public, but not ours to commit: this runs where SANDBOX_DATA names a folder with them. */
test.skip(!/northwind/i.test(process.env.SANDBOX_DATA ?? ''), 'needs SANDBOX_DATA with the Northwind records');

interface Fulfillment {
  tranId: string;
  createdFrom: { id: string };
  shipMethod?: { refName: string };
  package?: { items: { packageTrackingNumber?: string }[] };
}
interface Invoice {
  tranId: string;
  createdFrom: { id: string };
  total: number;
  amountRemaining: number;
}

/** Records of the loaded folder. */
async function readRecords<Kind>(type: string): Promise<Kind[]> {
  const text = await readFile(join(process.env.SANDBOX_DATA ?? '', `${type}.ndjson`), 'utf8');
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Kind]));
}

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });

test('the main story works with the Northwind records', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  await page.getByRole('button', { name: 'Sync Orders' }).click();
  await expectToast(page, 'Sales orders synced successfully');
  await expect(page.getByText('1–10 of 830')).toBeVisible();

  await page.getByRole('searchbox').fill('chevalier');
  await expect(page.getByRole('row').filter({ hasText: 'Vins et alcools Chevalier' })).not.toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasNotText: 'Chevalier' })).toHaveCount(1); // the header
  await page.getByRole('row').filter({ hasText: 'SO10248' }).click();
  const dialog = page.getByRole('dialog');
  for (const amount of ['$440.00', '$22.00', '$494.38']) await expect(dialog.getByText(amount).first()).toBeVisible();
  for (const line of ["59 rue de l'Abbaye", 'Reims 51100', 'France']) {
    await expect(dialog.getByText(line, { exact: true })).toHaveCount(2); // billing and shipping, each on its own line
  }
  await expect(dialog.getByRole('cell', { name: 'Queso Cabrales' })).toBeVisible();

  // Orders agree with their fulfillments and invoices: partly and completely shipped, unpaid and paid.
  const [fulfillments, invoices] = await Promise.all([
    readRecords<Fulfillment>('itemFulfillment'),
    readRecords<Invoice>('invoice'),
  ]);
  for (const filter of ['{"shipping":"partly-shipped"}', '{"billing":"billed"}', '{"billing":"paid"}']) {
    const query = `limit=3&filter=${encodeURIComponent(filter)}`;
    const { items } = (await callApi(page, `/netsuite-sales-orders?${query}`)).body as { items: { id: string }[] };
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) {
      await page.goto(`/orders?order=${id}`);
      for (const { tranId, shipMethod, package: packages } of fulfillments.filter(
        ({ createdFrom }) => createdFrom.id === id,
      )) {
        const panel = dialog
          .getByRole('region', { name: 'Shipments' })
          .getByRole('listitem')
          .filter({ hasText: tranId });
        await expect(panel).toContainText(shipMethod?.refName ?? tranId);
        for (const { packageTrackingNumber = '' } of packages?.items ?? []) {
          await expect(panel).toContainText(packageTrackingNumber);
        }
      }
      for (const { tranId, total, amountRemaining } of invoices.filter(({ createdFrom }) => createdFrom.id === id)) {
        const panel = dialog
          .getByRole('region', { name: 'Invoices' })
          .getByRole('listitem')
          .filter({ hasText: tranId });
        await expect(panel).toContainText(dollars.format(total));
        await expect(panel).toContainText(amountRemaining > 0 ? `${dollars.format(amountRemaining)} open` : 'Paid');
      }
    }
  }

  await page.goto('/customers');
  await expect(page.getByText('1–10 of 91')).toBeVisible();
  expect(((await callApi(page, '/netsuite-customers?limit=1')).body as { total: number }).total).toBe(91);
});

const roles: readonly Account[] = ['admin', 'member', 'customerAdmin', 'customerMember', 'guest'];

test('each role sees where a Northwind order is, and only others than guests what was billed', async ({ browser }) => {
  const customer = await pageAs(browser, 'customerAdmin');
  const path = `/netsuite-sales-orders/customer?filter=${encodeURIComponent('{"shipping":"shipped"}')}`;
  const { items } = (await callApi(customer, path)).body as {
    items: { id: string; progress: { tracking?: string[] } }[];
  };
  const invoices = await readRecords<Invoice>('invoice');
  const numbersOf = (id: string) =>
    invoices.flatMap(({ createdFrom, tranId }) => (createdFrom.id === id ? [tranId] : []));
  const order = items.find(({ id, progress }) => progress.tracking !== undefined && numbersOf(id).length > 0);
  if (order === undefined) throw new Error('the customer has no billed order with a tracking number');
  const [tracking = ''] = order.progress.tracking ?? [];
  const unassign = await assignToGuest(browser, [order.id]);
  try {
    for (const account of roles) {
      const page = await pageAs(browser, account, '/orders');
      await page.getByRole('searchbox').fill(tracking.toLowerCase());
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('region', { name: 'Shipments' }).getByText(tracking).first()).toBeVisible();
      const text = (await dialog.textContent()) ?? '';
      for (const number of numbersOf(order.id))
        expect([account, text.includes(number)]).toEqual([account, account !== 'guest']);
      await page.context().close();
    }
  } finally {
    await unassign();
  }
});
