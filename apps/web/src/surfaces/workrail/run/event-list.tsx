import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { workrailRunEn } from '../messages.run.en.ts';
import { Ago } from '../parts/ago.tsx';
import { JsonText } from '../parts/json-text.tsx';

type Props = { readonly sessionId: string; readonly total: number };

const pageSize = 50;

/** A session may hold what a newer version wrote. */
const isKnown = (kind: string): kind is keyof typeof workrailRunEn.events.kind => kind in workrailRunEn.events.kind;

/** The log itself, newest page first: what every other view is folded from. */
export const EventList = ({ sessionId, total }: Props) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // The newest page moves on with the log; one that somebody went back to stays under their eyes.
  const [chosen, setChosen] = useState<number>();
  const newest = pages - 1;
  const page = Math.min(chosen ?? newest, newest);
  const events = useQuery({
    queryKey: ['rails', sessionId, 'SessionEvents', page],
    queryFn: () => commands.SessionEvents({ sessionId, from: page * pageSize, limit: pageSize }),
    placeholderData: keepPreviousData,
  });
  const shown = events.data?.ok ? [...events.data.value.events].reverse() : undefined;
  return (
    <div aria-busy={shown === undefined || events.isPlaceholderData} className="absolute inset-0 flex flex-col">
      <div className="flex shrink-0 items-center justify-between px-4 py-1 text-muted text-sm">
        <span>
          {pages === 1
            ? t('events.count', { count: total })
            : t('events.range', { from: page * pageSize + 1, to: Math.min(total, (page + 1) * pageSize), of: total })}
        </span>
        <span className="flex items-center gap-1">
          <IconButton
            label={t('events.newer')}
            icon={<ChevronLeft size={15} className="mirror-rtl" />}
            disabled={page === newest}
            onClick={() => setChosen(page + 1 < newest ? page + 1 : undefined)}
          />
          <IconButton
            label={t('events.older')}
            icon={<ChevronRight size={15} className="mirror-rtl" />}
            disabled={page === 0}
            onClick={() => setChosen(page - 1)}
          />
        </span>
      </div>
      {shown === undefined ? (
        <div className="p-4">
          <SkeletonLines lines={6} />
        </div>
      ) : (
        <ul aria-label={t('run.events')} className="min-h-0 flex-1 overflow-y-auto">
          {shown.map((event) => (
            <li key={event.id} className="border-line border-b">
              <details className="group">
                <summary className="flex cursor-pointer items-center gap-3 px-4 py-2 outline-offset-[-2px] hover:bg-sunken">
                  <bdi className="w-10 shrink-0 text-end font-mono text-faint text-xs tabular-nums">{event.seq}</bdi>
                  <span className="min-w-0 flex-1 truncate text-sm">
                    {isKnown(event.kind) ? t(`events.kind.${event.kind}`) : null}{' '}
                    <bdi className="ps-1 font-mono text-faint text-xs">{event.kind}</bdi>
                  </span>
                  <span className="shrink-0 text-faint text-xs">
                    <Ago at={event.at} />
                  </span>
                </summary>
                <div className="px-4 pb-3">
                  <JsonText value={{ id: event.id, key: event.key, ...event.data }} label={event.kind} />
                </div>
              </details>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
