import { createRoute } from '@tanstack/react-router';
import { Clapperboard } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';

export const studio: Surface = {
  id: 'studio',
  path: '/studio',
  icon: Clapperboard,
  place: 'main',
  stage: 'preview',
  shortcut: 'alt+shift+2',
  messages: {
    en: () => import('./messages.en.ts').then(({ studioEn }) => studioEn),
    he: () => import('./messages.he.ts').then(({ studioHe }) => studioHe),
  },
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
