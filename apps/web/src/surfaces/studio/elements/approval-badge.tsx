import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import type { Approval } from './approval.ts';

/** Where an element stands: never approved, approved, or changed since. */
export const ApprovalBadge = ({ approval }: { readonly approval: Approval }) => {
  const { t } = useTranslation('studio');
  if (approval.state === 'none')
    return <Badge icon={<CircleDashed size={12} aria-hidden="true" />}>{t('records.elements.notApproved')}</Badge>;
  const { version } = approval.snapshot;
  return approval.state === 'approved' ? (
    <Badge tone="published" icon={<CircleCheck size={12} aria-hidden="true" />}>
      {t('records.elements.approved', { version })}
    </Badge>
  ) : (
    <Badge tone="draft" icon={<CircleDot size={12} aria-hidden="true" />}>
      {t('records.elements.dirty', { version })}
    </Badge>
  );
};
