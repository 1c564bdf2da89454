import { type ProjectView, Risk, type Risk as RiskRecord } from '@atelier/contracts/studio';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Select } from '../../../ui/select.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { TextInput } from '../records/inputs.tsx';
import { nameOfRecord } from '../records/record-name.ts';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';
import { RecordCard } from './record-card.tsx';

type Props = { readonly risk: RiskRecord; readonly view: ProjectView; readonly edits: RecordEdits };

const grades = ['1', '2', '3', '4', '5'] as const;
const statuses = Risk.shape.status.options;
const weightOf = (score: number): 'high' | 'middle' | 'low' => (score >= 12 ? 'high' : score >= 6 ? 'middle' : 'low');
const toneOf: Record<'high' | 'middle' | 'low', Tone> = { high: 'danger', middle: 'draft', low: 'neutral' };

export const RiskCard = ({ risk, view, edits }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const canEdit = view.role !== 'viewer';
  const name = useShownText()(risk.title);
  const weight = weightOf(risk.likelihood * risk.impact);
  const mitigationIn = editedLang(risk.mitigation, langOfUi(i18n.language));
  const badge = (
    <Badge tone={risk.status === 'open' ? toneOf[weight] : 'neutral'}>
      {risk.status === 'open' ? t(`records.risks.${weight}`) : t(`records.riskStatus.${risk.status}`)}
    </Badge>
  );
  return (
    <RecordCard entity="risk" record={risk} view={view} edits={edits} badge={badge}>
      {(set) => (
        <>
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
        </>
      )}
    </RecordCard>
  );
};
