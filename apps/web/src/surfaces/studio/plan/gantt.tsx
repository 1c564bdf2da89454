import type { Task } from '@atelier/contracts/studio';
import { Direction } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../i18n/format.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { dateOf, type GanttBar, type GanttDay, type GanttLayout } from './gantt-layout.ts';

const rowPx = 30;
const headPx = 44;
const barPx = 14;

type Props = { readonly layout: GanttLayout; readonly eventDay: number | undefined };

/** The plan drawn over its days, in the direction of reading. The table under it says the same in words. */
export const Gantt = ({ layout: { bars, days }, eventDay }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const isRtl = Direction.useDirection() === 'rtl';
  const dayPx = days.length > 90 ? 10 : days.length > 45 ? 16 : days.length > 14 ? 26 : 40;
  const first = days[0]?.day ?? 0;
  const width = days.length * dayPx;
  const height = headPx + bars.length * rowPx;
  /** The only place that knows the direction: where a day begins, seen from the start side. */
  const x = (day: number, span = 1): number => {
    const from = (day - first) * dayPx;
    return isRtl ? width - from - span * dayPx : from;
  };
  const rowOf = new Map(bars.map(({ task }, at) => [task.id as string, at]));
  const y = (row: number) => headPx + row * rowPx + (rowPx - barPx) / 2;
  const label = t('records.plan.ganttLabel', {
    count: bars.length,
    from: days[0] === undefined ? '' : formatDate(days[0].date, i18n.language),
    to: days.at(-1) === undefined ? '' : formatDate(days.at(-1)?.date ?? '', i18n.language),
  });
  return (
    <section
      aria-label={t('records.plan.gantt')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-raised outline-offset-[-2px]"
    >
      <div className="flex w-max min-w-full">
        <ul
          aria-hidden="true"
          style={{ paddingBlockStart: headPx }}
          className="sticky start-0 z-10 w-36 shrink-0 border-line border-e bg-raised @lg:w-44"
        >
          {bars.map(({ task, isCritical }) => (
            <li
              key={task.id}
              style={{ height: rowPx }}
              className={classNames(
                'flex items-center truncate border-line border-t px-2 text-sm',
                isCritical && 'font-medium text-danger-text',
              )}
            >
              <Shown text={task.title} className="truncate" />
            </li>
          ))}
        </ul>
        <svg role="img" aria-label={label} width={width} height={height} className="shrink-0 select-none">
          {days.map((each) => (
            <DayColumn
              key={each.day}
              each={each}
              x={x(each.day)}
              width={dayPx}
              height={height}
              isEvent={each.day === eventDay}
            />
          ))}
          {monthsOf(days).map(({ key, from, length }) => (
            <text
              key={key}
              x={x(from, length) + (length * dayPx) / 2}
              y={16}
              textAnchor="middle"
              className="fill-muted text-xs"
            >
              {length * dayPx < 44 ? '' : monthName(key, i18n.language)}
            </text>
          ))}
          {bars.map((_, row) => (
            <line
              // biome-ignore lint/suspicious/noArrayIndexKey: one line under each row
              key={row}
              x1={0}
              x2={width}
              y1={headPx + row * rowPx}
              y2={headPx + row * rowPx}
              className="stroke-line"
            />
          ))}
          {bars.flatMap((bar, row) =>
            bar.task.dependsOn.flatMap((id) => {
              const at = rowOf.get(id);
              const before = at === undefined ? undefined : bars[at];
              if (before === undefined || at === undefined) return [];
              const start = isRtl ? x(before.to) : x(before.to) + dayPx;
              const end = isRtl ? x(bar.from) + dayPx : x(bar.from);
              const out = isRtl ? start - 5 : start + 5;
              return [
                <path
                  key={`${id}-${bar.task.id}`}
                  d={`M ${start} ${y(at) + barPx / 2} H ${out} V ${y(row) + barPx / 2} H ${end}`}
                  fill="none"
                  className={before.isCritical && bar.isCritical ? 'stroke-danger' : 'stroke-line-strong'}
                />,
              ];
            }),
          )}
          {bars.map((bar, row) => (
            <Bar
              key={bar.task.id}
              bar={bar}
              x={x(bar.from, bar.to - bar.from + 1)}
              y={y(row)}
              dayPx={dayPx}
              name={shown(bar.task.title)}
            />
          ))}
        </svg>
      </div>
    </section>
  );
};

type DayProps = {
  readonly each: GanttDay;
  readonly x: number;
  readonly width: number;
  readonly height: number;
  readonly isEvent: boolean;
};

const DayColumn = ({ each, x, width, height, isEvent }: DayProps) => {
  const day = Number(each.date.slice(8));
  return (
    <g data-date={each.date} data-off={each.isHoliday ? 'holiday' : each.isOff ? 'weekend' : undefined}>
      {(each.isOff || isEvent) && (
        <rect
          x={x}
          y={22}
          width={width}
          height={height - 22}
          className={isEvent ? 'fill-accent-soft' : each.isHoliday ? 'fill-draft-soft' : 'fill-sunken'}
        />
      )}
      {(width >= 16 || day % 5 === 1) && (
        <text x={x + width / 2} y={37} textAnchor="middle" className="fill-faint text-[10px]">
          {day}
        </text>
      )}
    </g>
  );
};

type BarProps = {
  readonly bar: GanttBar;
  readonly x: number;
  readonly y: number;
  readonly dayPx: number;
  readonly name: string;
};

const Bar = ({ bar: { task, from, to, isCritical }, x, y, dayPx, name }: BarProps) => {
  const width = (to - from + 1) * dayPx;
  const middle = { x: x + width / 2, y: y + barPx / 2 };
  return (
    <g data-task={task.id} data-from={dateOf(from)} data-to={dateOf(to)} data-critical={isCritical || undefined}>
      <title>{name}</title>
      {isMilestone(task) ? (
        <rect
          x={middle.x - 6}
          y={middle.y - 6}
          width={12}
          height={12}
          transform={`rotate(45 ${middle.x} ${middle.y})`}
          className={isCritical ? 'fill-danger' : 'fill-accent'}
        />
      ) : (
        <rect
          x={x + 1}
          y={y}
          width={Math.max(width - 2, 4)}
          height={barPx}
          rx={3}
          className={classNames(isCritical ? 'fill-danger' : 'fill-accent', task.status === 'done' && 'opacity-45')}
        />
      )}
    </g>
  );
};

const isMilestone = ({ granularity, estimateMin }: Task): boolean => granularity === 'milestone' || estimateMin === 0;

const monthsOf = (days: readonly GanttDay[]) => {
  const months: { key: string; from: number; length: number }[] = [];
  for (const { date, day } of days) {
    const key = date.slice(0, 7);
    const last = months.at(-1);
    if (last?.key === key) last.length += 1;
    else months.push({ key, from: day, length: 1 });
  }
  return months;
};

const monthName = (key: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'he' ? 'he-IL' : 'en-GB', {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${key}-01T00:00:00Z`));
