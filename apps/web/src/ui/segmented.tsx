import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

type Choice<Value extends string> = { readonly value: Value; readonly label: string; readonly icon?: ReactNode };

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
};

/** One of a few, all of them in sight. */
export const Segmented = <Value extends string>({ label, value, choices, onChange }: Props<Value>) => (
  <ToggleGroup.Root
    type="single"
    aria-label={label}
    value={value}
    onValueChange={(chosen) => {
      const choice = choices.find((candidate) => candidate.value === chosen);
      if (choice !== undefined) onChange(choice.value);
    }}
    className="inline-flex rounded-md border border-line bg-sunken p-0.5"
  >
    {choices.map((choice) => (
      <ToggleGroup.Item
        key={choice.value}
        value={choice.value}
        className="inline-flex h-7 items-center gap-1.5 rounded-sm px-3 text-muted text-sm transition-colors hover:text-text data-[state=on]:bg-raised data-[state=on]:font-medium data-[state=on]:text-text data-[state=on]:shadow-low"
      >
        {choice.icon}
        {choice.label}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
);
