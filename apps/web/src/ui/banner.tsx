import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type Tone, toneClass } from './tone.ts';

type Props = {
  readonly tone?: Tone;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

const iconByTone: Record<Tone, typeof Info> = {
  neutral: Info,
  accent: Info,
  draft: TriangleAlert,
  published: CircleCheck,
  danger: TriangleAlert,
};

/** Something true of the whole page that stays until it is no longer true. */
export const Banner = ({ tone = 'neutral', title, children, action }: Props) => {
  const Icon = iconByTone[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={classNames(
        'flex flex-wrap items-start gap-x-3 gap-y-2 rounded-md border px-3.5 py-2.5',
        toneClass[tone],
      )}
    >
      <Icon size={16} aria-hidden="true" className="mt-[3px] shrink-0" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{title}</p>
        {children !== undefined && <div className="text-sm text-text">{children}</div>}
      </div>
      {action}
    </div>
  );
};
