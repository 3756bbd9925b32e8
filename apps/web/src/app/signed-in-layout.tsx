import { Shell } from '#components/shell/shell.tsx';
import { NotificationBell } from '#features/notifications/notification-bell.tsx';
import { SyncHost } from '#features/sync/sync-host.tsx';

/** The shell, with background tasks that run on every page. */
export function SignedInLayout() {
  return (
    <>
      <Shell notifications={<NotificationBell />} />
      <SyncHost />
    </>
  );
}
