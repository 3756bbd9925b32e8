import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const settingsRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/settings',
  staticData: { title: 'settings.title', description: 'settings.description' },
  component: lazyPage(() => import('#features/settings/settings-page.tsx'), 'SettingsPage'),
});
