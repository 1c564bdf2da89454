import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Tooltip } from './tooltip.tsx';

type Props = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string;
  readonly tooltip?: boolean;
};

/** An icon alone never says enough, so its label is both the tooltip and the accessible name. */
export const IconButton = ({ label, icon, shortcut, tooltip = true, className, ...rest }: Props) => {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-flex size-8 shrink-0 items-center justify-center rounded-sm text-muted transition-colors duration-100',
        'hover:bg-hover hover:text-text disabled:pointer-events-none disabled:opacity-50 data-[state=open]:bg-hover',
        className,
      )}
    >
      {icon}
    </button>
  );
  if (!tooltip) return button;
  return (
    <Tooltip label={label} {...(shortcut === undefined ? {} : { shortcut })}>
      {button}
    </Tooltip>
  );
};
