import { exportFilePath, type Section, type Task } from '@atelier/contracts/studio';
import { CalendarPlus, CalendarRange, ListTree, Printer } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../../i18n/format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PanelProps } from '../panels.ts';
import { AnsweredDays } from '../questions/answered-days.tsx';
import { SendToWorkbench } from '../quote/send-to-workbench.tsx';
import { PanelFrame } from '../records/panel-frame.tsx';
import { PrintArea } from '../records/print-area.tsx';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useSchedule } from '../records/use-records.ts';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { Gantt } from './gantt.tsx';
import { dayOf, ganttLayout, minutesByTrade } from './gantt-layout.ts';
import { PlanTable } from './plan-table.tsx';
import { SectionsSheet } from './sections-sheet.tsx';

type Group = { readonly section: Section | null; readonly tasks: readonly Task[] };

/** When everything has to happen, backward from the event. Nothing is edited here: dates follow from the tasks. */
const PlanPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const view = useProjectView(project);
  const schedule = useSchedule(view);
  const edits = useRecordEdits(project);
  const [showsSections, setShowsSections] = useState(false);
  const groups = useMemo(() => groupsOf(view.sections, view.tasks), [view.sections, view.tasks]);
  const ordered = groups.flatMap(({ tasks }) => tasks);
  const layout = useMemo(() => ganttLayout(ordered, schedule, view.project), [ordered, schedule, view.project]);
  const trades = minutesByTrade(ordered);
  const most = trades[0]?.[1] ?? 1;
  const event = view.project.eventDate ?? view.project.installStart;
  const hours = (minutes: number) => formatNumber(minutes / 60, i18n.language, 1);
  return (
    <PanelFrame
      title={t('panels.plan')}
      detail={
        <>
          {event === undefined && <p className="py-0.5">{t('records.plan.noDate')}</p>}
          {schedule.latestStart !== null && (
            <p className="py-0.5">
              {t('records.plan.startsBy', { date: formatDate(schedule.latestStart, i18n.language) })}
            </p>
          )}
          <AnsweredDays project={project} />
        </>
      }
      actions={
        <>
          {view.role !== 'viewer' && view.project.projectStage !== 'ideation' && (
            <Button size="sm" icon={<ListTree size={14} />} onClick={() => setShowsSections(true)}>
              {t('records.sections.open')}
            </Button>
          )}
          {ordered.length > 0 && (
            <>
              <a
                href={exportFilePath(view.projectId, 'tasks.ics', langOfUi(i18n.language))}
                download
                className={buttonClass('neutral', 'sm')}
              >
                <CalendarPlus size={14} aria-hidden="true" />
                {t('records.plan.ics')}
              </a>
              <SendToWorkbench project={project} />
              <Button size="sm" icon={<Printer size={14} />} onClick={() => window.print()}>
                {t('records.print')}
              </Button>
            </>
          )}
        </>
      }
    >
      {ordered.length === 0 ? (
        <EmptyState icon={<CalendarRange size={20} />} title={t('records.tasks.empty')}>
          {t('records.tasks.emptyDetail')}
        </EmptyState>
      ) : (
        <PrintArea title={`${shown(view.project.title)} · ${t('panels.plan')}`}>
          {layout.bars.length > 0 && (
            <>
              <Gantt layout={layout} eventDay={event === undefined ? undefined : dayOf(event)} />
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted text-xs">
                <Legend className="bg-danger">{t('records.plan.critical')}</Legend>
                <Legend className="bg-accent">{t('records.plan.other')}</Legend>
                <Legend className="bg-sunken">{t('records.plan.weekend')}</Legend>
                <Legend className="bg-draft-soft">{t('records.plan.holiday')}</Legend>
                <Legend className="bg-accent-soft">{t('records.plan.event')}</Legend>
              </ul>
            </>
          )}
          {groups.map(({ section, tasks }) => (
            <section
              key={section?.id ?? 'none'}
              aria-label={section === null ? t('records.noSection') : shown(section.title)}
              className="break-inside-avoid-page"
            >
              <h3 className="mb-1 font-semibold">
                {section === null ? t('records.noSection') : <Shown text={section.title} />}
              </h3>
              <PlanTable
                label={section === null ? t('records.noSection') : shown(section.title)}
                tasks={tasks}
                schedule={schedule}
              />
            </section>
          ))}
          <section aria-label={t('records.plan.byTrade')}>
            <h3 className="mb-2 font-semibold">{t('records.plan.byTrade')}</h3>
            <dl className="flex flex-col gap-1.5">
              {trades.map(([trade, minutes]) => (
                <div key={trade} className="grid grid-cols-[7rem_1fr_auto] items-center gap-3 text-sm">
                  <dt className="truncate">{t(`records.trade.${trade}`)}</dt>
                  <dd aria-hidden="true" className="h-2.5 overflow-hidden rounded-full bg-sunken">
                    <span
                      style={{ inlineSize: `${(minutes / most) * 100}%` }}
                      className="block h-full rounded-full bg-accent"
                    />
                  </dd>
                  <dd className="text-end tabular-nums">{t('records.plan.hoursOf', { hours: hours(minutes) })}</dd>
                </div>
              ))}
            </dl>
          </section>
        </PrintArea>
      )}
      {showsSections && <SectionsSheet view={view} edits={edits} onClose={() => setShowsSections(false)} />}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default PlanPanel;

const Legend = ({ className, children }: { readonly className: string; readonly children: string }) => (
  <li className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={`size-3 rounded-[3px] border border-line-strong ${className}`} />
    {children}
  </li>
);

/** Sections in their order with their tasks in theirs; tasks of none come last. */
const groupsOf = (sections: readonly Section[], tasks: readonly Task[]): readonly Group[] => {
  const live = tasks.filter(({ tombstone }) => tombstone === null).toSorted((a, b) => a.sortKey - b.sortKey);
  const known = sections.filter(({ tombstone }) => tombstone === null).toSorted((a, b) => a.sortKey - b.sortKey);
  const ids = new Set(known.map(({ id }) => id));
  const groups: readonly Group[] = [
    ...known.map((section) => ({ section, tasks: live.filter(({ sectionId }) => sectionId === section.id) })),
    { section: null, tasks: live.filter(({ sectionId }) => sectionId === undefined || !ids.has(sectionId)) },
  ];
  return groups.filter((group) => group.tasks.length > 0);
};
