import type { RunStatus } from '@atelier/contracts';
import { CircleCheck, CircleDot, CirclePause, Hand, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';

export const toneByStatus: Record<RunStatus | 'needs_you', Tone> = {
  needs_you: 'draft',
  in_progress: 'accent',
  blocked: 'neutral',
  complete: 'published',
  complete_with_gaps: 'published',
};

const iconByStatus = {
  needs_you: Hand,
  in_progress: CircleDot,
  blocked: CirclePause,
  complete: CircleCheck,
  complete_with_gaps: ListChecks,
} as const;

type Props = { readonly status: RunStatus; readonly isWaitingForYou: boolean };

export const StatusBadge = ({ status: recorded, isWaitingForYou }: Props) => {
  const { t } = useTranslation('workrail');
  const status = isWaitingForYou ? 'needs_you' : recorded;
  const Icon = iconByStatus[status];
  return (
    <Badge tone={toneByStatus[status]} icon={<Icon size={12} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Badge>
  );
};
