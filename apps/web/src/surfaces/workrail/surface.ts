import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { workrailCommands } from './commands.ts';
import { findInWorkRail, workrailHome } from './find.ts';

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const layout = createRoute({
    getParentRoute: () => root,
    path: 'workrail',
    component: lazyScreen(() => import('./workrail-layout.tsx')),
    staticData: { crumb: 'workrail:name' },
  });
  const place = (path: string, component: RouteComponent, crumb?: string): AnyRoute =>
    createRoute({
      getParentRoute: () => layout,
      path,
      component,
      ...(crumb === undefined ? {} : { staticData: { crumb } }),
    });
  return [
    layout.addChildren([
      place(
        '/',
        lazyScreen(() => import('./sessions/sessions-page.tsx')),
      ),
      place(
        'sessions/$sessionId',
        lazyScreen(() => import('./run/run-page.tsx')),
        'workrail:places.session',
      ),
      place(
        'catalogue',
        lazyScreen(() => import('./catalogue/catalogue-page.tsx')),
        'workrail:places.catalogue',
      ),
      place(
        'catalogue/$workflowId',
        lazyScreen(() => import('./catalogue/workflow-page.tsx')),
        'workrail:places.workflow',
      ),
      place(
        'author',
        lazyScreen(() => import('./author/author-page.tsx')),
        'workrail:places.author',
      ),
      place(
        'portability',
        lazyScreen(() => import('./portability/portability-page.tsx')),
        'workrail:places.portability',
      ),
      place(
        'connect',
        lazyScreen(() => import('./connect/connect-page.tsx')),
        'workrail:places.connect',
      ),
      place(
        'settings',
        lazyScreen(() => import('./settings/console-settings-page.tsx')),
        'workrail:places.settings',
      ),
    ]),
  ];
};

export const workrail: Surface = {
  id: 'workrail',
  path: '/workrail',
  icon: Waypoints,
  place: 'main',
  stage: 'ready',
  shortcut: 'alt+shift+3',
  routes,
  commands: workrailCommands,
  find: findInWorkRail,
  home: workrailHome,
};
