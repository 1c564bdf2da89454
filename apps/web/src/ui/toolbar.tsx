import { Toolbar as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** Arrow keys move within it; one tab stop for the whole bar. */
export const Toolbar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <Primitive.Root
    aria-label={label}
    className="flex flex-wrap items-center gap-1 rounded-md border border-line bg-sunken p-1"
  >
    {children}
  </Primitive.Root>
);

export const ToolbarItem = ({ children }: { readonly children: ReactNode }) => (
  <Primitive.Button asChild>{children}</Primitive.Button>
);

export const ToolbarDivider = () => <Primitive.Separator className="mx-1 h-5 w-px bg-line-strong/60" />;
