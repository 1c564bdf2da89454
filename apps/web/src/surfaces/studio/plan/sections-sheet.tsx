import { type ManualOp, type ProjectView, Section, type Section as SectionRecord } from '@atelier/contracts/studio';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import { SideSheet } from '../../../ui/side-sheet.tsx';
import { DateField } from '../../../ui/typed/typed-field.tsx';
import { TextInput } from '../records/inputs.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';
import { swappedPlaces } from './swapped-places.ts';

type Props = { readonly view: ProjectView; readonly edits: RecordEdits; readonly onClose: () => void };

const kinds = Section.shape.kind.options;

/** The parts of the plan and of the quote, in their order. Each change is written at once. */
export const SectionsSheet = ({ view, edits, onClose }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const sections = view.sections
    .filter(({ tombstone }) => tombstone === null)
    .toSorted((a, b) => a.sortKey - b.sortKey || (a.id < b.id ? -1 : 1));
  const send = (...ops: ManualOp[]) => void edits.edit(ops);
  const add = () =>
    send({
      op: 'create',
      opId: 'new',
      entity: 'section',
      tempId: 'tmp:new',
      fields: {
        [`title.${own}`]: t('records.sections.new'),
        kind: 'phase',
        sortKey: (sections.at(-1)?.sortKey ?? -1) + 1,
      },
    });
  const move = (at: number, to: number) => {
    const ops = swappedPlaces(sections, at, to);
    if (ops.length > 0) send(...ops);
  };
  return (
    <SideSheet
      open
      onOpenChange={onClose}
      title={t('records.sections.title')}
      footer={
        <Button icon={<Plus size={14} />} onClick={add}>
          {t('records.sections.add')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-muted text-sm">{t('records.sections.detail')}</p>
        <ul className="flex flex-col gap-4">
          {sections.map((section, at) => (
            <SectionFields
              key={section.id}
              section={section}
              send={send}
              onUp={at === 0 ? undefined : () => move(at, at - 1)}
              onDown={at === sections.length - 1 ? undefined : () => move(at, at + 1)}
            />
          ))}
        </ul>
      </div>
    </SideSheet>
  );
};

type FieldsProps = {
  readonly section: SectionRecord;
  readonly send: (...ops: ManualOp[]) => void;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
};

const SectionFields = ({ section, send, onUp, onDown }: FieldsProps) => {
  const { t, i18n } = useTranslation('studio');
  const name = useShownText()(section.title);
  const titleIn = editedLang(section.title, langOfUi(i18n.language));
  const set = (changes: Extract<ManualOp, { op: 'set' }>['changes']) =>
    send({ op: 'set', opId: 'sheet', entity: 'section', id: section.id, changes });
  const note = { he: 'הוסר ביד', en: 'Removed by hand' };
  return (
    <li aria-label={name} className="flex flex-col gap-3 rounded-md border border-line bg-raised p-3">
      <div className="flex items-end gap-1">
        <div className="min-w-0 flex-1">
          <TextInput
            label={t('records.field.title')}
            value={section.title[titleIn] ?? ''}
            onChange={(text) => {
              if (text.trim() !== '') set({ [`title.${titleIn}`]: text.trim().slice(0, 500) });
            }}
          />
        </div>
        <IconButton
          label={t('records.sections.up', { name })}
          icon={<ArrowUp size={15} />}
          disabled={onUp === undefined}
          onClick={() => onUp?.()}
        />
        <IconButton
          label={t('records.sections.down', { name })}
          icon={<ArrowDown size={15} />}
          disabled={onDown === undefined}
          onClick={() => onDown?.()}
        />
        <IconButton
          label={t('records.remove', { name })}
          icon={<X size={15} />}
          onClick={() => send({ op: 'tombstone', opId: 'gone', entity: 'section', id: section.id, note })}
        />
      </div>
      <Field label={t('records.field.kind')}>
        {({ id }) => (
          <Select
            id={id}
            label={t('records.field.kind')}
            value={section.kind}
            options={kinds.map((value) => ({ value, label: t(`records.sectionKind.${value}`) }))}
            onChange={(kind) => set({ kind })}
          />
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <DateField
          label={t('records.field.startDate')}
          value={section.startDate ?? null}
          onChange={(startDate) => set({ startDate })}
        />
        <DateField label={t('path.endDate')} value={section.endDate ?? null} onChange={(endDate) => set({ endDate })} />
      </div>
    </li>
  );
};
