import { z } from 'zod';
import { anyText, givenInstant, instant, message, netsuiteId, netsuiteIdParams, visibleLine } from './common.ts';
import { endpoint } from './endpoint.ts';
import { orderEvent } from './timeline.ts';
import { MAX_SEARCH_LENGTH, mailFrequencies } from './values.ts';

const notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.string(),
    createdAt: instant,
    isRead: z.boolean(),
    order: z.object({
      id: netsuiteId,
      tranId: z.string().optional().meta({ description: 'Not for guests' }),
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
  }),
]);
export type Notification = z.infer<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  tag: 'Notifications',
  summary: 'What happened to the orders that the caller follows, newest first; many events at once are one summary',
  permission: 'orders.read',
  response: z.object({ unread: z.number().int(), data: z.array(notification) }),
  errors: [401, 403],
});

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read',
  tag: 'Notifications',
  summary: 'Mark notifications as read: one, those of a summary, or all up to an instant',
  permission: 'orders.read',
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
  errors: [400, 401, 403],
});

const settings = z.object({
  mails: z.enum(mailFrequencies).meta({ description: 'instant: at most one an hour; daily: after 6 a.m. UTC' }),
});

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  tag: 'Notifications',
  summary: 'How often the caller is mailed about orders that it follows',
  permission: 'orders.read',
  response: settings,
  errors: [401, 403],
});

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  tag: 'Notifications',
  summary: 'Change how often the caller is mailed about orders that it follows',
  permission: 'orders.read',
  body: settings,
  response: settings,
  errors: [400, 401, 403],
});

const presetParams = z.object({ id: visibleLine(200) });

export const listFollows = endpoint({
  method: 'GET',
  path: '/follows',
  tag: 'Notifications',
  summary: 'The orders and the filter presets of the orders list that the caller follows',
  permission: 'orders.read',
  response: z.object({ orders: z.array(netsuiteId), presets: z.array(z.object({ id: z.string(), name: z.string() })) }),
  errors: [401, 403],
});

export const followOrder = endpoint({
  method: 'PUT',
  path: '/follows/orders/{id}',
  tag: 'Notifications',
  summary: 'Follow an order; at most 1000',
  permission: 'orders.read',
  params: netsuiteIdParams,
  response: message,
  errors: [400, 401, 403, 404],
});

export const unfollowOrder = endpoint({
  method: 'DELETE',
  path: '/follows/orders/{id}',
  tag: 'Notifications',
  summary: 'Stop following an order',
  permission: 'orders.read',
  params: netsuiteIdParams,
  response: message,
  errors: [400, 401, 403],
});

export const followPreset = endpoint({
  method: 'PUT',
  path: '/follows/presets/{id}',
  tag: 'Notifications',
  summary: 'Follow the orders that match a filter preset, or replace its filters; at most 50 presets',
  permission: 'orders.read',
  params: presetParams,
  body: z.object({
    name: visibleLine(100),
    search: anyText(MAX_SEARCH_LENGTH).optional(),
    filter: anyText(10_000).optional().meta({ description: 'JSON text, as for the list' }),
  }),
  response: message,
  errors: [400, 401, 403],
});

export const unfollowPreset = endpoint({
  method: 'DELETE',
  path: '/follows/presets/{id}',
  tag: 'Notifications',
  summary: 'Stop following a filter preset',
  permission: 'orders.read',
  params: presetParams,
  response: message,
  errors: [400, 401, 403],
});

const unsubscribeQuery = z.object({ token: z.string().regex(/^[\w.-]{1,200}$/, 'is not valid') });

export const openUnsubscribe = endpoint({
  method: 'GET',
  path: '/notifications/unsubscribe',
  tag: 'Notifications',
  summary: 'Leads to the page with the button that ends the mails',
  permission: 'public',
  query: unsubscribeQuery,
  binary: 'text/html',
  response: z.any(),
  errors: [400],
});

export const unsubscribe = endpoint({
  method: 'POST',
  path: '/notifications/unsubscribe',
  tag: 'Notifications',
  summary: 'End the mails about followed orders with the link of one of them: one click (RFC 8058), without sign-in',
  permission: 'public',
  ignoresBody: true,
  query: unsubscribeQuery,
  response: message,
  errors: [400],
});
