import type { ReactNode } from 'react';

type Props = { readonly title: string; readonly detail: string; readonly busy?: boolean; readonly children: ReactNode };

/** The head every settings page shares. */
export const SectionPage = ({ title, detail, busy = false, children }: Props) => (
  <div aria-busy={busy} className="flex flex-col gap-5">
    <header>
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="mt-0.5 text-muted">{detail}</p>
    </header>
    {children}
  </div>
);
