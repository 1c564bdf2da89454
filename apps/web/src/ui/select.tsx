import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import { classNames } from './class-names.ts';
import { inputClass } from './field.tsx';
import { itemClass, popoverClass } from './popover-class.ts';

export type Option<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly lang?: string;
  /** A second, quieter line: what it is, or why it cannot be chosen. */
  readonly note?: string;
  readonly disabled?: boolean;
};

type Props<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

export const Select = <Value extends string>({
  label,
  value,
  options,
  onChange,
  id,
  disabled,
  className,
}: Props<Value>) => {
  const choose = (chosen: string) => {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option !== undefined) onChange(option.value);
  };
  return (
    <Primitive.Root value={value} onValueChange={choose} {...(disabled === undefined ? {} : { disabled })}>
      <Primitive.Trigger
        id={id}
        aria-label={label}
        className={classNames(inputClass, 'inline-flex items-center justify-between gap-2 text-start', className)}
      >
        {/* The label alone: a note belongs to the list. */}
        <span className="min-w-0 truncate">
          <Primitive.Value>{options.find((option) => option.value === value)?.label}</Primitive.Value>
        </span>
        <ChevronDown size={14} aria-hidden="true" className="shrink-0 text-faint" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className={classNames(popoverClass, 'min-w-(--radix-select-trigger-width)')}
        >
          <Primitive.Viewport>
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                lang={option.lang}
                textValue={option.label}
                disabled={option.disabled === true}
                className={classNames(itemClass, 'pe-8', option.note !== undefined && 'py-1.5')}
              >
                <Primitive.ItemText>
                  <span className="flex min-w-0 flex-col">
                    {option.label}
                    {option.note !== undefined && <span className="text-faint text-xs">{option.note}</span>}
                  </span>
                </Primitive.ItemText>
                <Primitive.ItemIndicator className="absolute end-2 text-accent-text">
                  <Check size={14} aria-hidden="true" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};
