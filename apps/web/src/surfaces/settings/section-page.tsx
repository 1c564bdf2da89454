import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly detail: string;
  readonly busy?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** The head every settings page shares. */
export const SectionPage = ({ title, detail, busy = false, action, children }: Props) => (
  <div aria-busy={busy} className="flex flex-col gap-5">
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-64">
        <h1 className="font-semibold text-xl">{title}</h1>
        <p className="mt-0.5 text-muted">{detail}</p>
      </div>
      {action}
    </header>
    {children}
  </div>
);
