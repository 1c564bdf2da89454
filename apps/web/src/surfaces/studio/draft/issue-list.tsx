import type { Issue } from '@atelier/contracts/studio';
import { CircleX, Info, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../ui/class-names.ts';
import { Shown } from '../shown-text.tsx';

const looks = {
  error: { icon: CircleX, tone: 'text-danger-text' },
  warn: { icon: TriangleAlert, tone: 'text-draft-text' },
  info: { icon: Info, tone: 'text-muted' },
} as const;

/** What the rules say of a change: never by colour alone. */
export const IssueLine = ({ issue }: { readonly issue: Issue }) => {
  const { t } = useTranslation('studio');
  const { icon: Icon, tone } = looks[issue.severity];
  return (
    <span className={classNames('flex items-start gap-1.5 text-sm', tone)}>
      <Icon size={14} role="img" aria-label={t(`severity.${issue.severity}`)} className="mt-0.5 shrink-0" />
      <Shown text={issue.message} className="min-w-0" />
    </span>
  );
};

export const IssueList = ({ issues }: { readonly issues: readonly Issue[] }) => (
  <ul className="flex flex-col gap-1.5">
    {issues.map((issue) => (
      <li key={`${issue.code}-${issue.opId ?? ''}-${issue.refs?.join() ?? ''}`}>
        <IssueLine issue={issue} />
      </li>
    ))}
  </ul>
);
