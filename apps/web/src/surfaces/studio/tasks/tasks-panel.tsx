import { type Task, trades } from '@atelier/contracts/studio';
import { ArrowUpRight, ListTodo, Plus, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { GridColumn } from '../../../ui/grid/grid-column.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { PanelProps } from '../panels.ts';
import { useAssignees } from '../people/use-assignees.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useGridEdits } from '../records/use-grid-edits.ts';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { useSchedule } from '../records/use-records.ts';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { purchaseModes, taskChange, taskStatuses } from './task-cells.ts';
import { TaskSheet } from './task-sheet.tsx';

/** Every task of the project, edited as in a spreadsheet. */
const TasksPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const shown = useShownText();
  const view = useProjectView(project);
  const schedule = useSchedule(view);
  const edits = useRecordEdits(project);
  const assignees = useAssignees(project);
  const [openId, setOpenId] = useState<string>();
  const canEdit = view.role !== 'viewer';
  const sections = view.sections.filter(({ tombstone }) => tombstone === null);
  const tasks = useMemo(() => {
    const place = new Map(view.sections.map(({ id, sortKey }) => [id as string, sortKey]));
    const at = ({ sectionId, sortKey }: Task) => (place.get(sectionId ?? '') ?? 1e9) * 1e9 + sortKey;
    return view.tasks.filter(({ tombstone }) => tombstone === null).toSorted((a, b) => at(a) - at(b));
  }, [view.tasks, view.sections]);
  const byId = useMemo(() => new Map(view.tasks.map((task) => [task.id as string, task])), [view.tasks]);
  const names = (ids: readonly string[]) => ids.map((id) => shown(byId.get(id)?.title)).join(', ');
  const elementNames = useMemo(
    () => new Map(view.elements.map(({ id, name }) => [id as string, shown(name)])),
    [view.elements, shown],
  );

  const columns: readonly GridColumn<Task>[] = [
    {
      key: 'title',
      name: t('records.field.title'),
      value: ({ title }) => shown(title),
      editable: true,
      width: 220,
      frozen: true,
    },
    {
      key: 'status',
      name: t('records.field.status'),
      kind: 'choice',
      value: ({ status }) => status,
      choices: taskStatuses.map((value) => ({ value, label: t(`records.value.${value}`) })),
      editable: true,
      width: 110,
    },
    {
      key: 'trade',
      name: t('records.field.trade'),
      kind: 'choice',
      value: ({ trade }) => trade,
      choices: trades.map((value) => ({ value, label: t(`records.trade.${value}`) })),
      editable: true,
      width: 110,
    },
    {
      key: 'estimateMin',
      name: t('records.field.estimateMin'),
      kind: 'number',
      value: ({ estimateMin }) => estimateMin,
      editable: ({ granularity }) => granularity !== 'milestone',
      width: 90,
      summary: (rows) => rows.reduce((sum, { estimateMin, crew }) => sum + estimateMin * crew, 0),
    },
    {
      key: 'crew',
      name: t('records.field.crew'),
      kind: 'number',
      value: ({ crew }) => crew,
      editable: true,
      width: 80,
    },
    {
      key: 'startDate',
      name: t('records.field.startDate'),
      kind: 'date',
      value: ({ startDate }) => startDate ?? null,
      editable: true,
      width: 130,
    },
    {
      key: 'dueDate',
      name: t('records.field.dueDate'),
      kind: 'date',
      value: ({ dueDate }) => dueDate ?? null,
      editable: true,
      width: 130,
    },
    {
      key: 'latestStart',
      name: t('records.tasks.latestStart'),
      kind: 'date',
      value: ({ id }) => schedule.byTask.get(id)?.latestStart ?? null,
      width: 130,
    },
    {
      key: 'latestFinish',
      name: t('records.tasks.latestFinish'),
      kind: 'date',
      value: ({ id }) => schedule.byTask.get(id)?.latestFinish ?? null,
      width: 130,
    },
    {
      key: 'assigneeId',
      name: t('records.field.assigneeId'),
      value: ({ assigneeId }) => (assigneeId === undefined ? null : assignees.nameOf(assigneeId)),
      editable: true,
      width: 120,
    },
    {
      key: 'purchase',
      name: t('records.field.purchase_mode'),
      kind: 'choice',
      value: ({ purchase }) => purchase.mode,
      choices: purchaseModes.map((value) => ({ value, label: t(`records.purchaseMode.${value}`) })),
      editable: true,
      width: 140,
    },
    {
      key: 'sectionId',
      name: t('records.field.sectionId'),
      kind: 'choice',
      value: ({ sectionId }) => sectionId ?? null,
      choices: sections.map(({ id, title }) => ({ value: id, label: shown(title) })),
      editable: true,
      width: 120,
    },
    {
      key: 'dependsOn',
      name: t('records.field.dependsOn'),
      value: ({ dependsOn }) => names(dependsOn),
      width: 180,
    },
    {
      key: 'elementIds',
      name: t('records.field.elementIds'),
      value: ({ elementIds }) => elementIds.map((id) => elementNames.get(id) ?? '').join(', '),
      width: 160,
    },
    {
      key: 'open',
      name: t('records.tasks.details'),
      value: () => null,
      show: ({ id, title }) => (
        <IconButton
          label={t('records.tasks.open', { name: shown(title) })}
          tooltip={false}
          icon={<ArrowUpRight size={15} className="rtl:-scale-x-100" />}
          onClick={() => setOpenId(id)}
        />
      ),
      width: 70,
    },
  ];
  const grid = useGridEdits<Task>({
    edits,
    columns,
    keyOf: ({ id }) => id,
    entityOf: () => 'task',
    changeOf: (row, column, value) => {
      const task = byId.get(row);
      return task && taskChange(task, column, value, { own, assigneeOf: assignees.idOf });
    },
  });
  const create = async () => {
    const fields = { [`title.${own}`]: t('records.tasks.new') };
    await edits.edit([{ op: 'create', opId: 'new', entity: 'task', tempId: 'tmp:new', fields }]);
  };
  const open = openId === undefined ? undefined : tasks.find(({ id }) => id === openId);
  const isGated = view.project.projectStage === 'ideation';
  return (
    <PanelFrame
      fills
      title={t('panels.tasks')}
      detail={t('records.tasks.count', { count: tasks.length })}
      actions={
        canEdit && (
          <>
            <IconButton
              label={t('records.undo')}
              disabled={!grid.undo.canUndo}
              icon={<Undo2 size={15} />}
              onClick={grid.undo.undo}
            />
            <Button size="sm" icon={<Plus size={14} />} disabled={isGated} onClick={() => void create()}>
              {t('records.tasks.add')}
            </Button>
          </>
        )
      }
    >
      {tasks.length === 0 ? (
        <EmptyState icon={<ListTodo size={20} />} title={t('records.tasks.empty')}>
          {isGated ? t('records.tasks.gated') : t('records.tasks.emptyDetail')}
        </EmptyState>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: undo and redo of the grid inside
        <div className="flex min-h-0 flex-1 flex-col" onKeyDown={grid.undo.onKeyDown}>
          <Grid
            name="studio-tasks"
            label={t('panels.tasks')}
            rows={tasks}
            keyOf={({ id }) => id}
            columns={grid.columns}
            {...(canEdit ? { onEdit: grid.onEdit, onOpen: setOpenId } : { onOpen: setOpenId })}
            className="min-h-0 flex-1"
          />
        </div>
      )}
      {open !== undefined && (
        <TaskSheet
          key={open.id}
          view={view}
          task={open}
          edits={edits}
          assignees={assignees}
          onClose={() => setOpenId(undefined)}
        />
      )}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default TasksPanel;
