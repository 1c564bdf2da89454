import { type AnyRoute, createRoute, type RouteComponent, redirect } from '@tanstack/react-router';
import { Settings as SettingsIcon } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { settingsCommands } from './commands.ts';
import { type SectionId, sectionLinks } from './section-links.ts';

const screenBySection: Record<SectionId, RouteComponent> = {
  appearance: lazyScreen(() => import('./appearance-page.tsx')),
  language: lazyScreen(() => import('./language-page.tsx')),
  models: lazyScreen(() => import('./models/models-page.tsx')),
  privacy: lazyScreen(() => import('./models/privacy-page.tsx')),
  people: lazyScreen(() => import('./people/people-page.tsx')),
  data: lazyScreen(() => import('./data-page.tsx')),
  limits: lazyScreen(() => import('./limits-page.tsx')),
  metrics: lazyScreen(() => import('./metrics-page.tsx')),
  about: lazyScreen(() => import('./about-page.tsx')),
};

const routes = (root: AnyRoute): readonly AnyRoute[] => {
  const layout = createRoute({
    getParentRoute: () => root,
    path: 'settings',
    component: lazyScreen(() => import('./settings-layout.tsx')),
    staticData: { crumb: 'settings:name' },
  });
  const landing = createRoute({
    getParentRoute: () => layout,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/settings/appearance', replace: true });
    },
  });
  const pages = sectionLinks.map(({ id, title }) =>
    createRoute({
      getParentRoute: () => layout,
      path: id,
      component: screenBySection[id],
      staticData: { crumb: title },
    }),
  );
  return [layout.addChildren([landing, ...pages])];
};

export const settings: Surface = {
  id: 'settings',
  path: '/settings',
  icon: SettingsIcon,
  place: 'end',
  stage: 'ready',
  shortcut: 'alt+shift+4',
  routes,
  commands: settingsCommands,
};
