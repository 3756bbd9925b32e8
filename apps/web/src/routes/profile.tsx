import { createRoute } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { signedInRoute } from './signed-in.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  staticData: { title: 'profile.title', description: 'profile.description' },
  component: lazyPage(() => import('#features/profile/profile-page.tsx'), 'ProfilePage'),
});
