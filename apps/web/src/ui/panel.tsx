import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

type Props = {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly flush?: boolean;
  readonly children?: ReactNode;
};

/** A titled sheet of content: the one container surfaces lay things out in. */
export const Panel = ({ title, description, action, flush = false, children }: Props) => {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="overflow-hidden rounded-lg border border-line bg-raised shadow-low"
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-4 pb-3">
          <div className="min-w-0 flex-1 basis-56">
            <h2 id={id} className="font-semibold text-lg">
              {title}
            </h2>
            {description !== undefined && <div className="mt-0.5 max-w-prose text-base text-muted">{description}</div>}
          </div>
          {action}
        </header>
      )}
      {children !== undefined && (
        <div className={classNames(!flush && 'px-5 pb-5', !flush && title === undefined && 'pt-5')}>{children}</div>
      )}
    </section>
  );
};
