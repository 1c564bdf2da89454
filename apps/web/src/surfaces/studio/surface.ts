import { createRoute } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { studioEn } from './messages.en.ts';
import { studioHe } from './messages.he.ts';

export const studio: Surface = {
  id: 'studio',
  path: '/studio',
  icon: Clapperboard,
  place: 'main',
  stage: 'preview',
  shortcut: 'alt+shift+2',
  messages: { en: studioEn, he: studioHe },
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'studio',
      component: lazyScreen(() => import('./studio-page.tsx')),
      staticData: { crumb: 'studio:name' },
    }),
  ],
  commands: [],
};
