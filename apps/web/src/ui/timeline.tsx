import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatTime } from '../i18n/format.ts';

export type TimelineEntry = {
  readonly id: string;
  /** A moment such as 2026-11-16T10:00:00.000Z. */
  readonly at: string;
  readonly title: string;
  readonly detail?: ReactNode;
};

/** What happened and when, by day; in the order it is given. */
export const Timeline = ({
  label,
  entries,
}: {
  readonly label: string;
  readonly entries: readonly TimelineEntry[];
}) => {
  const { i18n } = useTranslation('parts');
  const days = Map.groupBy(entries, ({ at }) => formatDay(at, i18n.language));
  return (
    <div className="flex flex-col gap-4">
      {[...days].map(([day, ofDay]) => (
        <section key={day} aria-label={`${label}, ${day}`}>
          <h3 className="pb-1.5 font-medium text-faint text-xs">{day}</h3>
          <ol className="flex flex-col border-line-strong border-s ps-4">
            {ofDay.map(({ id, at, title, detail }) => (
              <li key={id} className="relative pb-3 last:pb-0">
                <span
                  aria-hidden="true"
                  className="absolute -start-[21px] top-1.5 size-[9px] rounded-full border-2 border-raised bg-accent"
                />
                <p className="flex items-baseline justify-between gap-3">
                  <span>{title}</span>
                  <time dateTime={at} className="shrink-0 text-faint text-xs tabular-nums">
                    {formatTime(at, i18n.language)}
                  </time>
                </p>
                {detail !== undefined && <div className="text-muted text-sm">{detail}</div>}
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
};
