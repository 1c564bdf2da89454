import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { type MenuItem, MenuItems } from './menu-items.tsx';
import { popoverClass } from './popover-class.ts';

type Props = { readonly trigger: ReactNode; readonly items: readonly MenuItem[]; readonly align?: 'start' | 'end' };

export const Menu = ({ trigger, items, align = 'end' }: Props) => (
  <Primitive.Root>
    <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
    <Primitive.Portal>
      <Primitive.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        className={classNames(popoverClass, 'min-w-48')}
      >
        <MenuItems items={items} of={Primitive} />
      </Primitive.Content>
    </Primitive.Portal>
  </Primitive.Root>
);
