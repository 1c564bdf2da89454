import { studioStream } from '@atelier/contracts/studio';
import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { findInStudio, loadHome } from './find.ts';

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const page = (path: string, component: RouteComponent): AnyRoute =>
    createRoute({ getParentRoute: () => root, path, component, staticData: { crumb: 'studio:name' } });
  const skills = lazyScreen(() => import('./admin/skills-page.tsx'));
  const metrics = lazyScreen(() => import('./admin/metrics-page.tsx'));
  return [
    page(
      'studio',
      lazyScreen(() => import('./projects/projects-page.tsx')),
    ),
    page(
      'projects/$projectId/studio',
      lazyScreen(() => import('./page/studio-tab-page.tsx')),
    ),
    page(
      'projects/$projectId/quote/$quoteId',
      lazyScreen(() => import('./quote/quote-page.tsx')),
    ),
    page(
      'projects/$projectId/ideation',
      lazyScreen(() => import('./legacy/ideation-page.tsx')),
    ),
    page(
      'projects/$projectId/planning',
      lazyScreen(() => import('./legacy/planning-page.tsx')),
    ),
    page(
      'projects/$projectId/solutioning',
      lazyScreen(() => import('./legacy/solutioning-page.tsx')),
    ),
    page(
      'studio/settings',
      lazyScreen(() => import('./workspace/settings-page.tsx')),
    ),
    page(
      'studio/tasks',
      lazyScreen(() => import('./admin/my-tasks-page.tsx')),
    ),
    page('studio/admin/skills', skills),
    page('studio/metrics', metrics),
    // The same under the addresses admins try first.
    page('admin/skills', skills),
    page('metrics/studio', metrics),
  ];
};

export const studio: Surface = {
  id: 'studio',
  path: '/studio',
  alsoUnder: '/projects/',
  icon: Clapperboard,
  place: 'main',
  stage: 'ready',
  shortcut: 'alt+shift+2',
  routes,
  commands: [],
  find: findInStudio,
  home: { stream: studioStream, load: loadHome },
};
