import { studioStream } from '@atelier/contracts/studio';
import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { findInStudio, loadHome } from './find.ts';

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const page = (path: string, component: RouteComponent): AnyRoute =>
    createRoute({ getParentRoute: () => root, path, component, staticData: { crumb: 'studio:name' } });
  return [
    page(
      'studio',
      lazyScreen(() => import('./projects/projects-page.tsx')),
    ),
    page(
      'projects/$projectId/studio',
      lazyScreen(() => import('./page/studio-tab-page.tsx')),
    ),
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
  messages: {
    en: () => import('./messages.en.ts').then(({ studioEn }) => studioEn),
    he: () => import('./messages.he.ts').then(({ studioHe }) => studioHe),
  },
  routes,
  commands: [],
  find: findInStudio,
  home: { stream: studioStream, load: loadHome },
};
