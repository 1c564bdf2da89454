import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, Search, X } from 'lucide-react';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useBench } from '../bench/bench-context.ts';

type Props = { readonly onClose: () => void; readonly onGo: (messageId: string) => void };

const mostMatches = 200;

/** Finds words in this chat, however long it is: matches are listed, walked by keys, and gone to. */
export const FindBar = ({ onClose, onGo }: Props) => {
  const { t, i18n } = useTranslation('workshop');
  const { commands } = useAtelier();
  const { workbenchId } = useBench();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState<number>();
  const query = useDeferredValue(text.trim());
  const { data } = useQuery({
    queryKey: ['workshop', workbenchId, 'WorkbenchSearch', query],
    queryFn: () => commands.WorkbenchSearch({ workbenchId, query, limit: mostMatches }),
    enabled: query !== '',
  });
  const matches = data?.ok === true && query !== '' ? data.value.matches : [];
  useEffect(() => field.current?.focus(), []);
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
  const go = (step: 1 | -1) => {
    if (matches.length === 0) return;
    const next = at === undefined ? 0 : (at + step + matches.length) % matches.length;
    setAt(next);
    const match = matches[next];
    if (match !== undefined) onGo(match.messageId);
    // The message that was gone to takes the focus; whoever walks on with keys stays in the box.
    setTimeout(() => field.current?.focus(), 250);
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
                go(event.key === 'ArrowUp' || event.shiftKey ? -1 : 1);
              }
            }}
            className={`${inputClass} ps-8`}
          />
        </label>
        <span role="status" className="min-w-16 text-center text-muted text-sm tabular-nums">
          {query !== '' &&
            data !== undefined &&
            (matches.length === 0
              ? t('chat.findNone')
              : t('chat.findCount', { at: at === undefined ? 0 : at + 1, of: matches.length }))}
        </span>
        <IconButton
          label={t('chat.findPrevious')}
          icon={<ChevronUp size={15} />}
          disabled={matches.length === 0}
          onClick={() => go(-1)}
        />
        <IconButton
          label={t('chat.findNext')}
          icon={<ChevronDown size={15} />}
          disabled={matches.length === 0}
          onClick={() => go(1)}
        />
        <IconButton label={t('chat.findClose')} icon={<X size={15} />} onClick={onClose} />
      </div>
      {matches.length > 0 && (
        <ol className="mx-auto mt-2 max-h-40 max-w-[720px] overflow-y-auto rounded-md border border-line bg-raised">
          {matches.map((match, index) => (
            <li key={`${match.messageId} ${match.start}`} className="border-line border-t first:border-t-0">
              <button
                type="button"
                onClick={() => {
                  setAt(index);
                  onGo(match.messageId);
                }}
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
        </ol>
      )}
    </search>
  );
};
