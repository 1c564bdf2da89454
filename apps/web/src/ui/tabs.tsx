import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

type Tab = { readonly id: string; readonly label: string; readonly count?: number; readonly content: ReactNode };

type Props = {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly value?: string;
  readonly onChange?: (id: string) => void;
};

export const Tabs = ({ label, tabs, value, onChange }: Props) => (
  <Primitive.Root
    className="flex min-h-0 flex-col"
    {...(value === undefined ? { defaultValue: tabs[0]?.id ?? '' } : { value })}
    {...(onChange === undefined ? {} : { onValueChange: onChange })}
  >
    <Primitive.List aria-label={label} className="scroll-row flex gap-5 border-line border-b px-1">
      {tabs.map((tab) => (
        <Primitive.Trigger
          key={tab.id}
          value={tab.id}
          className="flex h-9 items-center gap-1.5 whitespace-nowrap border-transparent border-b-2 text-base text-muted outline-offset-[-2px] hover:text-text data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text"
        >
          {tab.label}
          {tab.count !== undefined && <span className="text-faint text-xs tabular-nums">{tab.count}</span>}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
    {tabs.map((tab) => (
      <Primitive.Content key={tab.id} value={tab.id} className="min-h-0 flex-1 pt-4">
        {tab.content}
      </Primitive.Content>
    ))}
  </Primitive.Root>
);
