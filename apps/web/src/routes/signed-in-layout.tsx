import { Shell } from '#components/shell/shell.tsx';
import { SyncHost } from '#features/sync/sync-host.tsx';

/** The shell, and what goes on beside whichever page is in it. */
export function SignedInLayout() {
  return (
    <>
      <Shell />
      <SyncHost />
    </>
  );
}
