import { createRoute } from '@tanstack/react-router';
import { ShellError } from '#components/shell/page-error.tsx';
import { refreshProfile } from '#lib/profile.ts';
import { requireSession } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { rootRoute } from './root.tsx';

/** Everything inside the shell. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location, context, preload }) => {
    requireSession(location);
    // What somebody changed about the caller shows with its next click; see watchRights.
    if (!preload) void refreshProfile(context.queryClient);
  },
  component: lazyPage(() => import('./signed-in-layout.tsx'), 'SignedInLayout'),
  errorComponent: ShellError,
});
