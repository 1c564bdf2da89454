import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** The one measure of ordinary pages, so that nothing jumps sideways from page to page. Work surfaces take all the room. */
export const pageClass = 'mx-auto w-full max-w-5xl px-5 py-6 @2xl:px-8 @2xl:py-8';

type Props = {
  /** Our own words as they are; a person's words belong in a `<bdi>`. */
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly busy?: boolean;
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** An ordinary page: its head and what is on it. */
export const Page = ({ title, detail, busy = false, action, children }: Props) => (
  <div aria-busy={busy} className={classNames(pageClass, 'flex flex-col gap-5')}>
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="font-semibold text-xl outline-none">{title}</h1>
        {detail !== undefined && <p className="mt-0.5 max-w-prose text-muted">{detail}</p>}
      </div>
      {action}
    </header>
    {children}
  </div>
);
