import {
  Archive,
  BookOpen,
  Boxes,
  Calculator,
  CalendarRange,
  FileDiff,
  History,
  ListChecks,
  ListTodo,
  type LucideIcon,
  ReceiptText,
  ShoppingCart,
  Smartphone,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { lazyPart } from '../../code/lazy-part.tsx';
import type { ProjectStore } from './project-store.ts';

export type PanelProps = { readonly project: ProjectStore };

export type StudioPanel = {
  /** What `?panel=` says. */
  readonly id: string;
  /** The message key of its name: `studio:panels.elements`. */
  readonly title: string;
  readonly icon: LucideIcon;
  readonly Panel: (props: PanelProps & { readonly whileLoading: ReactNode }) => ReactNode;
};

/**
 * The side tabs, in order: on a screen 1,366 wide the first six are in sight, the quote and the pending changes among
 * them. A panel is one line here, one title in `messages.panels`, and a component.
 */
export const panels: readonly StudioPanel[] = [
  {
    id: 'elements',
    title: 'studio:panels.elements',
    icon: Boxes,
    Panel: lazyPart(() => import('./elements/elements-panel.tsx')),
  },
  {
    id: 'plan',
    title: 'studio:panels.plan',
    icon: CalendarRange,
    Panel: lazyPart(() => import('./plan/plan-panel.tsx')),
  },
  {
    id: 'tasks',
    title: 'studio:panels.tasks',
    icon: ListTodo,
    Panel: lazyPart(() => import('./tasks/tasks-panel.tsx')),
  },
  {
    id: 'accounting',
    title: 'studio:panels.accounting',
    icon: Calculator,
    Panel: lazyPart(() => import('./accounting/accounting-panel.tsx')),
  },
  {
    id: 'quote',
    title: 'studio:panels.quote',
    icon: ReceiptText,
    Panel: lazyPart(() => import('./quote/quote-panel.tsx')),
  },
  {
    id: 'draft',
    title: 'studio:panels.draft',
    icon: FileDiff,
    Panel: lazyPart(() => import('./draft/draft-panel.tsx')),
  },
  {
    id: 'purchases',
    title: 'studio:panels.purchases',
    icon: ShoppingCart,
    Panel: lazyPart(() => import('./purchases/purchases-panel.tsx')),
  },
  {
    id: 'risks',
    title: 'studio:panels.risks',
    icon: TriangleAlert,
    Panel: lazyPart(() => import('./risks/risks-panel.tsx')),
  },
  {
    id: 'questions',
    title: 'studio:panels.questions',
    icon: ListChecks,
    Panel: lazyPart(() => import('./questions/questions-panel.tsx')),
  },
  {
    id: 'graveyard',
    title: 'studio:panels.graveyard',
    icon: Archive,
    Panel: lazyPart(() => import('./graveyard/graveyard-panel.tsx')),
  },
  {
    id: 'knowledge',
    title: 'studio:panels.knowledge',
    icon: BookOpen,
    Panel: lazyPart(() => import('./knowledge/knowledge-panel.tsx')),
  },
  {
    id: 'history',
    title: 'studio:panels.history',
    icon: History,
    Panel: lazyPart(() => import('./history/history-panel.tsx')),
  },
  {
    id: 'today',
    title: 'studio:panels.today',
    icon: Smartphone,
    Panel: lazyPart(() => import('./phone/today-panel.tsx')),
  },
];
