import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Waypoints } from 'lucide-react';
import type { Surface } from '../surface.ts';
import { workrailEn } from './messages.en.ts';
import { workrailHe } from './messages.he.ts';

export const workrail: Surface = {
  id: 'workrail',
  path: '/workrail',
  icon: Waypoints,
  place: 'main',
  stage: 'preview',
  shortcut: 'alt+shift+3',
  messages: { en: workrailEn, he: workrailHe },
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'workrail',
      component: lazyRouteComponent(() => import('./workrail-page.tsx')),
      staticData: { crumb: 'workrail:name' },
    }),
  ],
  commands: [],
};
