import type { ReactNode } from 'react';

type Props = {
  readonly icon?: ReactNode;
  readonly title: string;
  /** There is nothing else on the page, so that its title is the page's. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

/** Says what belongs here and how the first one gets here. */
export const EmptyState = ({ icon, title, isPage = false, children, action }: Props) => {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-12 text-center">
      {icon !== undefined && (
        <span className="mb-3 flex size-11 items-center justify-center rounded-lg border border-line bg-sunken text-faint">
          {icon}
        </span>
      )}
      <Title className="font-medium text-lg">{title}</Title>
      {children !== undefined && <div className="max-w-md text-pretty text-muted">{children}</div>}
      {action !== undefined && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  );
};
