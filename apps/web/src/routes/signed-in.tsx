import { createRoute } from '@tanstack/react-router';
import { ShellError } from '#components/shell/page-error.tsx';
import { refreshProfile } from '#lib/profile.ts';
import { requireSession } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Parent route of all pages inside the shell. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location, context, preload }) => {
    requireSession(location);
    // Changes to the current user's rights take effect on the next click; see watchRights.
    if (!preload) void refreshProfile(context.queryClient);
  },
  component: lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
  errorComponent: ShellError,
});
