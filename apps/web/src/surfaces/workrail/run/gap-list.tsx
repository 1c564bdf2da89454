import type { GapView } from '@atelier/contracts';
import { CircleCheck, ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import type { Tone } from '../../../ui/tone.ts';
import { Ago } from '../parts/ago.tsx';

type Props = { readonly gaps: readonly GapView[]; readonly onSelect: (nodeId: string) => void };

const toneBySeverity: Record<GapView['severity'], Tone> = { critical: 'danger', warning: 'draft', info: 'neutral' };

/** What the run did not have, with its evidence: open ones first. */
export const GapList = ({ gaps, onSelect }: Props) => {
  const { t } = useTranslation('workrail');
  if (gaps.length === 0)
    return (
      <EmptyState icon={<ShieldCheck size={18} />} title={t('gaps.none')}>
        {t('gaps.noneDetail')}
      </EmptyState>
    );
  const ordered = [...gaps].sort((a, b) => Number(b.openAtTip) - Number(a.openAtTip));
  return (
    <ul aria-label={t('run.gaps')} className="absolute inset-0 flex flex-col gap-3 overflow-y-auto p-4">
      {ordered.map((gap) => (
        <li key={gap.gapId} className="rounded-md border border-line bg-raised px-4 py-3 shadow-low">
          <div className="flex flex-wrap items-center gap-2">
            <Badge tone={toneBySeverity[gap.severity]} dot>
              {t(`gaps.severity.${gap.severity}`)}
            </Badge>
            <Badge tone={gap.openAtTip ? 'neutral' : 'published'}>
              {gap.openAtTip ? t('gaps.open') : gap.resolvedBy ? t('gaps.resolved') : t('gaps.otherBranch')}
            </Badge>
            <span className="text-faint text-sm">
              {t(`gaps.category.${gap.category}`)} · {t(`gaps.reason.${gap.detail}`)}
            </span>
          </div>
          <p className="mt-2 text-pretty" dir="auto">
            {gap.summary}
          </p>
          {gap.resolvedBy && (
            <p className="mt-2 flex items-start gap-1.5 text-published-text text-sm" dir="auto">
              <CircleCheck size={14} aria-hidden="true" className="mt-0.5 shrink-0" />
              {gap.resolvedBy.summary}
            </p>
          )}
          <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-faint text-sm">
            <Button size="sm" tone="quiet" onClick={() => onSelect(gap.nodeId)} className="-ms-2.5">
              {t('gaps.show')} {gap.stepId !== null && <bdi className="font-mono text-xs">{gap.stepId}</bdi>}
            </Button>
            <Ago at={gap.at} />
            {gap.evidence.map(({ kind, id }) => (
              <span key={id}>
                {t(`gaps.evidence.${kind}`)} <bdi className="font-mono text-xs">{id}</bdi>
              </span>
            ))}
          </div>
        </li>
      ))}
    </ul>
  );
};
