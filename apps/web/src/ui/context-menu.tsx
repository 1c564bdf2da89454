import { ContextMenu as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { type MenuItem, MenuItems } from './menu-items.tsx';
import { popoverClass } from './popover-class.ts';

type Props = { readonly items: () => readonly MenuItem[]; readonly children: ReactNode };

/** The menu of a thing: by the other mouse button, a long touch, or the menu key. Asked for when it opens. */
export const ContextMenu = ({ items, children }: Props) => {
  const [shown, setShown] = useState<readonly MenuItem[]>([]);
  return (
    <Primitive.Root
      onOpenChange={(open) => {
        if (open) setShown(items());
      }}
    >
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      {shown.length > 0 && (
        <Primitive.Portal>
          <Primitive.Content collisionPadding={8} className={classNames(popoverClass, 'min-w-48')}>
            <MenuItems items={shown} of={Primitive} />
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.Root>
  );
};
