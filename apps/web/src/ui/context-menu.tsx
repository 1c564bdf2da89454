import { ContextMenu as Primitive } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import type { MenuItem } from './menu.tsx';
import { itemClass, popoverClass } from './popover-class.ts';

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
            {shown.map((item) =>
              item.kind === 'divider' ? (
                <Primitive.Separator key={item.id} className="-mx-1 my-1 h-px bg-line" />
              ) : (
                <Primitive.Item
                  key={item.id}
                  disabled={item.disabled === true}
                  onSelect={item.onSelect}
                  className={classNames(itemClass, item.danger === true && 'text-danger-text')}
                >
                  <span className="flex size-4 items-center justify-center text-faint">{item.icon}</span>
                  <span className="flex-1">{item.label}</span>
                  {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
                </Primitive.Item>
              ),
            )}
          </Primitive.Content>
        </Primitive.Portal>
      )}
    </Primitive.Root>
  );
};
