import { createRootRoute, createRoute, createRouter, type RouteComponent } from '@tanstack/react-router';
import type { Atelier } from '../client/atelier.ts';
import { lazyScreen } from '../code/lazy-screen.tsx';
import { PendingPage } from '../code/pending-page.tsx';
import { surfaces } from '../surfaces/registry.ts';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { Shell } from './shell.tsx';

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Fetches the code of the place that the page was opened at, and what it shows first, without waiting for anything else. */
export const fetchPlace = (router: AppRouter, atelier: Atelier): void => {
  for (const { routeId, params, staticData } of router.matchRoutes(router.latestLocation)) {
    const component = router.routesById[routeId]?.options.component as RouteComponent | undefined;
    void component?.preload?.();
    staticData.ahead?.(atelier, params);
  }
};

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
