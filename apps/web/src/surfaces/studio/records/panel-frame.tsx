import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

type Props = {
  readonly title: string;
  readonly detail?: ReactNode;
  readonly actions?: ReactNode;
  /** A grid takes the height that is left and scrolls by itself. */
  readonly fills?: boolean;
  readonly children: ReactNode;
};

/** A panel beside the talk: what it is, what can be done, and its content. */
export const PanelFrame = ({ title, detail, actions, fills = false, children }: Props) => (
  <section aria-label={title} className="@container flex h-full min-h-0 flex-col">
    <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b min-h-12 px-4 py-2 print:hidden">
      <div className="min-w-0">
        {/* Its tab says the name to the eye. */}
        <h2 className="sr-only">{title}</h2>
        {detail !== undefined && <div className="text-muted text-sm">{detail}</div>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
    <div
      className={classNames(
        'flex min-h-0 flex-1 flex-col gap-3',
        fills ? 'overflow-hidden' : 'relative overflow-y-auto px-4 py-3',
      )}
    >
      {children}
    </div>
  </section>
);
