import { benchStreamOf, modelsStream, workbenchesStream } from '@atelier/contracts';
import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { askAhead } from '../../client/ahead.ts';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { findInWorkshop, loadHome } from './find.ts';

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const top = createRoute({
    getParentRoute: () => root,
    path: 'workshop',
    staticData: { crumb: 'workshop:name' },
  });
  const home = createRoute({
    getParentRoute: () => top,
    path: '/',
    component: lazyScreen(() => import('./home/home-page.tsx')),
  });
  const bench = createRoute({
    getParentRoute: () => top,
    path: '$workbenchId',
    component: lazyScreen(() => import('./bench/bench-layout.tsx')),
    staticData: {
      crumb: 'workshop:places.bench',
      ahead: (atelier, { workbenchId = '' }) => {
        askAhead(atelier, benchStreamOf(workbenchId), () => atelier.commands.WorkbenchGet({ workbenchId }));
        askAhead(atelier, modelsStream, () => atelier.commands.ModelsGet({}));
      },
    },
  });
  const place = (path: string, component: RouteComponent): AnyRoute =>
    createRoute({ getParentRoute: () => bench, path, component });
  return [
    top.addChildren([
      home,
      bench.addChildren([
        place(
          '/',
          lazyScreen(() => import('./chat/chat-page.tsx')),
        ),
        place(
          'review',
          lazyScreen(() => import('./review/review-page.tsx')),
        ),
        place(
          'compare',
          lazyScreen(() => import('./review/compare-page.tsx')),
        ),
        place(
          'answers',
          lazyScreen(() => import('./answers/answers-page.tsx')),
        ),
        place(
          'context',
          lazyScreen(() => import('./context/context-page.tsx')),
        ),
        place(
          'past',
          lazyScreen(() => import('./past/past-page.tsx')),
        ),
        place(
          'checkpoints',
          lazyScreen(() => import('./checkpoints/checkpoints-page.tsx')),
        ),
        place(
          'view/$path',
          lazyScreen(() => import('./viewer/viewer-page.tsx')),
        ),
        place(
          'settings',
          lazyScreen(() => import('./settings/settings-page.tsx')),
        ),
      ]),
    ]),
  ];
};

export const workshop: Surface = {
  id: 'workshop',
  path: '/workshop',
  icon: Hammer,
  place: 'main',
  stage: 'ready',
  shortcut: 'alt+shift+1',
  routes,
  commands: [],
  find: findInWorkshop,
  home: { stream: workbenchesStream, load: loadHome },
};
