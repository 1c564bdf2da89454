import { type AnyRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import { LayoutGrid } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const layout = createRoute({
    getParentRoute: () => root,
    path: 'lab/components',
    component: lazyScreen(() => import('./gallery-layout.tsx')),
    staticData: { crumb: 'lab:name' },
  });
  const page = (path: string, component: RouteComponent, crumb?: string): AnyRoute =>
    createRoute({
      getParentRoute: () => layout,
      path,
      component,
      ...(crumb === undefined ? {} : { staticData: { crumb } }),
    });
  return [
    layout.addChildren([
      page(
        '/',
        lazyScreen(() => import('./gallery-page.tsx')),
      ),
      page(
        'layout',
        lazyScreen(() => import('./layout/layout-page.tsx')),
        'lab:pages.layout',
      ),
      page(
        'grid',
        lazyScreen(() => import('./grid/grid-page.tsx')),
        'lab:pages.grid',
      ),
      page(
        'files',
        lazyScreen(() => import('./files/files-page.tsx')),
        'lab:pages.files',
      ),
      page(
        'more',
        lazyScreen(() => import('./more/more-page.tsx')),
        'lab:pages.more',
      ),
    ]),
  ];
};

/** Not for daily work: every component in one place, to look at and to test. */
export const lab: Surface = {
  id: 'lab',
  path: '/lab/components',
  icon: LayoutGrid,
  place: 'hidden',
  stage: 'ready',
  routes,
  commands: [],
};
