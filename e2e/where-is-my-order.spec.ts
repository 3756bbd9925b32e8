import { expect, type Page } from '@playwright/test';
import { type Account, callApi, pageAs } from './accounts.ts';
import { assignToGuest } from './assigned.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

interface Order {
  id: string;
  rawData: { tranId: string; memo?: string; otherRefNum?: string; entity: { refName: string } };
  progress: { shipping: string; expected?: string; tracking?: string[]; billing?: string; openAmount?: string };
}
interface Detail extends Order {
  shipments: { number?: string; packages: { trackingNumber?: string; trackingUrl?: string }[] }[];
  invoices: { number: string; openAmount?: string }[];
}

const dollars = new Intl.NumberFormat('en-CA', { style: 'currency', currency: 'CAD' });
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The customer's newest orders that match, by an administrator. */
async function ordersOf(admin: Page, customerId: string, filter: object, page = 1) {
  const query = `limit=100&page=${page}&filter=${encodeURIComponent(JSON.stringify(filter))}`;
  const { body } = await callApi(admin, `/netsuite-customers/${customerId}/orders?${query}`);
  return body as { items: Order[]; total: number; pages: number };
}

/** What the customer has not paid yet, in all of its orders. */
async function amountOwed(admin: Page, customerId: string): Promise<number> {
  let cents = 0;
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const found = await ordersOf(admin, customerId, { openAmount: '0.01,' }, page);
    for (const { progress } of found.items) cents += Math.round(Number(progress.openAmount) * 100);
    pages = found.pages;
  }
  return cents / 100;
}

const roles: readonly { account: Account; sees: { numbers: boolean; invoices: boolean; openAmounts: boolean } }[] = [
  { account: 'admin', sees: { numbers: true, invoices: true, openAmounts: true } },
  { account: 'member', sees: { numbers: true, invoices: true, openAmounts: true } },
  { account: 'customerAdmin', sees: { numbers: true, invoices: true, openAmounts: true } },
  { account: 'customerMember', sees: { numbers: true, invoices: true, openAmounts: false } },
  { account: 'guest', sees: { numbers: false, invoices: false, openAmounts: false } },
];

test('each role learns what is late, what has shipped, where the box is and what is owed, as far as it may', async ({
  browser,
}) => {
  const admin = await pageAs(browser, 'admin');
  const customer = await pageAs(browser, 'customerAdmin');
  const { customerNetsuiteId } = (await callApi(customer, '/auth/profile')).body as { customerNetsuiteId: string };
  const billed = await ordersOf(admin, customerNetsuiteId, { shipping: 'shipped', billing: 'billed' });
  const owed = billed.items.find(({ progress }) => progress.tracking && Number(progress.openAmount ?? 0) > 0);
  if (owed === undefined) throw new Error('the customer owes nothing for an order with a tracking number');
  const detail = (await callApi(admin, `/netsuite-sales-orders/${owed.id}`)).body as Detail;
  const packages = detail.shipments.flatMap((shipment) => shipment.packages);
  const box = packages.find(({ trackingNumber }) => trackingNumber !== undefined);
  const tracking = box?.trackingNumber ?? '';
  const numbers = [detail.rawData.tranId, detail.rawData.memo, detail.rawData.otherRefNum].concat(
    [...detail.shipments, ...detail.invoices].map(({ number }) => number),
  );
  const open = 'awaiting-approval,not-shipped,partly-shipped';
  const late = await ordersOf(admin, customerNetsuiteId, { shipping: open, expected: `,${dayFromNow(-1)}` });
  const lateOnes = late.items.slice(0, 5);
  expect(lateOnes).toHaveLength(5);
  const owedInAll = dollars.format(await amountOwed(admin, customerNetsuiteId));
  const unassign = await assignToGuest(
    browser,
    [owed, ...lateOnes].map(({ id }) => id),
  );

  try {
    for (const { account, sees } of roles) {
      const page = await pageAs(browser, account);

      // What is late? Two clicks lead to it.
      const path = `/netsuite-sales-orders/open?today=${dayFromNow(0)}`;
      const counts = (await callApi(page, path)).body as { late: number; overdue?: number; openAmount?: string };
      if (account !== 'admin' && account !== 'member')
        expect(counts.late).toBe(account === 'guest' ? lateOnes.length : late.total);
      expect('overdue' in counts).toBe(sees.invoices);
      expect('openAmount' in counts).toBe(account === 'customerAdmin');
      const count = counts.late.toLocaleString('en-CA');
      const panel = page.getByRole('region', { name: 'Open orders' });
      const payments = page.getByRole('main').getByRole('region', { name: 'Invoices' });
      const toPay = payments.getByRole('link', { name: `To pay ${owedInAll}` });
      await expect(toPay).toHaveCount(account === 'customerAdmin' ? 1 : 0);
      await panel.getByRole('link', { name: `Late ${count}` }).click();
      await expect(page.getByText(new RegExp(`–\\d+ of ${count}$`))).toBeVisible();
      await page.getByRole('row').nth(1).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByText(/^This order is late|The rest is late/)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();

      // Where is the box? Its tracking number finds it, with a link to its carrier.
      await page.goto('/orders?page=1');
      await page.getByRole('searchbox').fill(tracking.toLowerCase());
      await page.keyboard.press('Enter');
      const shipments = dialog.getByRole('region', { name: 'Shipments' });
      await expect(shipments.getByText(tracking).first()).toBeVisible();
      if (box?.trackingUrl !== undefined) {
        await expect(shipments.getByRole('link', { name: tracking }).first()).toHaveAttribute('href', box.trackingUrl);
      }
      await expect(dialog.getByText(/shipped/i).first()).toBeVisible();
      await expectAccessible(page);

      // What is owed?
      const invoices = dialog.getByRole('region', { name: 'Invoices' });
      await expect(invoices).toHaveCount(sees.invoices ? 1 : 0);
      const amount = dollars.format(Number(detail.progress.openAmount));
      if (sees.openAmounts) await expect(dialog).toContainText(amount);
      const text = (await dialog.textContent()) ?? '';
      expect(/\$[\d,.]+ open/.test(text)).toBe(sees.openAmounts);
      const whole = JSON.stringify((await callApi(page, `/netsuite-sales-orders/${owed.id}`)).body);
      expect(whole.includes('openAmount')).toBe(sees.openAmounts);
      for (const number of numbers.filter((each) => each !== undefined && each !== '')) {
        expect([number, whole.includes(`"${number}"`)]).toEqual([number, sees.numbers]);
        if (!sees.numbers) expect(text).not.toContain(number);
      }
      await page.context().close();
    }
  } finally {
    await unassign();
  }
});
