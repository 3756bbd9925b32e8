import { z } from 'zod';
import { anyText, day, givenInstant, instant, message, netsuiteId, netsuiteIdParams, visibleLine } from './common.ts';
import { endpointsOf } from './endpoint.ts';
import { orderEvent } from './timeline.ts';
import { MAX_SEARCH_LENGTH, mailFrequencies } from './values.ts';

const endpoint = endpointsOf('Notifications');

const notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.string(),
    createdAt: instant,
    isRead: z.boolean(),
    order: z.object({
      id: netsuiteId,
      tranId: z.string().optional().meta({ description: 'Not for guests' }),
      shipTo: z.string().optional().meta({ description: 'Place, for guests only' }),
      tranDate: day
        .optional()
        .meta({ description: 'Order date, for guests only: several orders may ship to one place' }),
      customer: z.string().optional(),
    }),
    event: orderEvent,
  }),
  z.object({
    kind: z.literal('summary'),
    createdAt: instant,
    isRead: z.boolean(),
    changes: z.number().int().meta({ description: 'Events that became known together' }),
    orders: z.number().int(),
    isTruncated: z
      .boolean()
      .meta({ description: 'More changes, and perhaps more orders, than these: not all were counted' }),
  }),
]);
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint('GET /notifications', 'orders.read', {
  summary: 'What happened to the orders that the caller follows, newest first; many events at once are one summary',
  response: z.object({ unread: z.number().int(), data: z.array(notification) }),
});

export const readNotifications = endpoint('POST /notifications/read', 'orders.read', {
  summary: 'Mark notifications as read: one, those of a summary, or all up to an instant',
  body: z
    .object({
      id: netsuiteId.optional().meta({ description: 'One notification' }),
      at: givenInstant.optional().meta({ description: 'createdAt of a summary' }),
      upTo: givenInstant.optional().meta({ description: 'createdAt of the newest one to mark' }),
    })
    .refine(({ id, at, upTo }) => [id, at, upTo].filter((part) => part !== undefined).length === 1, {
      message: 'must have exactly one of id, at and upTo',
    }),
  response: message,
});

const settings = z.object({
  mails: z.enum(mailFrequencies).meta({ description: 'instant: at most one an hour; daily: after 6 a.m. UTC' }),
});

export const getNotificationSettings = endpoint('GET /notifications/settings', 'orders.read', {
  summary: 'How often the caller is mailed about orders that it follows',
  response: settings,
});

export const saveNotificationSettings = endpoint('PUT /notifications/settings', 'orders.read', {
  summary: 'Change how often the caller is mailed about orders that it follows',
  body: settings,
  response: settings,
});

const presetParams = z.object({ id: visibleLine(200) });

export const listFollows = endpoint('GET /follows', 'orders.read', {
  summary: 'The orders and the filter presets of the orders list that the caller follows',
  response: z.object({ orders: z.array(netsuiteId), presets: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const followOrder = endpoint('PUT /follows/orders/{id}', 'orders.read', {
  summary: 'Follow an order; at most 1000',
  params: netsuiteIdParams,
  response: message,
  errors: [404],
});

export const unfollowOrder = endpoint('DELETE /follows/orders/{id}', 'orders.read', {
  summary: 'Stop following an order',
  params: netsuiteIdParams,
  response: message,
});

export const followPreset = endpoint('PUT /follows/presets/{id}', 'orders.read', {
  summary: 'Follow the orders that match a filter preset, or replace its filters; at most 50 presets',
  params: presetParams,
  body: z.object({
    name: visibleLine(100),
    search: anyText(MAX_SEARCH_LENGTH).optional(),
    filter: anyText(10_000).optional().meta({ description: 'JSON text, as for the list' }),
  }),
  response: message,
});

export const unfollowPreset = endpoint('DELETE /follows/presets/{id}', 'orders.read', {
  summary: 'Stop following a filter preset',
  params: presetParams,
  response: message,
});

const unsubscribeQuery = z.object({ token: z.string().regex(/^[\w.-]{1,200}$/, 'is not valid') });

export const openUnsubscribe = endpoint('GET /notifications/unsubscribe', 'public', {
  summary: 'Leads to the page with the button that ends the mails',
  query: unsubscribeQuery,
  binary: 'text/html',
  response: z.any(),
});

export const unsubscribe = endpoint('POST /notifications/unsubscribe', 'public', {
  summary: 'End the mails about followed orders with the link of one of them: one click (RFC 8058), without sign-in',
  ignoresBody: true,
  query: unsubscribeQuery,
  response: message,
});
