import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shadeClass } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { useFocusReturn } from '../ui/use-focus-return.ts';
import type { PaletteCommand } from './command.ts';
import { PaletteOption } from './palette-option.tsx';
import { type Entry, foundGroups, inOrder, searchEntries } from './search.ts';
import { type Find, useFound } from './use-found.ts';

type Props = {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly commands: readonly PaletteCommand[];
  readonly recent: readonly string[];
  readonly onRun: (command: PaletteCommand) => void;
  /** Asks the surfaces for what they hold. */
  readonly find: Find;
};

export const Palette = ({ open, onOpenChange, ...rest }: Props) => {
  const { t } = useTranslation('shell');
  const focusReturn = useFocusReturn();
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className={shadeClass} />
        <Primitive.Content
          aria-describedby={undefined}
          {...focusReturn}
          className="fixed inset-x-3 top-[10vh] z-30 mx-auto flex max-h-[min(560px,80vh)] max-w-xl animate-rise flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-high outline-none"
        >
          <Primitive.Title className="sr-only">{t('palette.label')}</Primitive.Title>
          <PaletteBody {...rest} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
};

const PaletteBody = ({ commands, recent, onRun, find }: Omit<Props, 'open' | 'onOpenChange'>) => {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);

  const entries = commands.map((command): Entry & { readonly command: PaletteCommand } => ({
    id: command.id,
    title: t(command.title),
    group: t(command.group),
    keywords: command.keywords === undefined ? '' : t(command.keywords),
    command,
  }));
  const found = useFound(find, query);
  const foundEntries = found.items.map((item): Entry & { readonly command: PaletteCommand } => ({
    id: item.id,
    title: item.title,
    ...(item.detail === undefined ? {} : { detail: item.detail }),
    group: t(item.kind),
    keywords: '',
    command: { id: item.id, title: item.title, group: item.kind, icon: item.icon, run: ({ go }) => go(item.path) },
  }));
  const groups = inOrder(
    searchEntries(entries, query, { label: t('palette.recent'), ids: recent }),
    foundGroups(foundEntries, query),
    query,
  );
  const hits = groups.flatMap((group) => group.hits);

  useEffect(() => {
    list.current?.querySelector(`#${optionId(chosen)}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const onKeyDown = (event: KeyboardEvent) => {
    const last = hits.length - 1;
    const move = (to: number) => {
      event.preventDefault();
      setChosen(to);
    };
    if (event.key === 'ArrowDown') move(chosen >= last ? 0 : chosen + 1);
    else if (event.key === 'ArrowUp') move(chosen <= 0 ? Math.max(0, last) : chosen - 1);
    else if (event.key === 'PageDown') move(Math.max(0, Math.min(last, chosen + 8)));
    else if (event.key === 'PageUp') move(Math.max(0, chosen - 8));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const hit = hits[chosen];
      if (hit !== undefined) onRun(hit.entry.command);
    }
  };

  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2.5 border-line border-b px-4">
        <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={hits.length > 0 ? optionId(chosen) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          placeholder={t('palette.placeholder')}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-lg outline-none placeholder:text-faint placeholder-shown:text-start"
        />
      </div>
      <div
        id="palette-list"
        ref={list}
        role="listbox"
        aria-label={t('palette.label')}
        className="min-h-0 flex-1 overflow-y-auto p-1.5"
      >
        {groups.map((group, groupIndex) => {
          const before = groups.slice(0, groupIndex).reduce((count, { hits: earlier }) => count + earlier.length, 0);
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a listbox
            <div key={group.label} role="group" aria-label={group.label} className="pb-1.5">
              <p aria-hidden="true" className="px-2.5 pt-2 pb-1 font-medium text-faint text-xs">
                {group.label}
              </p>
              {group.hits.map(({ entry, at }, index) => (
                <PaletteOption
                  key={entry.id}
                  id={optionId(before + index)}
                  title={entry.title}
                  detail={entry.detail}
                  marked={at}
                  command={entry.command}
                  chosen={before + index === chosen}
                  onPoint={() => setChosen(before + index)}
                  onRun={() => onRun(entry.command)}
                />
              ))}
            </div>
          );
        })}
      </div>
      {hits.length === 0 && !found.busy && (
        <div className="-mt-3 shrink-0 pb-3">
          <EmptyState title={t('palette.nothing', { query })}>{t('palette.nothingDetail')}</EmptyState>
        </div>
      )}
      <p role="status" className="sr-only">
        {query === '' ? '' : t('palette.results', { count: hits.length })}
      </p>
      <footer
        aria-hidden="true"
        className="flex h-9 shrink-0 items-center gap-4 border-line border-t bg-sunken px-4 text-faint text-xs"
      >
        <Hint keys="↑+↓" label={t('palette.move')} />
        <Hint keys="enter" label={t('palette.choose')} />
        <Hint keys="Esc" label={t('palette.leave')} />
      </footer>
    </>
  );
};

const Hint = ({ keys, label }: { readonly keys: string; readonly label: string }) => (
  <span className="flex items-center gap-1.5">
    <Kbd keys={keys} />
    {label}
  </span>
);

const optionId = (index: number): string => `palette-option-${index}`;
