import { type ManualOp, MaterialLine, type ProjectView } from '@atelier/contracts/studio';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Combobox } from '../../../ui/combobox.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { DateField } from '../../../ui/typed/typed-field.tsx';
import { TextInput } from '../records/inputs.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';
import type { CostLine } from './line-cells.ts';
import { WorkTime } from './work-time.tsx';

type Props = {
  readonly view: ProjectView;
  readonly row: CostLine;
  readonly edits: RecordEdits;
  readonly onClose: () => void;
};

const sources = MaterialLine.shape.priceSource.options;

/** What does not fit into a row of costs: its tasks, where the price comes from, notes. Each change is written at once. */
export const LineSheet = ({ view, row, edits, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const shown = useShownText();
  const own = langOfUi(i18n.language);
  const canEdit = view.role !== 'viewer';
  const { line } = row;
  const entity = row.type === 'material' ? 'materialLine' : 'workLine';
  const send = (op: ManualOp) => void edits.edit([op]);
  const set = (changes: Extract<ManualOp, { op: 'set' }>['changes']) =>
    send({ op: 'set', opId: 'sheet', entity, id: row.id, changes });
  const link = (op: 'addRef' | 'removeRef', ref: string) =>
    send({ op, opId: 'link', entity, id: row.id, path: 'taskIds', refs: [ref] });
  const notedIn = editedLang(line.notes, own);
  const tasks = view.tasks.filter(({ id, tombstone }) => tombstone === null && !line.taskIds.includes(id));
  const remove = async () => {
    const note = { he: 'הוסרה ביד', en: 'Removed by hand' };
    const done = await edits.edit([{ op: 'tombstone', opId: 'gone', entity, id: row.id, note }]);
    if (done !== undefined) onClose();
  };
  return (
    <SideSheet open onOpenChange={onClose} title={shown(line.label)}>
      <div className="flex flex-col gap-5">
        <section aria-label={t('records.field.taskIds')} className="flex flex-col gap-2">
          <h3 className="font-medium text-sm">{t('records.field.taskIds')}</h3>
          {line.taskIds.map((id) => {
            const task = view.tasks.find((each) => each.id === id);
            return (
              <div key={id} className="flex items-center justify-between gap-2 rounded-sm bg-sunken px-3 py-1">
                <span className="min-w-0 truncate">
                  <Shown text={task?.title ?? { en: id, he: id }} />
                  {task !== undefined && task.tombstone !== null && (
                    <span className="text-draft-text"> · {t('records.removed')}</span>
                  )}
                </span>
                {canEdit && (
                  <IconButton
                    label={t('records.tasks.unlink')}
                    icon={<X size={14} />}
                    onClick={() => link('removeRef', id)}
                  />
                )}
              </div>
            );
          })}
          {canEdit && (
            <Combobox
              label={t('records.accounting.addTask')}
              value={undefined}
              placeholder={t('records.tasks.findTask')}
              options={tasks.map(({ id, title }) => ({ value: id as string, label: shown(title) }))}
              onChange={(id) => link('addRef', id)}
            />
          )}
        </section>
        {row.type === 'work' && row.line.pricing.mode === 'hourly' && (
          <WorkTime
            pricing={row.line.pricing}
            factors={view.policy?.labourFactors}
            disabled={!canEdit}
            onChange={(pricing) => set({ pricing })}
          />
        )}
        {row.type === 'material' && (
          <>
            <TextInput
              label={t('records.field.sku')}
              value={row.line.sku ?? ''}
              disabled={!canEdit}
              onChange={(sku) => set({ sku: sku.trim() === '' ? null : sku.trim() })}
            />
            <Field label={t('records.field.priceSource')}>
              {({ id }) => (
                <Select
                  id={id}
                  label={t('records.field.priceSource')}
                  value={row.line.priceSource}
                  disabled={!canEdit}
                  options={sources.map((value) => ({ value, label: t(`records.value.${value}`) }))}
                  onChange={(priceSource) => set({ priceSource })}
                />
              )}
            </Field>
            <DateField
              label={t('records.field.priceAsOf')}
              value={row.line.priceAsOf ?? null}
              disabled={!canEdit}
              onChange={(priceAsOf) => set({ priceAsOf })}
            />
          </>
        )}
        <TextInput
          label={t('records.field.notes')}
          value={line.notes?.[notedIn] ?? ''}
          disabled={!canEdit}
          onChange={(text) => set({ [`notes.${notedIn}`]: text.trim() === '' ? null : text })}
        />
        <Checkbox
          label={t('records.field.clientVisible')}
          checked={line.clientVisible}
          disabled={!canEdit}
          onChange={(clientVisible) => set({ clientVisible })}
        />
        {canEdit && (
          <div className="border-line border-t pt-4">
            <Button tone="danger" size="sm" onClick={() => void remove()}>
              {t('records.accounting.remove')}
            </Button>
            <p className="mt-1.5 text-muted text-sm">{t('records.accounting.removeHint')}</p>
          </div>
        )}
      </div>
    </SideSheet>
  );
};
