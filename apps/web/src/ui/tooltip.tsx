import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from './kbd.tsx';

type Props = {
  readonly label: string;
  readonly shortcut?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
};

export const TooltipProvider = ({ children }: { readonly children: ReactNode }) => (
  <Primitive.Provider delayDuration={350} skipDelayDuration={150}>
    {children}
  </Primitive.Provider>
);

export const Tooltip = ({ label, shortcut, side = 'bottom', children }: Props) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{children}</Primitive.Trigger>
    <Primitive.Portal>
      <Primitive.Content
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 flex max-w-72 animate-fade items-center gap-2 rounded-sm border border-line bg-raised px-2 py-1 text-text text-xs shadow-mid"
      >
        {label}
        {shortcut !== undefined && <Kbd keys={shortcut} />}
      </Primitive.Content>
    </Primitive.Portal>
  </Primitive.Root>
);
