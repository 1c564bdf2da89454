import { type ManualOp, type ProjectView, Task, type Task as TaskRecord } from '@atelier/contracts/studio';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field, inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { PicturesField } from '../elements/pictures-field.tsx';
import type { Assignees } from '../people/use-assignees.ts';
import { TextInput } from '../records/inputs.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from './task-cells.ts';

type Props = {
  readonly view: ProjectView;
  readonly task: TaskRecord;
  readonly edits: RecordEdits;
  readonly assignees: Assignees;
  readonly onClose: () => void;
};

/** Stands for nobody in a list that has to hold a word. */
const nobody = 'none';

const granularities = Task.shape.granularity.options;

/** What does not fit into a row: dependencies, elements, checklist, description. Each change is written at once. */
export const TaskSheet = ({ view, task: known, edits, assignees, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const own = langOfUi(i18n.language);
  // A checklist is written whole: the next tick builds on those that are on their way.
  const task = edits.pendingOn(known);
  const canEdit = view.role !== 'viewer';
  const [item, setItem] = useState('');
  const send = (op: ManualOp) => void edits.edit([op]);
  const set = (changes: Extract<ManualOp, { op: 'set' }>['changes']) =>
    send({ op: 'set', opId: 'sheet', entity: 'task', id: task.id, changes });
  const link = (op: 'addRef' | 'removeRef', path: 'dependsOn' | 'elementIds', ref: string) =>
    send({ op, opId: 'link', entity: 'task', id: task.id, path, refs: [ref] });
  const others = view.tasks.filter(({ id, tombstone }) => id !== task.id && tombstone === null);
  const elements = view.elements.filter(({ tombstone }) => tombstone === null);
  const lines = [...view.materialLines, ...view.workLines].filter(
    ({ taskIds, tombstone }) => tombstone === null && taskIds.includes(task.id),
  );
  const hasChecklist = view.project.projectStage === 'solutioning';
  const describedIn = editedLang(task.description, own);
  const remove = async () => {
    const note = { he: 'הוסרה ביד', en: 'Removed by hand' };
    const done = await edits.edit([{ op: 'tombstone', opId: 'gone', entity: 'task', id: task.id, note }]);
    if (done !== undefined) onClose();
  };
  return (
    <SideSheet open onOpenChange={onClose} title={shown(task.title)}>
      <div className="flex flex-col gap-5">
        <TextInput
          label={t('records.field.description')}
          value={task.description?.[describedIn] ?? ''}
          disabled={!canEdit}
          onChange={(text) => set({ [`description.${describedIn}`]: text.trim() === '' ? null : text })}
        />
        <Field label={t('records.field.assigneeId')} hint={t('records.tasks.assigneeHint')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('records.field.assigneeId')}
              value={task.assigneeId ?? nobody}
              disabled={!canEdit}
              options={[
                { value: nobody, label: t('records.tasks.nobody') },
                ...assignees.choices,
                ...(task.assigneeId === undefined || assignees.choices.some(({ value }) => value === task.assigneeId)
                  ? []
                  : [{ value: task.assigneeId, label: assignees.nameOf(task.assigneeId) }]),
              ]}
              onChange={(value) => set({ assigneeId: value === nobody ? null : value })}
            />
          )}
        </Field>
        {task.purchase.mode !== 'none' && (
          <TextInput
            label={t('path.purchase_note')}
            value={task.purchase.note ?? ''}
            disabled={!canEdit}
            onChange={(text) => set({ 'purchase.note': text.trim() === '' ? null : text.trim() })}
          />
        )}
        <Field label={t('records.field.granularity')}>
          {({ id }) => (
            <Select
              id={id}
              label={t('records.field.granularity')}
              value={task.granularity}
              disabled={!canEdit}
              options={granularities.map((value) => ({
                value,
                label: t(`records.value.${value}`),
                disabled: value === 'atomic' && !hasChecklist,
              }))}
              onChange={(granularity) =>
                set({
                  granularity,
                  ...(granularity === 'milestone' ? { estimateMin: 0 } : {}),
                  ...(granularity === 'atomic' ? { stage: 'solutioning' } : {}),
                })
              }
            />
          )}
        </Field>
        <section aria-label={t('records.field.dependsOn')} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t('records.field.dependsOn')}</h3>
          {task.dependsOn.map((id) => (
            <div key={id} className="flex items-center justify-between gap-2 rounded-sm bg-sunken px-3 py-1">
              <Shown text={view.tasks.find((each) => each.id === id)?.title} className="min-w-0 truncate" />
              {canEdit && (
                <IconButton
                  label={t('records.tasks.unlink')}
                  icon={<X size={14} />}
                  onClick={() => link('removeRef', 'dependsOn', id)}
                />
              )}
            </div>
          ))}
          {canEdit && (
            <Combobox
              label={t('records.tasks.addDependency')}
              value={undefined}
              placeholder={t('records.tasks.findTask')}
              options={others
                .filter(({ id }) => !task.dependsOn.includes(id))
                .map(({ id, title }) => ({ value: id as string, label: shown(title) }))}
              onChange={(id) => link('addRef', 'dependsOn', id)}
            />
          )}
        </section>
        <section aria-label={t('records.field.elementIds')} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t('records.field.elementIds')}</h3>
          {elements.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={shown(name)}
              checked={task.elementIds.includes(id)}
              disabled={!canEdit}
              onChange={(isOn) => link(isOn ? 'addRef' : 'removeRef', 'elementIds', id)}
            />
          ))}
        </section>
        {hasChecklist && (
          <section aria-label={t('records.field.checklist')} className="flex flex-col gap-2">
            <h3 className="font-medium text-sm">{t('records.field.checklist')}</h3>
            {task.checklist.map((each, at) => (
              <div key={each.text} className="flex items-start justify-between gap-2">
                <Checkbox
                  label={each.text}
                  checked={each.done}
                  disabled={!canEdit}
                  onChange={(done) =>
                    set({ checklist: task.checklist.map((one, nth) => (nth === at ? { ...one, done } : one)) })
                  }
                />
                {canEdit && (
                  <IconButton
                    label={t('records.tasks.removeItem', { name: each.text })}
                    icon={<X size={14} />}
                    onClick={() => set({ checklist: task.checklist.filter((_, nth) => nth !== at) })}
                  />
                )}
              </div>
            ))}
            {canEdit && (
              <form
                className="flex gap-2"
                onSubmit={(event) => {
                  event.preventDefault();
                  const text = item.trim();
                  if (text === '' || task.checklist.some((each) => each.text === text)) return;
                  set({ checklist: [...task.checklist, { text, done: false }] });
                  setItem('');
                }}
              >
                <input
                  dir="auto"
                  aria-label={t('records.tasks.newItem')}
                  placeholder={t('records.tasks.newItem')}
                  maxLength={300}
                  value={item}
                  onChange={(event) => setItem(event.target.value)}
                  className={inputClass}
                />
                <Button type="submit" icon={<Plus size={14} />}>
                  {t('records.add')}
                </Button>
              </form>
            )}
          </section>
        )}
        <PicturesField view={view} entity="task" record={task} edits={edits} />
        {lines.length > 0 && (
          <section aria-label={t('records.tasks.lines')} className="flex flex-col gap-1">
            <h3 className="font-medium text-sm">{t('records.tasks.lines')}</h3>
            <ul className="list-disc ps-5 text-sm">
              {lines.map(({ id, label }) => (
                <li key={id}>
                  <Shown text={label} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {canEdit && (
          <div className="border-line border-t pt-4">
            <Button tone="danger" size="sm" onClick={() => void remove()}>
              {t('records.tasks.remove')}
            </Button>
            <p className="mt-1.5 text-muted text-sm">{t('records.tasks.removeHint')}</p>
          </div>
        )}
      </div>
    </SideSheet>
  );
};
