import '../../../ui/print.css';
import type { ReactNode } from 'react';

/** What a panel puts on paper: itself, under a title, without the page around it. */
export const PrintArea = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div className="print-area flex flex-col gap-4">
    <h1 className="hidden font-semibold text-xl print:block">
      <bdi>{title}</bdi>
    </h1>
    {children}
  </div>
);
