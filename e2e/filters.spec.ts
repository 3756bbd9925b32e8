import { type Browser, expect, type Page } from '@playwright/test';
import { callApi, pageAs } from './accounts.ts';
import { assignToGuest, findOrderIds } from './assigned.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

const openFilters = (page: Page) => page.getByRole('button', { name: /^Filter/ }).click();
const panel = (page: Page) => page.getByRole('dialog', { name: 'Filter' });
const chip = (page: Page, text: RegExp) =>
  page.getByRole('list', { name: 'Active filters' }).getByRole('listitem').filter({ hasText: text });
const shown = (page: Page, total: number) =>
  expect(
    page.getByText(
      total === 0 ? 'No orders found.' : new RegExp(`^[\\d,]+–[\\d,]+ of ${total.toLocaleString('en-CA')}$`),
    ),
  ).toBeVisible();

async function totalOf(page: Page, route: string, filter: Record<string, string>): Promise<number> {
  const { body } = await callApi(page, `${route}?limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`);
  return (body as { total: number }).total;
}

test('each kind of filter shows the matching orders, and its chip removes the filter', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/orders');
  const orders = (filter: Record<string, string>) => totalOf(page, '/netsuite-sales-orders', filter);
  const all = await orders({});
  await shown(page, all);

  await openFilters(page);
  await panel(page).getByRole('checkbox', { name: 'Pending Fulfillment' }).check();
  await panel(page).getByRole('checkbox', { name: 'Cancelled' }).first().check();
  const status = 'Pending Fulfillment,Cancelled';
  await shown(page, await orders({ status }));

  await panel(page).getByLabel('At least (CAD)').fill('1,000.50');
  await panel(page).getByLabel('At most (CAD)').fill('1 200,00');
  const total = '1000.5,1200';
  await shown(page, await orders({ status, total }));
  await panel(page).getByLabel('At most (CAD)').fill('12');
  await expect(panel(page).getByText('Must be at least the minimum')).toBeVisible();
  await panel(page).getByLabel('At most (CAD)').fill('lots');
  await expect(panel(page).getByText('Not an amount, such as 1,000.50')).toBeVisible();
  await shown(page, await orders({ status, total }));
  await panel(page).getByLabel('At most (CAD)').fill('1200');

  await panel(page).getByRole('searchbox', { name: 'Find a filter' }).fill('terms');
  await panel(page).getByRole('button', { name: 'Terms' }).click();
  await panel(page).getByRole('searchbox', { name: 'Terms' }).fill('net 30');
  const terms = 'net 30';
  await shown(page, await orders({ status, total, terms }));
  await page.keyboard.press('Escape');

  await expect(chip(page, /Status\s*Pending Fulfillment or Cancelled/)).toBeVisible();
  await expect(chip(page, /Total\s*\$1,000\.50 – \$1,200\.00/)).toBeVisible();
  await expect(chip(page, /Terms\s*contains “net 30”/)).toBeVisible();
  await page.reload();
  await shown(page, await orders({ status, total, terms }));
  await page.getByRole('button', { name: /^Remove filter Total/ }).click();
  await shown(page, await orders({ status, terms }));
  await page.goBack();
  await shown(page, await orders({ status, total, terms }));
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await shown(page, all);
  await expect(page).toHaveURL(/\/orders$/);
});

/** The ids of 60 orders from within the list, of all kinds. */
async function someOrders(browser: Browser): Promise<string[]> {
  const admin = await pageAs(browser, 'admin');
  const pages = Math.floor((await totalOf(admin, '/netsuite-sales-orders', {})) / 60);
  await admin.context().close();
  const ids = await findOrderIds(browser, `limit=60&page=${Math.ceil(pages / 2)}`);
  expect(ids).toHaveLength(60);
  return ids;
}

for (const [account, route] of [
  ['customerMember', '/netsuite-sales-orders/customer'],
  ['guest', '/netsuite-sales-orders/assigned-orders'],
] as const) {
  test(`filters apply within the orders that ${account} can see`, async ({ browser }) => {
    const unassign = account === 'guest' ? await assignToGuest(browser, await someOrders(browser)) : undefined;
    try {
      const page = await pageAs(browser, account, '/orders');
      const orders = (filter: Record<string, string>) => totalOf(page, route, filter);
      await shown(page, await orders({}));
      await openFilters(page);
      await panel(page).getByRole('checkbox', { name: 'Billed' }).check();
      await shown(page, await orders({ status: 'Billed' }));
      await panel(page).getByLabel('At least (CAD)').fill('2,500');
      await shown(page, await orders({ status: 'Billed', total: '2500,' }));
      await panel(page).getByRole('button', { name: 'Currency' }).click();
      await panel(page).getByRole('searchbox', { name: 'Currency' }).fill('cad');
      const all = { status: 'Billed', total: '2500,', currency: 'cad' };
      await shown(page, await orders(all));
      await page.keyboard.press('Escape');
      await page.reload();
      await shown(page, await orders(all));
      await page.getByRole('button', { name: 'Reset', exact: true }).click();
      await shown(page, await orders({}));
    } finally {
      await unassign?.();
    }
  });
}

