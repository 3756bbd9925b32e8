import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  staticData: { title: 'settings.title', description: 'settings.description' },
  component: lazyRouteComponent(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
});
