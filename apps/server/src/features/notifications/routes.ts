import * as contract from '@portal/contract/notifications';
import type { Mount } from '../../http/mount.ts';
import type { NotificationService } from './service.ts';

export function mountNotifications(mount: Mount, notifications: NotificationService): void {
  mount(contract.listNotifications, ({ currentUser }) => notifications.list(currentUser));
  mount(contract.readNotifications, async ({ currentUser, body }) => {
    await notifications.read(currentUser, body);
    return { message: 'Marked as read.' };
  });
  mount(contract.getNotificationSettings, ({ currentUser }) => notifications.settings(currentUser));
  mount(contract.saveNotificationSettings, ({ currentUser, body }) =>
    notifications.saveSettings(currentUser, body.mails),
  );
  mount(contract.listFollows, ({ currentUser }) => notifications.follows(currentUser));
  mount(contract.followOrder, async ({ currentUser, params }) => {
    await notifications.follow(currentUser, params.id);
    return { message: 'You follow this order.' };
  });
  mount(contract.unfollowOrder, async ({ currentUser, params }) => {
    await notifications.unfollow(currentUser, { orderId: params.id });
    return { message: 'You no longer follow this order.' };
  });
  mount(contract.followPreset, async ({ currentUser, params, body }) => {
    const { name, search, filter } = body;
    const preset = { name, ...(search === undefined ? {} : { search }), ...(filter === undefined ? {} : { filter }) };
    await notifications.followFilters(currentUser, params.id, preset);
    return { message: 'You follow this preset.' };
  });
  mount(contract.unfollowPreset, async ({ currentUser, params }) => {
    await notifications.unfollow(currentUser, { presetId: params.id });
    return { message: 'You no longer follow this preset.' };
  });
  // The address is opened by mail programs without one-click support. The web app has the page; its button posts here.
  mount(contract.openUnsubscribe, async ({ query, reply }) => {
    const page = `/unsubscribe?token=${query.token}`;
    reply.type('text/html; charset=utf-8');
    return `<!doctype html><meta http-equiv="refresh" content="0;url=${page}"><a href="${page}">Order Portal</a>`;
  });
  mount(contract.unsubscribe, async ({ query }) => {
    await notifications.unsubscribe(query.token);
    return { message: 'You will get no more emails about orders that you follow.' };
  });
}
