import type { ContextMenu, DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Kbd } from './kbd.tsx';
import { itemClass } from './popover-class.ts';

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

type Props = { readonly items: readonly MenuItem[]; readonly of: typeof DropdownMenu | typeof ContextMenu };

/** What both kinds of menu hold. */
export const MenuItems = ({ items, of: { Item, Separator } }: Props) =>
  items.map((item) =>
    item.kind === 'divider' ? (
      <Separator key={item.id} className="-mx-1 my-1 h-px bg-line" />
    ) : (
      <Item
        key={item.id}
        disabled={item.disabled === true}
        onSelect={item.onSelect}
        className={classNames(itemClass, item.danger === true && 'text-danger-text')}
      >
        <span className="flex size-4 items-center justify-center text-faint">{item.icon}</span>
        <span className="flex-1">{item.label}</span>
        {item.shortcut !== undefined && <Kbd keys={item.shortcut} />}
      </Item>
    ),
  );
