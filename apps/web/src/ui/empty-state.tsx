import type { ReactNode } from 'react';

type Props = {
  readonly icon?: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** Says what belongs here and how the first one gets here. */
export const EmptyState = ({ icon, title, children, action }: Props) => (
  <div className="flex flex-col items-center justify-center gap-1 px-6 py-12 text-center">
    {icon !== undefined && (
      <span className="mb-3 flex size-11 items-center justify-center rounded-lg border border-line bg-sunken text-faint">
        {icon}
      </span>
    )}
    <p className="font-medium text-lg">{title}</p>
    {children !== undefined && <div className="max-w-md text-pretty text-muted">{children}</div>}
    {action !== undefined && <div className="mt-4 flex gap-2">{action}</div>}
  </div>
);
