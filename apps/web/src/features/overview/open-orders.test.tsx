import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  late,
  listing,
  openLinks,
  openOrders,
  openOverview,
  overdue,
  standStillAt,
  totals,
  wantedPapers,
} from '#testing/overview-page.tsx';
import type { Seen } from '#testing/serve-api.ts';

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(390, 844);
});

describe('customers and guests', () => {
  const order: Order = {
    id: '10248',
    rawData: {
      tranId: 'SO10248',
      otherRefNum: 'VINET-248',
      entity: { id: '1', refName: 'Vins et alcools Chevalier' },
      status: { id: 'D', refName: 'Partially Fulfilled' },
      lastModifiedDate: '2026-05-06T09:00:00Z',
    },
    progress: { shipping: 'partly-shipped', ordered: 27, shipped: 15, expected: '2026-05-06' },
  };
  const lateOrder: Order = {
    id: '10249',
    rawData: { tranId: 'SO10249', status: { id: 'A', refName: 'Pending Approval' } },
    progress: { shipping: 'awaiting-approval', expected: '2026-05-05' },
  };
  const rows = () =>
    page
      .getByRole('list', { name: 'Open orders' })
      .getByRole('listitem')
      .elements()
      .map((row) => row.textContent);

  test.each<Role>(['customer_admin', 'customer_member'])('see their newest open orders: %s', async (role) => {
    standStillAt('2026-05-06T12:00:00Z');
    const { seen } = await openOverview(role, {
      ...totals,
      'GET /netsuite-sales-orders/customer': listing(900, [order, lateOrder]),
      'GET /netsuite-sales-orders/open': () => ({ body: { open: {}, late: 7, overdue: 1 } }),
    });
    await expect
      .poll(rows)
      .toEqual([
        'SO10248 · VINET-248Partially Fulfilled15 of 27 units shippedExpected May 6Changed 3 h ago',
        'SO10249Pending ApprovalLate since May 5',
      ]);
    await expect
      .poll(() => openLinks())
      .toEqual([
        ['Late7', late],
        [rows()[0], `${openOrders}&order=10248`],
        [rows()[1], `${openOrders}&order=10249`],
        ['View all 2 open orders', openOrders],
      ]);
    expect(openLinks('Invoices')).toEqual([['Orders with overdue invoices1', overdue]]);
    const asked = new URLSearchParams(seen.find(({ query }) => query.includes('filter='))?.query);
    expect(Object.fromEntries(asked)).toEqual({
      limit: '5',
      sortBy: 'createdDate',
      sortOrder: 'DESC',
      filter: '{"shipping":"awaiting-approval,not-shipped,partly-shipped"}',
      withChangedAt: 'true',
    });
    expect(seen.find(({ key }) => key.endsWith('/open'))?.query).toBe('?today=2026-05-06');
    // The rows have the height of their placeholders.
    const heights = page.getByRole('list', { name: 'Open orders' }).getByRole('listitem').elements();
    expect(heights.map((row) => row.getBoundingClientRect().height)).toEqual([88, 88]);
  });

  test.each([
    ['customer_member', '2026-05-06T11:00:00Z', '1 h'],
    ['customer_member', '2026-05-05T12:00:00Z', '3 h'],
    ['customer_guest', '2026-05-06T11:00:00Z', '1 h'],
    ['customer_guest', '2026-05-05T12:00:00Z', '3 h'],
  ] as const)('see the last change, of the order or in its timeline: %s, %s', async (role, changedAt, ago) => {
    standStillAt('2026-05-06T12:00:00Z');
    const body = listing(1, [
      { ...order, changedAt, ...(role === 'customer_guest' ? { assignment: { until: null } } : {}) },
    ]);
    const lists = { 'GET /netsuite-sales-orders/customer': body, 'GET /netsuite-sales-orders/assigned-orders': body };
    await openOverview(role, { ...totals, ...lists });
    await expect.poll(rows).toEqual([expect.stringContaining(`Changed ${ago} ago`)]);
  });

  test.each([390, 1152, 1440])('see large quantities on one line, %d px wide', async (width) => {
    await page.viewport(width, 900);
    const large = { ...order, progress: { shipping: 'partly-shipped', ordered: 12_000, shipped: 11_999 } } as const;
    const orders = [order, { ...large, id: '2' }];
    await openOverview('customer_member', { ...totals, 'GET /netsuite-sales-orders/customer': listing(900, orders) });
    const text = page.getByText('11,999 of 12,000 units shipped');
    await expect.element(text).toBeVisible();
    const boxes = [text, page.getByText('15 of 27 units shipped')].map((one) => one.element().getBoundingClientRect());
    expect(boxes[0]?.height).toBe(boxes[1]?.height);
    expect(text.element().scrollWidth).toBe(text.element().clientWidth);
  });

  test.each([1024, 1440])('see progress bars in a column, %d px wide', async (width) => {
    await page.viewport(width, 900);
    const short = { ...order, progress: { shipping: 'partly-shipped', ordered: 2, shipped: 1 } } as const;
    const orders = [order, { ...short, id: '2' }];
    await openOverview('customer_member', { ...totals, 'GET /netsuite-sales-orders/customer': listing(900, orders) });
    const bars = ['15 of 27 units shipped', '1 of 2 units shipped'].map((text) => page.getByText(text));
    for (const bar of bars) await expect.element(bar).toBeVisible();
    const [left, ...others] = bars.map((bar) => bar.element().firstElementChild?.getBoundingClientRect().left);
    expect(others).toEqual([left]);
  });

  test.each(
    [1024, 1152, 1280, 1440].flatMap((width) => [
      [width, '2026-05-06T11:37:00Z', 'Changed 23 min ago'] as const,
      [width, '2023-05-06T12:00:00Z', 'Changed 1,096 days ago'] as const,
    ]),
  )('see all of the times, %d px wide, changed %s', async (width, changedAt, shown) => {
    await page.viewport(width, 900);
    standStillAt('2026-05-06T12:00:00Z');
    const progress = { shipping: 'partly-shipped', ordered: 27, shipped: 15, expected: '2027-12-26' } as const;
    const body = listing(1, [
      { ...order, rawData: { ...order.rawData, lastModifiedDate: changedAt }, progress, changedAt },
    ]);
    await openOverview('customer_member', { ...totals, 'GET /netsuite-sales-orders/customer': body });
    const changed = page.getByText(/^Changed/);
    await expect.element(changed).toHaveTextContent(shown);
    for (const text of [changed, page.getByText('Expected Dec 26, 2027')]) {
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = text.element();
      expect([scrollWidth, scrollHeight]).toEqual([clientWidth, clientHeight]);
      expect(clientHeight).toBeLessThan(24);
    }
  });

  test('a guest sees ship-to and customer in place of numbers', async () => {
    const { tranId, otherRefNum, ...rawData } = order.rawData;
    const own = { ...order, rawData, assignment: { shipTo: 'Reims, France', until: null } };
    const elsewhere = { ...own, id: '2', assignment: { until: null } };
    const nameless = { id: '3', rawData: {}, assignment: { until: null } };
    const orders = [own, elsewhere, nameless];
    await openOverview('customer_guest', {
      ...totals,
      'GET /netsuite-sales-orders/assigned-orders': listing(3, orders),
    });
    await expect
      .poll(() => rows().map((row) => row.replace(/Partially.*/, '')))
      .toEqual(['Reims, France · Vins et alcools Chevalier', 'Vins et alcools Chevalier', 'Order 3']);
    expect(rows()[0]).toMatch(/Changed .+ ago$/);
  });

  test('a guest reads long names in full where the other columns are short', async () => {
    await page.viewport(1152, 900);
    const shipTo = 'Rivière-du-Loup QC, Canada';
    const own = { ...order, assignment: { shipTo, until: null } };
    await openOverview('customer_guest', {
      ...totals,
      'GET /netsuite-sales-orders/assigned-orders': listing(1, [own]),
    });
    await expect.element(page.getByText(shipTo)).toBeVisible();
    const name = page.getByText(shipTo).element().parentElement;
    expect(name?.scrollWidth).toBe(name?.clientWidth);
  });

  test.each([
    [0, 'No orders are assigned to you yet.'],
    [3, 'No open orders.'],
  ])('a guest with %i assigned orders reads why none are listed', async (total, text) => {
    await openOverview('customer_guest', { ...totals, 'GET /netsuite-sales-orders/assigned-orders': listing(total) });
    await expect.element(page.getByText(text)).toBeVisible();
  });

  test('a guest is led to the orders for which papers are wanted from it', async () => {
    const counts = { open: { 'awaiting-approval': 0, 'not-shipped': 2, 'partly-shipped': 0 }, late: 0 };
    await openOverview('customer_guest', {
      ...totals,
      'GET /netsuite-sales-orders/open': () => ({ body: { ...counts, missingPapers: 2, missingProofs: 1 } }),
    });
    await expect.poll(() => openLinks()).toContainEqual(['Need papers from you2', wantedPapers]);
  });

  const owed = { open: {}, late: 0, overdue: 2, openAmount: '12345.60', overdueAmount: '345.60' };
  test.each([
    ['$345.60', true, owed],
    ['$0.00', false, { ...owed, overdue: 0, overdueAmount: '0.00' }],
  ])(
    "a customer's administrator is led to what is to pay, and %s overdue; alarming: %s",
    async (shown, isAlarming, body) => {
      await page.viewport(360, 800);
      await openOverview('customer_admin', { ...totals, 'GET /netsuite-sales-orders/open': () => ({ body }) });
      await expect
        .poll(() => openLinks('Invoices'))
        .toEqual([
          ['To pay$12,345.60', '/orders?page=1&openAmount=0.01,'],
          [`Overdue${shown}`, overdue],
        ]);
      const elements = ['0', '$12,345.60', shown].map((text) => page.getByText(text, { exact: true }).element());
      const [none, toPay, due] = elements.map((one) => getComputedStyle(one).color);
      expect([toPay === none, due === none]).toEqual([true, !isAlarming]);
      // On one line each.
      const [line, ...others] = elements.map((one) => one.getBoundingClientRect().height);
      expect(others).toEqual([line, line]);
    },
  );

  test('see the currency of amounts where the account has several', async () => {
    const body = { ...owed, currency: 'US Dollar' };
    await openOverview('customer_admin', { ...totals, 'GET /netsuite-sales-orders/open': () => ({ body }) });
    const texts = () => openLinks('Invoices').map(([text]) => text);
    await expect.poll(texts).toEqual(['To pay$12,345.60 US Dollar', 'Overdue$345.60 US Dollar']);
  });

  test.each<Role>(['customer_admin', 'customer_member'])(
    'see nothing of invoices while they were never synced: %s',
    async (role) => {
      await openOverview(role, {
        ...totals,
        'GET /netsuite-sales-orders/open': () => ({ body: { open: {}, late: 7 } }),
      });
      await expect.poll(() => openLinks()).toContainEqual(['Late7', late]);
      expect(openLinks('Invoices')).toEqual([]);
    },
  );

  test('search all orders in the list', async () => {
    const { address } = await openOverview('customer_member');
    await page.getByRole('searchbox', { name: 'Search all orders' }).fill(' 1Z 999 ');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/orders?search=1Z+999');
  });

  test.each([0, 2])('see on a phone what follows the panel once it has the height of its %i orders', async (count) => {
    const orders = Array.from({ length: count }, (_, index) => ({ ...order, id: String(index) }));
    const arrived = Promise.withResolvers<void>();
    const answer = async (seen: Seen) => {
      if (seen.query.includes('filter=')) await arrived.promise;
      return listing(900, orders)(seen);
    };
    await openOverview('customer_member', { ...totals, 'GET /netsuite-sales-orders/customer': answer });
    const activity = page.getByText('No recent activity to display.');
    await expect.element(activity).toBeInTheDocument();
    await expect.element(activity).not.toBeVisible();
    arrived.resolve();
    await expect.element(activity).toBeVisible();
    expect(page.getByRole('region', { name: 'Open orders' }).element().clientHeight).toBeLessThan(500);
  });

  test.each([
    [390, 5],
    [1440, 0],
    [1440, 1],
    [1440, 5],
  ])('see a panel of one height, %i px wide: loading, failed, and after Retry with %i orders', async (width, count) => {
    const orders = Array.from({ length: count }, (_, index) => ({ ...order, id: String(index) }));
    await page.viewport(width, 844);
    let works = false;
    let fail = () => {};
    const answer = async (seen: Seen) => {
      if (!seen.query.includes('filter=') || works) return listing(900, orders)(seen);
      await new Promise<void>((resolve) => {
        fail = resolve;
      });
      return { status: 400, body: { message: 'The list is away.' } };
    };
    await openOverview('customer_member', { ...totals, 'GET /netsuite-sales-orders/customer': answer });
    const panel = page.getByRole('region', { name: 'Open orders' });
    const heightOf = () => panel.element().clientHeight;
    await expect.element(panel.getByRole('link', { name: 'Late 7' })).toBeVisible();
    const height = heightOf();
    // Failed requests are sent again.
    await expect
      .poll(() => {
        fail();
        return page.getByText('The list is away.').elements().length;
      })
      .toBe(1);
    expect(heightOf()).toBe(height);
    works = true;
    await page.getByRole('button', { name: 'Retry' }).click();
    if (count === 0) await expect.element(page.getByText('No open orders.')).toBeVisible();
    else await expect.poll(() => rows().length).toBe(count);
    expect(heightOf()).toBe(height);
  });
});
