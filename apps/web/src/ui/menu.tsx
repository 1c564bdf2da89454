import { DropdownMenu as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { itemClass, popoverClass } from './popover-class.ts';

export type MenuItem =
  | { readonly kind: 'divider'; readonly id: string }
  | {
      readonly kind?: 'action';
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    };

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
        {items.map((item) =>
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
  </Primitive.Root>
);
