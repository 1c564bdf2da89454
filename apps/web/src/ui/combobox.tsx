import { Check, ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fuzzyMatch } from '../palette/fuzzy.ts';
import { classNames } from './class-names.ts';
import { Field, inputClass } from './field.tsx';
import { itemClass, popoverClass } from './popover-class.ts';
import type { Option } from './select.tsx';

type Props = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | undefined;
  readonly options: readonly Option<string>[];
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
};

/** One of many, found by typing a part of its name. */
export const Combobox = ({ label, hint, value, options, onChange, placeholder }: Props) => {
  const { t } = useTranslation('parts');
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = options
    .map((option) => ({ option, match: fuzzyMatch(query, option.label) }))
    .filter(({ match }) => match !== undefined)
    .sort((a, b) => (b.match?.score ?? 0) - (a.match?.score ?? 0))
    .map(({ option }) => option);
  const optionId = (index: number) => `${listId}-${index}`;
  const move = (to: number) => {
    setAt(to);
    list.current?.querySelector(`#${CSS.escape(optionId(to))}`)?.scrollIntoView({ block: 'nearest' });
  };
  const choose = (option: Option<string> | undefined) => {
    if (option === undefined || option.disabled === true) return;
    onChange(option.value);
    setOpen(false);
    setQuery('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      if (open) move(at >= last ? 0 : at + 1);
      else setOpen(true);
    } else if (event.key === 'ArrowUp') {
      event.preventDefault();
      move(at <= 0 ? Math.max(0, last) : at - 1);
    } else if (event.key === 'Enter' && open && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(found[at]);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      setQuery('');
    }
  };
  const chosen = options.find((option) => option.value === value);
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      {({ id, describedBy }) => (
        <Popover.Root open={open} onOpenChange={setOpen}>
          <Popover.Anchor asChild>
            <div className="relative">
              <input
                id={id}
                role="combobox"
                aria-describedby={describedBy}
                aria-expanded={open}
                aria-controls={listId}
                aria-autocomplete="list"
                aria-activedescendant={open && found.length > 0 ? optionId(at) : undefined}
                autoComplete="off"
                dir="auto"
                placeholder={chosen?.label ?? placeholder}
                value={open ? query : (chosen?.label ?? '')}
                onChange={(event) => {
                  setQuery(event.target.value);
                  setAt(0);
                  setOpen(true);
                }}
                onClick={() => setOpen(true)}
                onBlur={() => setOpen(false)}
                onKeyDown={onKeyDown}
                className={classNames(inputClass, 'pe-8')}
              />
              <ChevronDown
                size={14}
                aria-hidden="true"
                className="pointer-events-none absolute end-2.5 top-1/2 -translate-y-1/2 text-faint"
              />
            </div>
          </Popover.Anchor>
          <Popover.Portal>
            <Popover.Content
              align="start"
              sideOffset={4}
              onOpenAutoFocus={(event) => event.preventDefault()}
              onCloseAutoFocus={(event) => event.preventDefault()}
              // The field keeps the focus; a press on the list must not take it away.
              onMouseDown={(event) => event.preventDefault()}
              className={classNames(popoverClass, 'max-h-72 w-(--radix-popper-anchor-width)')}
            >
              <div id={listId} ref={list} role="listbox" aria-label={label}>
                {found.map((option, index) => (
                  // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
                  <div
                    key={option.value}
                    id={optionId(index)}
                    role="option"
                    aria-selected={index === at}
                    aria-disabled={option.disabled === true || undefined}
                    data-highlighted={index === at ? '' : undefined}
                    data-disabled={option.disabled === true ? '' : undefined}
                    onPointerMove={() => setAt(index)}
                    onClick={() => choose(option)}
                    className={classNames(itemClass, 'pe-8')}
                  >
                    <bdi className="min-w-0 truncate">{option.label}</bdi>
                    {option.value === value && (
                      <Check size={14} aria-hidden="true" className="absolute end-2 text-accent-text" />
                    )}
                  </div>
                ))}
              </div>
              {found.length === 0 && (
                <p className="px-2 py-3 text-center text-muted">{t('combobox.nothing', { query })}</p>
              )}
            </Popover.Content>
          </Popover.Portal>
        </Popover.Root>
      )}
    </Field>
  );
};
