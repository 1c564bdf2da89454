import type { PlanItem } from '@atelier/contracts';
import { useTranslation } from 'react-i18next';
import { StepList, type StepState } from '../../../ui/step-list.tsx';

type Props = {
  readonly plan: readonly PlanItem[];
  /** The step that is being worked on, from 1. */
  readonly current: number | null;
};

/** The steps of a plan with their marks. */
export const PlanList = ({ plan, current }: Props) => {
  const { t } = useTranslation('workshop');
  const stateOf = ({ mark }: PlanItem, at: number): StepState => {
    if (mark === 'done') return 'done';
    if (mark === 'failed') return 'failed';
    return current === at + 1 ? 'current' : 'waiting';
  };
  return (
    <StepList
      label={t('status.plan_label')}
      steps={plan.map((item, at) => ({ id: `${at} ${item.text}`, title: item.text, state: stateOf(item, at) }))}
    />
  );
};