test('filters by relative days, typed days, and a two-month calendar used by pointer and keyboard', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'member');
  // Avoids a change of year, whenever this runs.
  await page.clock.setFixedTime('2026-07-15T12:00:00Z');
  await page.goto('/orders?createdDate=2026-02-10,2026-03-05');
  const orders = (createData: string) => totalOf(page, '/netsuite-sales-orders/customer', { createData });
  await shown(page, await orders('2026-02-10,2026-03-05'));
  await openFilters(page);
  await panel(page).getByRole('button', { name: 'Open the calendar' }).first().click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('grid')).toHaveCount(2);
  await expect(calendar.getByRole('grid', { name: 'February 2026' })).toBeVisible();
  await expect(calendar.getByRole('grid', { name: 'March 2026' })).toBeVisible();
  await expectAccessible(page);

  await calendar.getByRole('grid', { name: 'March 2026' }).getByText('20', { exact: true }).click();
  await shown(page, await orders('2026-02-10,2026-03-20'));
  await calendar.getByRole('button', { name: /February 10, 2026/ }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/createdDate=2026-02-1[01]/);
  await page.keyboard.press('Escape');
  await expect(calendar).toBeHidden();

  await panel(page).getByLabel('From').first().fill('2026-01-01');
  await panel(page).getByLabel('To').first().fill('2026-01-31');
  await shown(page, await orders('2026-01-01,2026-01-31'));
  await panel(page).getByRole('button', { name: 'last 90 days' }).first().click();
  await expect(page).toHaveURL(/createdDate=last-90/);
  await panel(page).getByRole('button', { name: 'this year' }).first().click();
  await expect(page).toHaveURL(/createdDate=this-year/);
  await shown(page, await orders('2026-01-01,2026-12-31'));
  await page.keyboard.press('Escape');
  await expect(chip(page, /Created\s*this year/)).toBeVisible();
});

test('offers no filter for a field that the role may not see', async ({ browser }) => {
  for (const [account, hidden] of [
    ['customerMember', ['Customer']],
    ['guest', ['Customer', 'Sales Order #', 'BOL In #', 'Purchase Order #']],
  ] as const) {
    const page = await pageAs(browser, account, '/orders?tranId=SO1&entity=a');
    await openFilters(page);
    await expect(panel(page).getByRole('button', { name: 'Email', exact: true })).toBeVisible();
    for (const name of hidden) {
      await expect(panel(page).getByRole('button', { name, exact: true })).toHaveCount(0);
    }
  }
  const page = await pageAs(browser, 'customerMember', '/customers');
  await openFilters(page);
  await expect(panel(page).getByRole('button', { name: 'Company Name' })).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Balance', exact: true })).toHaveCount(0);
});

test('customers and users have the same kinds of filters', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/customers');
  const customers = (filter: Record<string, string>) => totalOf(page, '/netsuite-customers', filter);
  await openFilters(page);
  await panel(page).getByRole('searchbox', { name: 'Company Name' }).fill('marine');
  await shown(page, await customers({ companyName: 'marine' }));
  await panel(page).getByRole('button', { name: 'Balance', exact: true }).click();
  await panel(page).getByLabel('At least (CAD)').fill('500');
  await shown(page, await customers({ companyName: 'marine', balance: '500,' }));

  await page.goto('/users');
  await openFilters(page);
  await panel(page).getByRole('button', { name: 'Email', exact: true }).click();
  await panel(page).getByRole('searchbox', { name: 'Email' }).fill('GUEST@demo');
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').filter({ hasText: 'guest@demo.test' })).toBeVisible();
});

test('typing in a filter adds one history entry, and the panel is accessible and fits every size', async ({
  browser,
}) => {
  const page = await pageAs(browser, 'admin', '/overview');
  await page.goto('/orders');
  await openFilters(page);
  await panel(page).getByRole('button', { name: 'Location' }).click();
  const box = panel(page).getByRole('searchbox', { name: 'Location' });
  for (const text of ['a', 'ab', 'abc']) {
    await box.fill(text);
    await expect(page).toHaveURL(new RegExp(`location=${text}$`));
  }
  await page.keyboard.press('Escape');
  await page.goBack();
  await expect(page).toHaveURL(/overview/);

  await page.goto('/orders?total=5000,&status=Billed,Closed&createdDate=last-30');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(size);
    await openFilters(page);
    await expectAccessible(page);
    await panel(page).getByRole('button', { name: 'Open the calendar' }).first().click();
    await expect(page.getByRole('dialog', { name: 'Calendar' }).getByRole('grid')).toHaveCount(2);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  }
});
