import { createRoute } from '@tanstack/react-router';
import { MessageSquare } from 'lucide-react';
import { lazyScreen } from '../../code/lazy-screen.tsx';
import type { Surface } from '../surface.ts';
import { findInChat } from './find.ts';

/** Linked from Settings → Models and → Data & diagnostics: any model with the file tools, on scratch files. */
export const chatLab: Surface = {
  id: 'chatLab',
  path: '/lab/chat',
  icon: MessageSquare,
  place: 'hidden',
  stage: 'ready',
  routes: (root) => [
    createRoute({
      getParentRoute: () => root,
      path: 'lab/chat',
      component: lazyScreen(() => import('./chat-page.tsx')),
      staticData: { crumb: 'chatLab:name' },
    }),
  ],
  find: findInChat,
  commands: [
    {
      id: 'go.chatLab',
      title: 'chatLab:name',
      group: 'shell:palette.goTo',
      keywords: 'chatLab:words',
      icon: MessageSquare,
      run: ({ go }) => go('/lab/chat'),
    },
  ],
};
