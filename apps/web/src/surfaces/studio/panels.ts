import { FileDiff, ListChecks, type LucideIcon } from 'lucide-react';
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

/** The side tabs, in order. A panel is one line here, one title in `messages.panels`, and a component. */
export const panels: readonly StudioPanel[] = [
  {
    id: 'questions',
    title: 'studio:panels.questions',
    icon: ListChecks,
    Panel: lazyPart(() => import('./questions/questions-panel.tsx')),
  },
  {
    id: 'draft',
    title: 'studio:panels.draft',
    icon: FileDiff,
    Panel: lazyPart(() => import('./draft/draft-panel.tsx')),
  },
];
