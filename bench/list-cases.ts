/** The requests of one measured unit of work, sent sequentially. `orders`: the number of orders. */
export type Case = { name: string; paths: () => string[]; token: 'admin' | 'customer' };

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <Item>(items: readonly [Item, ...Item[]]) => items[random(items.length)] ?? items[0];
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
const statuses = [
  'Billed',
  'Closed',
  'Cancelled',
  'Pending Approval',
  'Billed,Closed',
  'Pending Billing,Cancelled',
] as const;
const columns = [
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

/** The work that the targets describe. Unless noted, requests rarely repeat, so that caches do not help. */
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
  ];
}

const dashboard = [
  list({ limit: 1 }),
  '/api/netsuite-customers?limit=1',
  '/api/users',
  '/api/customer-invitations/active',
  '/api/log?limit=100',
];
