import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useBench } from '../bench/bench-context.ts';

type Props = {
  readonly onClose: () => void;
  readonly onGo: (messageId: string) => void;
  /** What is searched for now. */
  readonly onWords: (words: string) => void;
};

const pageSize = 100;

/** Finds words in this chat, however long it is: matches are listed, walked by keys, and gone to. */
export const FindBar = ({ onClose, onGo, onWords }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState<number>();
  const query = useDeferredValue(text.trim());
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['workshop', workbenchId, 'WorkbenchSearch', query],
    queryFn: async ({ pageParam: from }) => {
      const reply = await commands.WorkbenchSearch({ workbenchId, query, limit: pageSize, from });
      return reply.ok ? reply.value : { matches: [], total: 0 };
    },
    initialPageParam: 0,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length * pageSize : undefined),
    enabled: query !== '',
  });
  const pages = query === '' ? [] : (data?.pages ?? []);
  const matches = pages.flatMap((page) => page.matches);
  const total = pages.at(-1)?.total ?? 0;
  useEffect(() => field.current?.focus(), []);
  const tell = useRef(onWords);
  tell.current = onWords;
  useEffect(() => tell.current(query), [query]);
  const close = useRef(onClose);
  close.current = onClose;
  // The message that was gone to has the focus for a moment; Escape closes the search from there as well.
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  const goTo = (next: number, found: { readonly messageId: string } | undefined) => {
    if (found === undefined) return;
    setAt(next);
    onGo(found.messageId);
    field.current?.focus();
  };
  const go = async (step: 1 | -1) => {
    if (matches.length === 0) return;
    const next = at === undefined ? 0 : at + step;
    if (next === matches.length && hasNextPage) {
      const more = await fetchNextPage();
      return goTo(next, more.data?.pages.flatMap((page) => page.matches)[next]);
    }
    const around = (next + matches.length) % matches.length;
    goTo(around, matches[around]);
  };
  return (
    <search aria-label={t('chat.findLabel')} className="shrink-0 border-line border-b bg-sunken px-4 py-2">
      <div className="mx-auto flex max-w-[720px] items-center gap-1.5">
        <label className="relative min-w-0 flex-1">
          <span className="sr-only">{t('chat.findLabel')}</span>
          <Search size={14} aria-hidden="true" className="absolute start-2.5 top-2 text-faint" />
          <input
            ref={field}
            dir="auto"
            type="search"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setAt(undefined);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                event.preventDefault();
                void go(event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
              }
            }}
            className={`${inputClass} ps-8`}
          />
        </label>
        <span role="status" className="min-w-16 text-center text-muted text-sm tabular-nums">
          {query !== '' &&
            data !== undefined &&
            (total === 0 ? t('chat.findNone') : t('chat.findCount', { at: at === undefined ? 0 : at + 1, of: total }))}
        </span>
        <IconButton
          label={t('chat.findPrevious')}
          icon={<ChevronUp size={15} />}
          disabled={matches.length === 0}
          onClick={() => void go(-1)}
        />
        <IconButton
          label={t('chat.findNext')}
          icon={<ChevronDown size={15} />}
          disabled={matches.length === 0}
          onClick={() => void go(1)}
        />
        <IconButton label={t('chat.findClose')} icon={<X size={15} />} onClick={onClose} />
      </div>
      {matches.length > 0 && (
        <ol className="mx-auto mt-2 max-h-40 max-w-[720px] overflow-y-auto rounded-md border border-line bg-raised">
          {matches.map((match, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same words may stand twice in a message
            <li key={`${match.messageId} ${index}`} className="border-line border-t first:border-t-0">
              <button
                type="button"
                onClick={() => goTo(index, match)}
                aria-current={index === at ? 'true' : undefined}
                ref={index === at ? intoSight : undefined}
                className={classNames(
                  'flex w-full items-baseline gap-3 px-3 py-1.5 text-start text-sm outline-offset-[-2px] hover:bg-hover',
                  index === at && 'bg-accent-soft',
                )}
              >
                <span dir="auto" className="min-w-0 flex-1 truncate">
                  {match.snippet.slice(0, match.start)}
                  <mark className="bg-draft-soft text-draft-text">{match.snippet.slice(match.start, match.end)}</mark>
                  {match.snippet.slice(match.end)}
                </span>
                <time dateTime={match.at} className="shrink-0 text-faint text-xs tabular-nums">
                  {formatMoment(match.at, i18n.language)}
                </time>
              </button>
            </li>
          ))}
          {hasNextPage && (
            <li className="flex justify-center border-line border-t p-1.5">
              <Button size="sm" tone="quiet" onClick={() => void fetchNextPage()}>
                {t('chat.findMore')}
              </Button>
            </li>
          )}
        </ol>
      )}
    </search>
  );
};

/** The list is short; whoever walks it with keys sees where they are. */
const intoSight = (row: HTMLElement | null) => row?.scrollIntoView({ block: 'nearest' });
