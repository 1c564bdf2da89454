import { createRoute } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';

/** Linked from Settings → Data & diagnostics: the file layer, to look at and to try. */
export const filesLab: Surface = {
  id: 'filesLab',
  path: '/lab/files',
  icon: FlaskConical,
  place: 'hidden',
  stage: 'ready',
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'lab/files',
      component: lazyScreen(() => import('./files-lab-page.tsx')),
      staticData: { crumb: 'filesLab:name' },
    }),
  ],
  commands: [],
};
