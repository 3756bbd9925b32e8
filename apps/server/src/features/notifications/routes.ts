import * as contract from '@portal/contract/notifications';
import type { Mount } from '../../http/mount.ts';
import { withoutNulls } from '../../platform/without-nulls.ts';
import { listFollows } from './followed-presets.ts';
import { followOrder, followPreset, unfollow } from './follows.ts';
import {
  listNotifications,
  markNotificationsRead,
  type NotificationDependencies,
  readSettings,
  saveSettings,
  unsubscribe,
} from './service.ts';

export function mountNotifications(mount: Mount, dependencies: NotificationDependencies): void {
  mount(contract.listNotifications, ({ currentUser }) => listNotifications(dependencies, currentUser));
  mount(contract.readNotifications, async ({ currentUser, body }) => {
    await markNotificationsRead(dependencies, currentUser, body);
    return { message: 'Marked as read.' };
  });
  mount(contract.getNotificationSettings, ({ currentUser }) => readSettings(dependencies, currentUser));
  mount(contract.saveNotificationSettings, ({ currentUser, body }) =>
    saveSettings(dependencies, currentUser, body.mails),
  );
  mount(contract.listFollows, ({ currentUser }) => listFollows(dependencies, currentUser));
  mount(contract.followOrder, async ({ currentUser, params }) => {
    await followOrder(dependencies, currentUser, params.id);
    return { message: 'You follow this order.' };
  });
  mount(contract.unfollowOrder, async ({ currentUser, params }) => {
    await unfollow(dependencies, currentUser, { orderId: params.id });
    return { message: 'You no longer follow this order.' };
  });
  mount(contract.followPreset, async ({ currentUser, params, body }) => {
    await followPreset(dependencies, currentUser, params.id, withoutNulls(body));
    return { message: 'You follow this preset.' };
  });
  mount(contract.unfollowPreset, async ({ currentUser, params }) => {
    await unfollow(dependencies, currentUser, { presetId: params.id });
    return { message: 'You no longer follow this preset.' };
  });
  // The address is opened by mail programs without one-click support. The web app has the page; its button posts here.
  mount(contract.openUnsubscribe, async ({ query, reply }) => {
    const page = `/unsubscribe?token=${query.token}`;
    reply.type('text/html; charset=utf-8');
    return `<!doctype html><meta http-equiv="refresh" content="0;url=${page}"><a href="${page}">Order Portal</a>`;
  });
  mount(contract.unsubscribe, async ({ query }) => {
    await unsubscribe(dependencies, query.token);
    return { message: 'You will get no more emails about orders that you follow.' };
  });
}
