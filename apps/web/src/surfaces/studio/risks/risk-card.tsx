import { type ManualOp, type ProjectView, Risk, type Risk as RiskRecord } from '@atelier/contracts/studio';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { TextInput } from '../records/inputs.tsx';
import { nameOfRecord } from '../records/record-name.ts';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';

type Props = { readonly risk: RiskRecord; readonly view: ProjectView; readonly edits: RecordEdits };

const grades = ['1', '2', '3', '4', '5'] as const;
const statuses = Risk.shape.status.options;
const weightOf = (score: number): 'high' | 'middle' | 'low' => (score >= 12 ? 'high' : score >= 6 ? 'middle' : 'low');
const toneOf: Record<'high' | 'middle' | 'low', Tone> = { high: 'danger', middle: 'draft', low: 'neutral' };

export const RiskCard = ({ risk, view, edits }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const shown = useShownText();
  const canEdit = view.role !== 'viewer';
  const name = shown(risk.title);
  const set = (changes: Extract<ManualOp, { op: 'set' }>['changes']) =>
    void edits.edit([{ op: 'set', opId: 'risk', entity: 'risk', id: risk.id, changes }]);
  const weight = weightOf(risk.likelihood * risk.impact);
  const mitigationIn = editedLang(risk.mitigation, own);
  const note = { he: 'הוסר ביד', en: 'Removed by hand' };
  return (
    <article aria-label={name} className="flex flex-col gap-2 rounded-md border border-line bg-raised p-3">
      <header className="flex items-start justify-between gap-2">
        <div className="min-w-0 font-medium">
          {canEdit ? (
            <InlineEdit
              label={t('records.field.title')}
              value={name}
              onSave={(text) => set({ [`title.${editedLang(risk.title, own)}`]: text })}
            />
          ) : (
            <Shown text={risk.title} />
          )}
        </div>
        <div className="flex items-center gap-1">
          <Badge tone={risk.status === 'open' ? toneOf[weight] : 'neutral'}>
            {risk.status === 'open' ? t(`records.risks.${weight}`) : t(`records.riskStatus.${risk.status}`)}
          </Badge>
          {canEdit && (
            <IconButton
              label={t('records.remove', { name })}
              icon={<X size={14} />}
              onClick={() => void edits.edit([{ op: 'tombstone', opId: 'gone', entity: 'risk', id: risk.id, note }])}
            />
          )}
        </div>
      </header>
      <div className="grid grid-cols-3 gap-2">
        {(['likelihood', 'impact'] as const).map((side) => (
          <div key={side} className="flex flex-col gap-1 text-sm">
            <span className="text-muted">{t(`records.field.${side}`)}</span>
            <Select
              label={`${t(`records.field.${side}`)}: ${name}`}
              value={String(risk[side])}
              disabled={!canEdit}
              options={grades.map((value) => ({ value: value as string, label: value }))}
              onChange={(grade) => set({ [side]: Number(grade) })}
            />
          </div>
        ))}
        <div className="flex flex-col gap-1 text-sm">
          <span className="text-muted">{t('records.field.status')}</span>
          <Select
            label={`${t('records.field.status')}: ${name}`}
            value={risk.status}
            disabled={!canEdit}
            options={statuses.map((value) => ({ value, label: t(`records.riskStatus.${value}`) }))}
            onChange={(status) => set({ status })}
          />
        </div>
      </div>
      <TextInput
        label={t('records.field.mitigation')}
        value={risk.mitigation?.[mitigationIn] ?? ''}
        disabled={!canEdit}
        onChange={(text) => set({ [`mitigation.${mitigationIn}`]: text.trim() === '' ? null : text })}
      />
      {risk.elementIds.length + risk.taskIds.length > 0 && (
        <p className="flex flex-wrap gap-x-3 text-muted text-sm">
          {[...risk.elementIds, ...risk.taskIds].map((id) => (
            <Shown key={id} text={nameOfRecord(view, id)} />
          ))}
        </p>
      )}
    </article>
  );
};
