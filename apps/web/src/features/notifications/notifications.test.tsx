import type { Notification } from '@portal/contract/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken } from '#lib/session.ts';
import { renderPage } from '#testing/render-page.tsx';
import { type Seen, serveApi } from '#testing/serve-api.ts';
import { NotificationBell } from './notification-bell.tsx';
import { NotificationSettingsPanel } from './notifications-settings-panel.tsx';

const createdAt = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const event = (id: string, more: Partial<Extract<Notification, { kind: 'event' }>>): Notification => ({
  kind: 'event',
  id,
  createdAt: createdAt(Number(id)),
  isRead: false,
  order: { id: `10${id}`, tranId: `SO10${id}`, customer: 'Café Olimpico' },
  event: { kind: 'status', at: createdAt(Number(id)), status: 'Billed' },
  ...more,
});

/** A portal that keeps which notifications were read. */
function serveNotifications(all: Notification[]): Seen[] {
  let data = all;
  return serveApi({
    'GET /notifications': () => ({ body: { unread: data.filter(({ isRead }) => !isRead).length, data } }),
    'POST /notifications/read': ({ body }) => {
      const { id } = body as { id?: string };
      data = data.map((each) =>
        id === undefined || (each.kind === 'event' && each.id === id) ? { ...each, isRead: true } : each,
      );
      return { body: { message: 'Marked as read.' } };
    },
  });
}

beforeEach(async () => {
  localStorage.clear();
  storeToken('a token');
  await page.viewport(1440, 900);
});

const news = [
  event('2', {
    event: {
      kind: 'shipment',
      at: createdAt(2),
      date: '2026-11-19',
      number: 'IF77',
      method: 'United Package',
      tracking: ['1Z999'],
    },
  }),
  { kind: 'summary', createdAt: createdAt(60), isRead: false, changes: 1234, orders: 987, isTruncated: false } as const,
  event('3', { isRead: true, order: { id: '103' } }),
  event('4', {
    isRead: true,
    order: { id: '104', shipTo: 'Reims, France', customer: 'Café Olimpico', tranDate: '2026-05-06' },
  }),
];
const bell = (name: string) => page.getByRole('button', { name, exact: true });

test('the bell counts unread notifications and lists what happened', async () => {
  serveNotifications(news);
  await renderPage(<NotificationBell />, '/overview');
  await bell('Notifications, 2 unread').click();
  const rows = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect.element(rows.nth(3)).toBeVisible();
  const texts = rows.elements().map((row) => row.textContent);
  expect(texts[0]).toBe('SO102 · Café Olimpico2 min agoShipped with United PackageNov 19, 2026 · IF77 · 1Z999Unread');
  expect(texts[1]).toBe('1,234 changes1 h agoTo 987 orders that you followUnread');
  expect(texts[2]).toBe('Order3 min agoStatus changed to Billed');
  expect(texts[3]).toBe('Reims, France · Café Olimpico · May 6, 20264 min agoStatus changed to Billed');
});

test('a summary that does not count all changes says so', async () => {
  const summary = { kind: 'summary', isRead: true, changes: 5000, isTruncated: true } as const;
  serveNotifications([
    { ...summary, createdAt: createdAt(1), orders: 987 },
    { ...summary, createdAt: createdAt(2), orders: 1 },
  ]);
  await renderPage(<NotificationBell />, '/overview');
  await bell('Notifications').click();
  const rows = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem');
  await expect
    .element(rows.nth(0))
    .toHaveTextContent('More than 5,000 changes1 min agoTo at least 987 orders that you follow');
  await expect
    .element(rows.nth(1))
    .toHaveTextContent('More than 5,000 changes2 min agoTo at least one order that you follow');
});

test('opening a notification marks it as read and leads to the timeline of its order', async () => {
  const calls = serveNotifications(news);
  const { address } = await renderPage(<NotificationBell />, '/overview');
  await bell('Notifications, 2 unread').click();
  await page.getByRole('link', { name: /SO102/ }).click();
  await expect.poll(address).toBe('/orders?order=102&tab=timeline');
  await expect.element(bell('Notifications, 1 unread')).toBeVisible();
  expect(calls.filter(({ key }) => key.startsWith('POST'))).toMatchObject([{ body: { id: '2' } }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('marks everything up to the newest one as read', async () => {
  const calls = serveNotifications(news);
  await renderPage(<NotificationBell />, '/overview');
  await bell('Notifications, 2 unread').click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.element(bell('Notifications')).toBeInTheDocument();
  expect(calls.filter(({ key }) => key.startsWith('POST'))).toMatchObject([{ body: { upTo: news[0]?.createdAt } }]);
  await expect.element(page.getByRole('button', { name: 'Mark all as read' })).not.toBeInTheDocument();
});

test('says how to get notifications if there are none', async () => {
  serveNotifications([]);
  await renderPage(<NotificationBell />, '/overview');
  await bell('Notifications').click();
  await expect.element(page.getByText('No notifications')).toBeVisible();
});

test('the profile sets how often mails come, and ends following of presets', async () => {
  let mails = 'instant';
  let presets = [{ id: 'p1', name: 'Late orders' }];
  const calls = serveApi({
    'GET /notifications/settings': () => ({ body: { mails } }),
    'PUT /notifications/settings': ({ body }) => {
      ({ mails } = body as { mails: string });
      return { body: { mails } };
    },
    'GET /follows': () => ({ body: { orders: ['1', '2'], presets } }),
    'DELETE /follows/presets/p1': () => {
      presets = [];
      return { body: { message: 'done' } };
    },
  });
  await renderPage(<NotificationSettingsPanel />, '/profile');
  const select = page.getByRole('combobox', { name: 'Emails about orders you follow' });
  await expect.element(select).toHaveValue('instant');
  await select.selectOptions('Once a day');
  await expect.element(select).toHaveValue('daily');
  expect(calls).toContainEqual(
    expect.objectContaining({ key: 'PUT /notifications/settings', body: { mails: 'daily' } }),
  );
  await expect.element(page.getByText('You follow 2 orders')).toBeVisible();
  await expect.element(page.getByText('Filter presets that you follow')).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Filter presets that you follow' })).toBeVisible();
  await page.getByRole('button', { name: 'Stop following Late orders' }).click();
  await expect.element(page.getByText('Late orders')).not.toBeInTheDocument();
  await expect.element(page.getByText('Filter presets that you follow')).not.toBeInTheDocument();
});
