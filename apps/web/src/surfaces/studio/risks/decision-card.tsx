import type { Decision, ProjectView } from '@atelier/contracts/studio';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { inputClass } from '../../../ui/field.tsx';
import { TextInput } from '../records/inputs.tsx';
import type { RecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi, Shown, useShownText } from '../shown-text.tsx';
import { editedLang } from '../tasks/task-cells.ts';
import { RecordCard } from './record-card.tsx';

type Props = { readonly decision: Decision; readonly view: ProjectView; readonly edits: RecordEdits };

export const DecisionCard = ({ decision, view, edits }: Props) => {
  const { t, i18n } = useTranslation('studio');
  const own = langOfUi(i18n.language);
  const group = useId();
  const [option, setOption] = useState('');
  const canEdit = view.role !== 'viewer';
  const name = useShownText()(decision.title);
  const whyIn = editedLang(decision.rationale, own);
  const isDecided = decision.status === 'decided';
  const badge = (
    <Badge tone={isDecided ? 'published' : 'draft'}>
      {isDecided ? t('records.risks.decided') : t('records.risks.undecided')}
    </Badge>
  );
  return (
    <RecordCard entity="decision" record={decision} view={view} edits={edits} badge={badge}>
      {(set) => (
        <>
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
            {canEdit && isDecided && (
              <Button
                size="sm"
                tone="quiet"
                className="self-start"
                onClick={() => set({ chosen: null, status: 'open' })}
              >
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
        </>
      )}
    </RecordCard>
  );
};
