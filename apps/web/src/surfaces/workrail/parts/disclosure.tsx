import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  readonly title: string;
  readonly note?: ReactNode;
  readonly open?: boolean;
  readonly children: ReactNode;
};

/** More of the same, for whoever wants it. */
export const Disclosure = ({ title, note, open = false, children }: Props) => (
  <details open={open} className="group border-line border-t">
    <summary className="flex cursor-pointer select-none list-none items-center gap-2 py-2.5 font-medium text-base outline-offset-[-2px]">
      <span className="mirror-rtl text-faint">
        <ChevronRight size={14} aria-hidden="true" className="transition-transform group-open:rotate-90" />
      </span>
      <span className="min-w-0 flex-1">{title}</span>
      {note !== undefined && <span className="text-faint text-xs tabular-nums">{note}</span>}
    </summary>
    <div className="pb-4">{children}</div>
  </details>
);
