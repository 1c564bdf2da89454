import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { dotClass, type Tone, toneClass } from './tone.ts';

type Props = { readonly tone?: Tone; readonly dot?: boolean; readonly icon?: ReactNode; readonly children: ReactNode };

export const Badge = ({ tone = 'neutral', dot = false, icon, children }: Props) => (
  <span
    className={classNames(
      'inline-flex h-5 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2 font-medium text-xs',
      toneClass[tone],
    )}
  >
    {dot && <span aria-hidden="true" className={classNames('size-1.5 rounded-full', dotClass[tone])} />}
    {icon}
    {children}
  </span>
);
