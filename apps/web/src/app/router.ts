import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { surfaces } from '../surfaces/registry.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PendingPage } from './pending-page.tsx';
import { Shell } from './shell.tsx';

export const createAppRouter = () => {
  const root = createRootRoute({ component: Shell });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyRouteComponent(() => import('./home-page.tsx')),
  });
  return createRouter({
    routeTree: root.addChildren([home, ...surfaces.flatMap(({ routes }) => routes(root))]),
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
  });
};
