import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ShellError } from '#components/shell/page-error.tsx';
import { requireSession } from './guards.ts';
import { rootRoute } from './root.tsx';

/** Everything inside the shell. */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => requireSession(location),
  component: lazyRouteComponent(() => import('#components/shell/shell.tsx'), 'Shell'),
  errorComponent: ShellError,
});
