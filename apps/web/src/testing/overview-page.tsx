import type { Order } from '@portal/contract/orders';
import type { Role } from '@portal/contract/permissions';
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OverviewPage } from '#features/overview/overview-page.tsx';
import { storeUser } from '#lib/session.ts';
import { pageOf } from './in-pages.ts';
import { renderPage } from './render-page.tsx';
import { type Seen, serveApi } from './serve-api.ts';

type Answers = Parameters<typeof serveApi>[0];

/** Only the list of open orders is filtered. */
export const listing =
  (total: number, open: Order[] = []) =>
  ({ query }: Seen) => ({
    body: query.includes('filter=') ? { items: open, total: open.length } : { items: [], total },
  });

const people = Array.from({ length: 1200 }, (_, index) => String(index + 1));

export const totals: Answers = {
  'GET /netsuite-customers': () => ({ body: { total: 91 } }),
  'GET /netsuite-sales-orders': listing(1048576),
  'GET /netsuite-sales-orders/customer': listing(1048576),
  'GET /netsuite-sales-orders/assigned-orders': listing(3),
  'GET /netsuite-sales-orders/open': () => ({
    body: {
      open: { 'awaiting-approval': 4, 'not-shipped': 1204, 'partly-shipped': 0 },
      late: 7,
      overdue: 0,
      missingPapers: 0,
      missingProofs: 12,
    },
  }),
  'GET /users': (call: Seen) => ({ body: { data: pageOf(people, (id) => id, call).map((id) => ({ id })) } }),
  'GET /customer-invitations/active': () => ({ body: [{}, {}] }),
  'GET /log': () => ({ body: { data: [] } }),
};

export async function openOverview(role: Role, answers: Answers = totals) {
  const profile = { id: 'ada', email: 'ada@test.example', groups: [role], createdAt: '2026-05-06T12:00:00Z' };
  storeUser(profile);
  const seen = serveApi({ ...answers, 'GET /auth/profile': () => ({ body: profile }) });
  return { ...(await renderPage(<OverviewPage />, '/overview')), seen };
}

/** Addresses of filtered lists. */
export const openOrders = '/orders?page=1&shipping=awaiting-approval,not-shipped,partly-shipped';
export const late = `${openOrders}&expected=before-today`;
export const overdue = '/orders?page=1&dueDate=before-today';
export const wantedPapers = '/orders?page=1&missingPapers=bill-of-lading,proof-of-delivery,packing-slip,invoice,other';

/** The address of each link in a panel, by its text. */
export const openLinks = (panel = 'Open orders') =>
  page
    .getByRole('region', { name: panel })
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]);

export function standStillAt(instant: string) {
  vi.setSystemTime(instant);
  onTestFinished(() => void vi.useRealTimers());
}
