import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';

type Props = {
  readonly drawing: ReactNode;
  readonly title: string;
  readonly action: ReactNode;
  readonly children: ReactNode;
};

/** The first page of a surface in which nothing was made yet: what it looks like, and how the first one gets here. */
export const EmptyBoard = ({ drawing, title, action, children }: Props) => (
  <div className="overflow-hidden rounded-lg border border-line">
    <div className="board flex justify-center border-line border-b bg-sunken px-5 py-6">{drawing}</div>
    <EmptyState title={title} action={action}>
      {children}
    </EmptyState>
  </div>
);
