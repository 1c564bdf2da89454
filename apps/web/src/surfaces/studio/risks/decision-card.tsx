import type { Decision, ManualOp, ProjectView } from '@atelier/contracts/studio';
import { Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { TextInput } from '../records/inputs.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';

type Props = { readonly decision: Decision; readonly view: ProjectView; readonly edits: RecordEdits };

export const DecisionCard = ({ decision, view, edits }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const shown = useShownText();
  const group = useId();
  const [option, setOption] = useState('');
  const canEdit = view.role !== 'viewer';
  const name = shown(decision.title);
  const set = (changes: Extract<ManualOp, { op: 'set' }>['changes']) =>
    void edits.edit([{ op: 'set', opId: 'decision', entity: 'decision', id: decision.id, changes }]);
  const whyIn = editedLang(decision.rationale, own);
  const note = { he: 'הוסרה ביד', en: 'Removed by hand' };
  return (
    <article aria-label={name} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0 font-medium">
          {canEdit ? (
            <InlineEdit
              label={t('records.field.title')}
              value={name}
              onSave={(text) => set({ [`title.${editedLang(decision.title, own)}`]: text })}
            />
          ) : (
            <Shown text={decision.title} />
          )}
        </div>
        <div className="flex items-center gap-1">
          <Badge tone={decision.status === 'decided' ? 'published' : 'draft'}>
            {decision.status === 'decided' ? t('records.risks.decided') : t('records.risks.undecided')}
          </Badge>
          {canEdit && (
            <IconButton
              label={t('records.remove', { name })}
              icon={<X size={14} />}
              onClick={() =>
                void edits.edit([{ op: 'tombstone', opId: 'gone', entity: 'decision', id: decision.id, note }])
              }
            />
          )}
        </div>
      </header>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-muted text-sm">{t('records.field.options')}</legend>
        {decision.options.map((each, at) => (
          <label
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is known by its place
            key={at}
            className="flex min-h-7 items-center gap-2"
          >
            <input
              type="radio"
              name={group}
              disabled={!canEdit}
              checked={decision.chosen === at}
              onChange={() => set({ chosen: at, status: 'decided' })}
              className="accent-(--accent-solid)"
            />
            <Shown text={each} />
          </label>
        ))}
        {canEdit && decision.status === 'decided' && (
          <Button size="sm" tone="quiet" className="self-start" onClick={() => set({ chosen: null, status: 'open' })}>
            {t('records.risks.reopen')}
          </Button>
        )}
        {canEdit && decision.options.length < 12 && (
          <form
            className="flex gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (option.trim() === '') return;
              set({ options: [...decision.options, { [own]: option.trim() }] });
              setOption('');
            }}
          >
            <input
              dir="auto"
              maxLength={500}
              aria-label={`${t('records.risks.newOption')}: ${name}`}
              placeholder={t('records.risks.newOption')}
              value={option}
              onChange={(event) => setOption(event.target.value)}
              className={inputClass}
            />
            <Button type="submit" icon={<Plus size={14} />}>
              {t('records.add')}
            </Button>
          </form>
        )}
      </fieldset>
      <TextInput
        label={t('records.field.rationale')}
        value={decision.rationale?.[whyIn] ?? ''}
        disabled={!canEdit}
        onChange={(text) => set({ [`rationale.${whyIn}`]: text.trim() === '' ? null : text })}
      />
    </article>
  );
};
