import { createRoute } from '@tanstack/react-router';
import { Hammer } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';

export const workshop: Surface = {
  id: 'workshop',
  path: '/workshop',
  icon: Hammer,
  place: 'main',
  stage: 'preview',
  shortcut: 'alt+shift+1',
  messages: {
    en: () => import('./messages.en.ts').then(({ workshopEn }) => workshopEn),
    he: () => import('./messages.he.ts').then(({ workshopHe }) => workshopHe),
  },
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
