import { createRoute } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { workshopEn } from './messages.en.ts';
import { workshopHe } from './messages.he.ts';

export const workshop: Surface = {
  id: 'workshop',
  path: '/workshop',
  icon: Hammer,
  place: 'main',
  stage: 'preview',
  shortcut: 'alt+shift+1',
  messages: { en: workshopEn, he: workshopHe },
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'workshop',
      component: lazyScreen(() => import('./workshop-page.tsx')),
      staticData: { crumb: 'workshop:name' },
    }),
  ],
  commands: [],
};
