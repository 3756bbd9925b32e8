import type { Token } from './list-server.ts';

/** The requests of one measured unit of work, sent sequentially. */
export type Case = { name: string; paths: () => string[]; token: Token };

export const random = (below: number) => Math.floor(Math.random() * below);
export const pick = <Item>(items: readonly [Item, ...Item[]]) => items[random(items.length)] ?? items[0];
const dayOf = (index: number) => new Date(Date.UTC(2018, 0, 1 + index)).toISOString().slice(0, 10);
const words = [
  'North',
  'Cedar',
  'Lake',
  'Prairie',
  'Maple',
  'Granite',
  'Ridge',
  'Falls',
  'Supply',
  'Dairy',
  'Glass',
] as const;
const places = ['Bay', 'Ridge', 'Valley', 'Point', 'River', 'Hill', 'Falls', 'Creek', 'Island', 'Grove'] as const;
export const statuses = [
  'Billed',
  'Closed',
  'Cancelled',
  'Pending Approval',
  'Billed,Closed',
  'Pending Billing,Cancelled',
] as const;
export const columns = [
  'tranId',
  'memo',
  'entity',
  'status',
  'tranDate',
  'total',
  'email',
  'location',
  'custbody_ns_project',
] as const;

const list = (query: Record<string, string | number>) => {
  const text = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/netsuite-sales-orders?${new URLSearchParams(text)}`;
};

const [open, latestDay] = ['awaiting-approval,not-shipped,partly-shipped', '2024-12-20'];
const filtered = (filter: Record<string, string>) => list({ filter: JSON.stringify(filter) });
const between = (from: number, days: number) => `${dayOf(from)},${dayOf(from + days)}`;

/** A tracking number of a seeded package; see seed-shipments.ts. Only some exist. */
function trackingNumber(order: number): string {
  const record = BigInt(order) * 2n + 1000000001n;
  const prefix = ['1Z999AA1', '7718', 'PUR', '4006'][Number(record % 4n)];
  const digits = ((record * 2n + 1n) * 2654435761n) % 10000000000n;
  return `${prefix}${String(digits).padStart(10, '0')}`;
}

/**
 * The work that the targets describe. Unless noted, requests rarely repeat, so that caches do not help. Late, overdue and
 * partly shipped orders are asked for up to 50 days, as from the overview, and repeat.
 */
export function casesFor(orders: number): Case[] {
  const admin = (name: string, path: () => string): Case => ({ name, paths: () => [path()], token: 'admin' });
  const customersPage = '/api/netsuite-sales-orders/customer?page=1&limit=10';
  const latest = () => list({ page: 1, limit: 10 });
  return [
    admin('first page', latest),
    { name: "one customer's first page", paths: () => [customersPage], token: 'customer' },
    admin('status and dates', () => {
      const from = random(2400);
      const createData = `${dayOf(from)},${dayOf(from + random(700))}`;
      return list({ filter: JSON.stringify({ status: pick(statuses), createData }) });
    }),
    admin('part of a number', () =>
      list({ search: `SO${100_000 + random(orders)}`.slice(0, -random(3) || undefined) }),
    ),
    admin('part of a name', () => list({ search: `${pick(words)} ${pick(places)} ${pick(words)}`.slice(random(3)) })),
    admin('a word in many names', () => list({ search: pick(words).slice(random(2), -random(2) || undefined) })),
    admin('sort by any column', () => list({ sortBy: pick(columns), sortOrder: pick(['ASC', 'DESC']) })),
    admin('last page', () => list({ page: orders / 10 })),
    { name: 'dashboard, its five reads', paths: () => dashboard, token: 'admin' },
    admin('open orders', () => filtered({ shipping: open, createData: between(random(2500), 60) })),
    admin('partly shipped', () => filtered({ shipping: 'partly-shipped' })),
    admin('late', () => filtered({ shipping: open, expected: `,${dayOf(2500 + random(50))}` })),
    admin('overdue', () => filtered({ dueDate: `,${dayOf(2500 + random(50))}` })),
    admin('shipped in', () => filtered({ lastShipped: between(random(2500), random(30)) })),
    admin('a tracking number', () => list({ search: trackingNumber(1 + random(orders)) })),
    admin('an invoice number', () => list({ search: `INV${700_000 + random(orders)}` })),
    admin('an exact amount', () => list({ search: (Math.round(random(500_000) * 1.05) / 100).toFixed(2) })),
    {
      name: "a guest's list",
      paths: () => ['/api/netsuite-sales-orders/assigned-orders?page=1&limit=10'],
      token: 'guest',
    },
    admin('order details', () => `/api/netsuite-sales-orders/${1 + random(orders)}`),
    { name: 'order, its three reads', paths: () => opening(1 + random(orders)), token: 'admin' },
    admin('counts of open orders', () => counts),
    { name: "a customer's counts", paths: () => [counts], token: 'customer' },
  ];
}

const counts = `/api/netsuite-sales-orders/open?today=${latestDay}`;

function opening(id: number): string[] {
  const order = `/api/netsuite-sales-orders/${id}`;
  return [order, `${order}/timeline`, `${order}/attachments`];
}

const dashboard = [
  list({ limit: 1 }),
  '/api/netsuite-customers?limit=1',
  '/api/users',
  '/api/customer-invitations/active',
  '/api/log?limit=100',
];
