import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

export type ButtonTone = 'primary' | 'neutral' | 'quiet' | 'danger' | 'dangerSolid';

type Props = ComponentProps<'button'> & {
  readonly tone?: ButtonTone;
  readonly size?: 'sm' | 'md';
  readonly icon?: ReactNode;
  readonly busy?: boolean;
};

const classByTone: Record<ButtonTone, string> = {
  primary: 'bg-accent-solid text-on-accent shadow-low hover:bg-accent-solid-hover',
  neutral: 'bg-raised text-text border border-line-strong/70 shadow-low hover:bg-hover',
  quiet: 'text-muted hover:bg-hover hover:text-text',
  danger: 'border border-danger/50 bg-raised text-danger-text shadow-low hover:bg-danger-soft',
  // For the one button that confirms it; everywhere else danger stays quiet.
  dangerSolid: 'bg-danger-solid text-on-accent shadow-low hover:brightness-95',
};

export const buttonClass = (tone: ButtonTone, size: 'sm' | 'md'): string =>
  classNames(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-sm font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 active:translate-y-px disabled:pointer-events-none disabled:opacity-50',
    size === 'sm' ? 'h-7 px-2.5 text-sm' : 'h-8 px-3 text-base',
    classByTone[tone],
  );

export const Button = ({ tone = 'neutral', size = 'md', icon, busy = false, className, children, ...rest }: Props) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    disabled={rest.disabled === true || busy}
    className={classNames(buttonClass(tone, size), className)}
  >
    {busy ? <Spinner /> : icon}
    {children}
  </button>
);
