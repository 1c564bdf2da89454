import { createRoute } from '@tanstack/react-router';
import { LayoutGrid } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { labEn } from './messages.en.ts';
import { labHe } from './messages.he.ts';

/** Not for daily work: every component in one place, to look at and to test. */
export const lab: Surface = {
  id: 'lab',
  path: '/lab/components',
  icon: LayoutGrid,
  place: 'hidden',
  stage: 'ready',
  messages: { en: labEn, he: labHe },
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'lab/components',
      component: lazyScreen(() => import('./gallery-page.tsx')),
      staticData: { crumb: 'lab:name' },
    }),
  ],
  commands: [],
};
