import { expect, type Page } from '@playwright/test';
import { type Account, pageAs } from './accounts.ts';
import { assignToGuest, findOrderIds } from './assigned.ts';
import { test } from './test.ts';

let unassign: () => Promise<void>;
test.beforeAll('assign orders to the guest', async ({ browser }) => {
  unassign = await assignToGuest(browser, await findOrderIds(browser, 'limit=10'));
});
test.afterAll(() => unassign());

/** Opens a list on a small laptop, where the sidebar is beside it. */
async function openList(page: Page, path: string) {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto(path);
  await expect(page.getByRole('cell').first()).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Names of the columns of which a header or a status is cut off, or that are not fully between the first and the last. */
function hiddenColumns(page: Page): Promise<string[]> {
  return page.getByRole('table').evaluate((table) => {
    const isClipped = (element: Element) =>
      getComputedStyle(element).overflow !== 'visible' &&
      !element.matches('.sr-only') &&
      (element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight);
    const headers = [...table.querySelectorAll('th')];
    const names = headers.map((header) => header.textContent ?? '');
    const first = names.findIndex((name) => name !== '');
    const from = headers[first]?.getBoundingClientRect().right ?? 0;
    const to = headers.at(-1)?.getBoundingClientRect().left ?? 0;
    return names.filter((name, index) => {
      const header = headers[index];
      if (header === undefined || name === '' || name === 'Actions') return false;
      const { left, right } = header.getBoundingClientRect();
      const isBetween = index === first || (left >= from - 1 && right <= to + 1);
      const cells = [...table.querySelectorAll(`tbody td:nth-child(${index + 1})`)];
      const statuses = name === 'Status' ? cells.flatMap((cell) => [cell, ...cell.querySelectorAll('span')]) : [];
      return !isBetween || [...header.querySelectorAll('span'), ...statuses].some(isClipped);
    });
  });
}

const lists: readonly [Account, readonly string[]][] = [
  ['admin', ['/orders?limit=100', '/customers?limit=100', '/users', '/users?tab=groups']],
  ['member', ['/orders']],
  ['customerAdmin', ['/orders?limit=100', '/customers', '/users', '/users?tab=groups']],
  ['customerMember', ['/orders', '/customers']],
  ['guest', ['/orders']],
];

for (const [account, paths] of lists) {
  test(`at 1024 pixels, every column of the lists of ${account} is visible, and every status whole`, async ({
    browser,
  }) => {
    const page = await pageAs(browser, account);
    for (const path of paths) {
      await openList(page, path);
      await expect.poll(() => hiddenColumns(page), path).toEqual([]);
    }
  });
}

test('with all columns, the list scrolls, and no pinned column hides what has the focus', async ({ browser }) => {
  const page = await pageAs(browser, 'admin');
  await page.evaluate(() => {
    const shown = ['tranDate', 'lastModifiedDate', 'email', 'terms', 'location', 'project', 'subtotal', 'dueDate'];
    const columns = Object.fromEntries(shown.map((id) => [id, true]));
    localStorage.setItem('table-orders', JSON.stringify({ order: [], columns }));
  });
  await openList(page, '/orders');
  const buttons = page.getByRole('columnheader').getByRole('button');
  await expect(page.getByRole('columnheader', { name: 'Subtotal' })).toBeAttached();
  await buttons.first().focus();
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let place = 1; place < (await buttons.count()); place += 1) {
      await page.keyboard.press(key);
      const isSeen = await page.evaluate(() => {
        const element = document.activeElement;
        if (element?.closest('th') == null) throw new Error('the focus is not in the header');
        const { left, right, top, height } = element.getBoundingClientRect();
        return [left + 1, right - 1].some((x) => element.contains(document.elementFromPoint(x, top + height / 2)));
      });
      expect(isSeen).toBe(true);
    }
  }
});
