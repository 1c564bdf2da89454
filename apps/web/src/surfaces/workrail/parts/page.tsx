import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly detail: string;
  readonly busy?: boolean;
  readonly action?: ReactNode;
  readonly wide?: boolean;
  readonly children: ReactNode;
};

/** The head and the measure every ordinary page of WorkRail shares. */
export const Page = ({ title, detail, busy = false, action, wide = false, children }: Props) => (
  <div
    aria-busy={busy}
    className={`mx-auto flex w-full ${wide ? 'max-w-6xl' : 'max-w-4xl'} flex-col gap-5 px-5 py-6 @2xl:px-8 @2xl:py-8`}
  >
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="font-semibold text-xl">
          <bdi>{title}</bdi>
        </h1>
        <p className="mt-0.5 max-w-prose text-muted">
          {/* May be somebody's own words, in another language than the page. */}
          <bdi>{detail}</bdi>
        </p>
      </div>
      {action}
    </header>
    {children}
  </div>
);
