import { Plus, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { PanelProps } from '../panels.ts';
import { PanelFrame } from '../records/panel-frame.tsx';
import { useRecordEdits } from '../records/use-record-edits.tsx';
import { langOfUi } from '../shown-text.tsx';
import { useProjectView } from '../use-project.ts';
import { DecisionCard } from './decision-card.tsx';
import { RiskCard } from './risk-card.tsx';

/** What may go wrong and what has to be decided. */
const RisksPanel = ({ project }: PanelProps) => {
  const { t, i18n } = useTranslation('studio');
  const lang = langOfUi(i18n.language);
  const view = useProjectView(project);
  const edits = useRecordEdits(project);
  const canEdit = view.role !== 'viewer';
  const risks = view.risks
    .filter(({ tombstone }) => tombstone === null)
    .toSorted(
      (a, b) =>
        Number(a.status !== 'open') - Number(b.status !== 'open') || b.likelihood * b.impact - a.likelihood * a.impact,
    );
  const decisions = view.decisions
    .filter(({ tombstone }) => tombstone === null)
    .toSorted((a, b) => Number(a.status !== 'open') - Number(b.status !== 'open'));
  const add = (entity: 'risk' | 'decision') =>
    edits.edit([
      {
        op: 'create',
        opId: 'new',
        entity,
        tempId: 'tmp:new',
        fields: { [`title.${lang}`]: entity === 'risk' ? t('records.risks.newRisk') : t('records.risks.newDecision') },
      },
    ]);
  return (
    <PanelFrame
      title={t('panels.risks')}
      detail={t('records.risks.open', {
        risks: risks.filter(({ status }) => status === 'open').length,
        decisions: decisions.filter(({ status }) => status === 'open').length,
      })}
      actions={
        canEdit && (
          <>
            <Button size="sm" icon={<Plus size={14} />} onClick={() => void add('risk')}>
              {t('records.risks.addRisk')}
            </Button>
            <Button size="sm" icon={<Plus size={14} />} onClick={() => void add('decision')}>
              {t('records.risks.addDecision')}
            </Button>
          </>
        )
      }
    >
      {risks.length + decisions.length === 0 && (
        <EmptyState icon={<TriangleAlert size={20} />} title={t('records.risks.empty')}>
          {t('records.risks.emptyDetail')}
        </EmptyState>
      )}
      {risks.length > 0 && (
        <section aria-label={t('records.risks.risks')} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('records.risks.risks')}</h3>
          {risks.map((risk) => (
            <RiskCard key={risk.id} risk={risk} view={view} edits={edits} />
          ))}
        </section>
      )}
      {decisions.length > 0 && (
        <section aria-label={t('records.risks.decisions')} className="flex flex-col gap-2">
          <h3 className="font-semibold">{t('records.risks.decisions')}</h3>
          {decisions.map((decision) => (
            <DecisionCard key={decision.id} decision={decision} view={view} edits={edits} />
          ))}
        </section>
      )}
      {edits.dialogs}
    </PanelFrame>
  );
};
export default RisksPanel;
