import type { RunStatus } from '@atelier/contracts';
import { CircleCheck, CircleDot, CirclePause, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import type { Tone } from '../../../ui/tone.ts';

export const toneByStatus: Record<RunStatus, Tone> = {
  in_progress: 'accent',
  blocked: 'draft',
  complete: 'published',
  complete_with_gaps: 'published',
};

const iconByStatus = {
  in_progress: CircleDot,
  blocked: CirclePause,
  complete: CircleCheck,
  complete_with_gaps: ListChecks,
} as const;

export const StatusBadge = ({ status }: { readonly status: RunStatus }) => {
  const { t } = useTranslation('workrail');
  const Icon = iconByStatus[status];
  return (
    <Badge tone={toneByStatus[status]} icon={<Icon size={12} aria-hidden="true" />}>
      {t(`status.${status}`)}
    </Badge>
  );
};
