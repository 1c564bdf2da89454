import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazyScreen } from '../code/lazy-screen.tsx';
import { PendingPage } from '../code/pending-page.tsx';
import { surfaces } from '../surfaces/registry.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

export const createAppRouter = () => {
  const root = createRootRoute({ component: Shell });
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyScreen(() => import('./home-page.tsx')),
  });
  return createRouter({
    routeTree: root.addChildren([home, ...surfaces.flatMap(({ routes }) => routes(root))]),
    defaultPreload: 'intent',
    // A page begins at its top; going back returns to where one was.
    scrollRestoration: true,
    scrollToTopSelectors: ['#content', '[data-scroll-restoration-id=place]'],
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
  });
};
