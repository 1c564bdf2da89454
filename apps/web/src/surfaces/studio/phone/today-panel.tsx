import type { ProjectView, Task } from '@atelier/contracts/studio';
import { Smartphone } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjection } from '../../../client/use-projection.ts';
import { formatDate } from '../../../i18n/format.ts';
import { Banner } from '../../../ui/banner.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { PicturesField } from '../elements/pictures-field.tsx';
import type { PanelProps } from '../panels.ts';
import { Assignee } from '../people/assignee.tsx';
import { PanelFrame } from '../records/panel-frame.tsx';
import { todayIn } from '../records/today.ts';
import { type RecordEdits, useRecordEdits } from '../records/use-record-edits.tsx';
import { useSchedule } from '../records/use-records.ts';
import { Shown, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { type TodayTask, todayTasks } from './today-tasks.ts';

/** For whoever stands on the set with a phone: what is to be done today, ticked with a thumb. */
const TodayPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const view = useProjectView(project);
  const schedule = useSchedule(view);
  const edits = useRecordEdits(project);
  const queue = useProjection(project.queue);
  const today = todayIn(view.project.timeZone);
  const { now, next, done } = useMemo(() => todayTasks(view.tasks, schedule, today), [view.tasks, schedule, today]);
  const list = (title: string, tasks: readonly TodayTask[]) =>
    tasks.length > 0 && (
      <section aria-label={title} className="flex flex-col gap-2">
        <h3 className="font-semibold">{title}</h3>
        <ul className="flex flex-col gap-2">
          {tasks.map((each) => (
            <li key={each.task.id}>
              <TodayRow
                each={each}
                canEdit={view.role !== 'viewer'}
                hasChecklist={view.project.projectStage === 'solutioning'}
                edits={edits}
                view={view}
              />
            </li>
          ))}
        </ul>
      </section>
    );
  return (
    <PanelFrame title={t('panels.today')} detail={<bdi>{formatDate(today, i18n.language)}</bdi>}>
      {queue.isHeld && <Banner tone="draft" title={t('records.today.held', { count: queue.items.length })} />}
      {now.length + next.length + done.length === 0 && (
        <EmptyState icon={<Smartphone size={20} />} title={t('records.tasks.empty')}>
          {t('records.tasks.emptyDetail')}
        </EmptyState>
      )}
      {now.length === 0 && next.length > 0 && <p className="text-muted">{t('records.today.nothing')}</p>}
      {list(t('records.today.now'), now)}
      {list(t('records.today.next'), next.slice(0, 20))}
      {list(t('records.today.done'), done)}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default TodayPanel;

type RowProps = {
  readonly each: TodayTask;
  readonly canEdit: boolean;
  readonly hasChecklist: boolean;
  readonly edits: RecordEdits;
  readonly view: ProjectView;
};

const TodayRow = ({ each: { task: known, due, isLate }, canEdit, hasChecklist, edits, view }: RowProps) => {
  const { t, i18n } = useTranslation('studio');
  // What is still on its way shows at once, also without a network, and the next tick builds on it.
  const task = edits.pendingOn(known);
  const isSending = task !== known;
  const isDone = task.status === 'done';
  const shown = useShownText();
  const set = (changes: { readonly status: Task['status'] } | { readonly checklist: Task['checklist'] }) =>
    void edits.edit([{ op: 'set', opId: 'tick', entity: 'task', id: task.id, changes: { ...changes } }]);
  return (
    <div className="rounded-md border border-line bg-raised">
      <label className="flex min-h-14 w-full items-center gap-3 px-3 py-2">
        <input
          type="checkbox"
          checked={isDone}
          disabled={!canEdit}
          onChange={() => set({ status: isDone ? 'todo' : 'done' })}
          className="size-7 shrink-0 accent-(--accent-solid)"
        />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className={classNames('text-lg', isDone && 'text-muted line-through')}>
            <Shown text={task.title} />
          </span>
          <span className="flex flex-wrap gap-x-3 text-muted text-sm">
            <span>{t(`records.trade.${task.trade}`)}</span>
            {due !== null && (
              <span className={isLate && !isDone ? 'font-medium text-danger-text' : ''}>
                {isLate && !isDone ? `${t('records.today.late')} · ` : ''}
                <bdi>{formatDate(due, i18n.language)}</bdi>
              </span>
            )}
            {task.assigneeId !== undefined && <Assignee id={task.assigneeId} />}
            {task.status === 'blocked' && <span className="text-draft-text">{t('records.value.blocked')}</span>}
            {isSending && <span>{t('records.today.sending')}</span>}
          </span>
        </span>
      </label>
      {!isDone && (
        <div className="border-line border-t px-3 py-2">
          <PicturesField isPhone view={view} entity="task" record={task} edits={edits} />
        </div>
      )}
      {hasChecklist && task.checklist.length > 0 && !isDone && (
        <ul aria-label={t('records.today.checklistOf', { name: shown(task.title) })} className="border-line border-t">
          {task.checklist.map((item, at) => (
            <li key={item.text}>
              <label className="flex min-h-12 w-full items-center gap-3 py-1.5 ps-6 pe-3">
                <input
                  type="checkbox"
                  checked={item.done}
                  disabled={!canEdit}
                  onChange={() =>
                    set({
                      checklist: task.checklist.map((one, nth) => (nth === at ? { ...one, done: !one.done } : one)),
                    })
                  }
                  className="size-6 shrink-0 accent-(--accent-solid)"
                />
                <bdi className={item.done ? 'text-muted line-through' : ''}>{item.text}</bdi>
              </label>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
