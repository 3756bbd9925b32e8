import { expect, type Page } from '@playwright/test';
import { type Account, pageAs } from './accounts.ts';
import { assignToGuest, findOrderIds } from './assigned.ts';
import { expectAccessible } from './axe.ts';
import { test } from './test.ts';

/** Column headers in order, without those for selection and actions. */
async function headers(page: Page): Promise<string[]> {
  const texts = await page.getByRole('columnheader').allTextContents();
  return texts.filter((text) => text !== '' && text !== 'Actions');
}

const handle = (page: Page, name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });

/** Column names in the menu, top down: all but the first column, visible or hidden. */
async function menuOrder(page: Page): Promise<string[]> {
  const handles = page.getByRole('listitem').getByRole('button', { name: /^Move .+(?<! up| down)$/ });
  const names = await handles.evaluateAll((all) => all.map((each) => each.ariaLabel ?? ''));
  return names.map((name) => name.replace(/^Move /, ''));
}

async function openColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(handle(page, 'Total')).toBeVisible();
}

const guestColumns = ['Status', 'Ship To', 'Note', 'Shipped', 'Tracking', 'Expected'];
const usual: readonly [Account, string[]][] = [
  ['admin', ['Sales Order #', 'BOL In #', 'Purchase Order #', 'Customer', 'Status', 'Created Date', 'Total']],
  ['customerMember', ['Sales Order #', 'BOL In #', 'Purchase Order #', 'Status', 'Created Date', 'Total']],
  ['guest', guestColumns],
];

let unassign: () => Promise<void>;
test.beforeAll('assign orders to the guest', async ({ browser }) => {
  unassign = await assignToGuest(browser, await findOrderIds(browser, 'limit=3'));
});
test.afterAll(() => unassign());

for (const [account, columns] of usual) {
  test(`${account} can reorder columns by mouse and keyboard, and the order persists`, async ({ browser }) => {
    const page = await pageAs(browser, account, '/orders');
    await expect.poll(() => headers(page)).toEqual(columns);
    const [others, before = '', last = ''] = [columns.slice(0, -2), ...columns.slice(-2)];

    await openColumns(page);
    await expectAccessible(page);
    const from = await handle(page, last).boundingBox();
    const to = await handle(page, before).boundingBox();
    if (from === null || to === null) throw new Error('the handles are not in sight');
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x + 10, to.y + 20, { steps: 10 });
    await page.mouse.move(to.x + 10, to.y + 8, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => headers(page)).toEqual([...others, last, before]);

    await handle(page, before).focus();
    await page.keyboard.press('Space');
    const announcement = page.getByText(new RegExp(`^${before} picked up at place \\d+ of \\d+\\.$`));
    await expect(announcement).toBeAttached();
    const [place = 0, count = 0] = [...((await announcement.textContent()) ?? '').matchAll(/\d+/g)].map(Number);
    const movedTo = (to: number) => page.getByText(`${before} moved to place ${to} of ${count}.`);
    // Arrow keys work only a moment after the announcement, so the first one may be lost.
    await expect(async () => {
      if ((await announcement.count()) > 0) await page.keyboard.press('ArrowUp');
      await expect(movedTo(place - 1)).toBeAttached({ timeout: 2000 });
    }).toPass();
    await page.keyboard.press('ArrowUp');
    await expect(movedTo(place - 2)).toBeAttached();
    await page.keyboard.press('Space');
    await expect(page.getByText(new RegExp(`^${before} put down at place \\d+ of \\d+\\.$`))).toBeAttached();
    await expect
      .poll(async () => {
        const shown = await headers(page);
        return shown.indexOf(last) - shown.indexOf(before);
      })
      .toBeGreaterThan(0);
    const moved = await headers(page);
    expect(moved.toSorted()).toEqual(columns.toSorted());
    expect(moved[0]).toBe(columns[0]);
    await page.keyboard.press('Escape');

    await page.reload();
    await expect.poll(() => headers(page)).toEqual(moved);
    await openColumns(page);
    await page.getByRole('button', { name: 'Reset columns' }).click();
    await expect.poll(() => headers(page)).toEqual(columns);
  });
}

test('a column order saved by another version or role ignores unknown columns and puts new ones in their default place', async ({
  browser,
}) => {
  for (const [account, columns] of usual) {
    const page = await pageAs(browser, account);
    await page.evaluate(() => {
      const order = ['retired', 'total', 'entity', 'tranId', 'memo', 'total', 7];
      localStorage.setItem(
        'table-orders',
        JSON.stringify({ order, columns: { retired: true, terms: true, entity: true, total: true } }),
      );
    });
    await page.goto('/orders');
    await expect(page.getByRole('columnheader', { name: 'Terms' })).toBeVisible();
    const shown = await headers(page);
    expect(shown.toSorted()).toEqual([...new Set([...columns, 'Terms', 'Total'])].toSorted());
    expect(shown[0]).toBe(columns[0]);
    expect(shown.indexOf('Total')).toBe(account === 'guest' ? shown.length - 1 : 1);
  }
});

test('every list has its own column order', async ({ browser }) => {
  const page = await pageAs(browser, 'admin', '/customers');
  for (const path of ['/customers', '/users', '/users?tab=groups']) {
    await page.goto(path);
    await expect(page.getByRole('link').first()).toBeVisible();
    await expect.poll(async () => (await headers(page)).length).toBeGreaterThan(2);
    const before = await headers(page);
    const last = before.at(-1) ?? '';
    await page.getByRole('button', { name: 'Columns' }).click();
    const wanted = [...before.slice(0, -2), last, ...before.slice(-2, -1)];
    await expect(handle(page, last)).toBeVisible();
    // Hidden columns may be in between: each click moves the column by one position in the menu.
    let shown = before;
    for (let place = (await menuOrder(page)).indexOf(last); shown.join() !== wanted.join(); place -= 1) {
      expect(shown).toEqual(before);
      await page.getByRole('button', { name: `Move ${last} up`, exact: true }).click();
      await expect.poll(async () => (await menuOrder(page)).indexOf(last)).toBe(place - 1);
      const order = (await menuOrder(page)).filter((name) => before.includes(name));
      shown = [...before.slice(0, 1), ...order];
      await expect.poll(() => headers(page)).toEqual(shown);
    }
  }
});
