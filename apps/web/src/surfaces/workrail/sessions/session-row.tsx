import type { ListedSession } from '@atelier/contracts';
import { latestRun } from '@atelier/rails/view';
import { Link } from '@tanstack/react-router';
import { CircleAlert, FolderOpen, GitBranch, Pin, ShieldAlert, Split, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../../ui/badge.tsx';
import { Ago } from '../parts/ago.tsx';
import { folderName } from '../parts/folder-name.ts';
import { StatusBadge } from '../parts/status-badge.tsx';

type Props = {
  readonly session: ListedSession;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
};

export const SessionRow = ({ session, tabStop, onFocus }: Props) => {
  const { t } = useTranslation('workrail');
  const run = latestRun(session);
  const gaps = run ? run.openGaps.critical + run.openGaps.warning + run.openGaps.info : 0;
  return (
    <Link
      to="/workrail/sessions/$sessionId"
      params={{ sessionId: session.sessionId }}
      tabIndex={tabStop ? 0 : -1}
      onFocus={onFocus}
      className="flex h-full items-center gap-x-4 px-5 outline-offset-[-2px] hover:bg-sunken @2xl:px-8"
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <bdi className="truncate font-medium">{session.title ?? run?.workflowName ?? t('sessions.untitled')}</bdi>
          {session.kept && <Pin size={13} aria-label={t('marks.kept')} className="shrink-0 text-faint" />}
          {session.runs.length > 1 && <Badge>{t('sessions.runs', { count: session.runs.length })}</Badge>}
        </span>
        <span className="flex min-w-0 items-center gap-x-3 text-muted text-sm">
          <bdi className="truncate">{run?.workflowName ?? session.sessionId}</bdi>
          {run?.pendingTitle && (
            <span className="hidden truncate text-faint @3xl:inline">
              {t('sessions.at')} <bdi>{run.pendingTitle}</bdi>
            </span>
          )}
        </span>
      </span>
      <span className="hidden w-44 shrink-0 flex-col text-muted text-sm @5xl:flex">
        {session.workspace !== null && (
          <span className="flex items-center gap-1.5 truncate">
            <FolderOpen size={13} aria-hidden="true" className="shrink-0 text-faint" />
            <bdi className="truncate">{folderName(session.workspace)}</bdi>
          </span>
        )}
        {session.gitBranch !== null && (
          <span className="flex items-center gap-1.5 truncate">
            <GitBranch size={13} aria-hidden="true" className="shrink-0 text-faint" />
            <bdi className="truncate font-mono text-xs">{session.gitBranch}</bdi>
          </span>
        )}
      </span>
      <span className="hidden w-64 shrink-0 flex-wrap items-center justify-end gap-1.5 @3xl:flex">
        {run && run.tips > 1 && (
          <Badge icon={<Split size={12} aria-hidden="true" />}>{t('sessions.branches', { count: run.tips })}</Badge>
        )}
        {run && run.divergences > 0 && (
          <Badge tone="draft" icon={<TriangleAlert size={12} aria-hidden="true" />}>
            {t('sessions.divergences', { count: run.divergences })}
          </Badge>
        )}
        {gaps > 0 && (
          <Badge
            tone={run && run.openGaps.critical > 0 ? 'danger' : 'draft'}
            icon={<CircleAlert size={12} aria-hidden="true" />}
          >
            {t('sessions.gaps', { count: gaps })}
          </Badge>
        )}
      </span>
      <span className="flex w-32 shrink-0 flex-col items-end gap-0.5 text-sm @2xl:w-40">
        {session.health.kind === 'healthy' ? (
          run && <StatusBadge status={run.status} />
        ) : (
          <Badge tone="danger" icon={<ShieldAlert size={12} aria-hidden="true" />}>
            {t('sessions.damaged')}
          </Badge>
        )}
        <span className="text-faint text-xs">{session.lastActivityAt && <Ago at={session.lastActivityAt} />}</span>
      </span>
    </Link>
  );
};
