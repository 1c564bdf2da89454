import type { ListedSession } from '@atelier/contracts';
import { folderName, latestRun, needsYou, workedMs } from '@atelier/rails/view';
import { Link } from '@tanstack/react-router';
import { CircleAlert, FolderOpen, GitBranch, Pin, ShieldAlert, Split, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatDay, formatDuration } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Ago } from '../parts/ago.tsx';
import { StatusBadge } from '../parts/status-badge.tsx';
import { columnClass } from './columns.ts';
import { RowCheckbox } from './row-checkbox.tsx';

type Props = {
  readonly session: ListedSession;
  /** The name of the group this session is the first of. */
  readonly head: string | undefined;
  readonly tabStop: boolean;
  readonly onFocus: () => void;
  readonly isChosen: boolean;
  readonly onChoose: (chosen: boolean, isRange: boolean) => void;
};

export const SessionRow = ({ session, head, tabStop, onFocus, isChosen, onChoose }: Props) => {
  const { t, i18n } = useTranslation('workrail');
  const run = latestRun(session);
  const gaps = run ? run.openGaps.critical + run.openGaps.warning + run.openGaps.info : 0;
  const name = session.title ?? run?.workflowName ?? t('sessions.untitled');
  return (
    <div
      className={classNames(
        'flex h-full items-center gap-x-4 ps-3 @2xl:ps-5',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
        head !== undefined && 'pt-5 leading-tight',
      )}
    >
      {head !== undefined && (
        <span className="pointer-events-none absolute inset-x-0 top-0 h-5 border-line border-b bg-sunken/60 ps-[3.75rem] font-semibold text-[0.6875rem] text-muted leading-5 @2xl:ps-[4.25rem]">
          <bdi>{head}</bdi>
        </span>
      )}
      <Link
        to="/workrail/sessions/$sessionId"
        params={{ sessionId: session.sessionId }}
        tabIndex={tabStop ? 0 : -1}
        onFocus={onFocus}
        onKeyDown={(event) => {
          if (event.key !== ' ') return;
          event.preventDefault();
          onChoose(!isChosen, event.shiftKey);
        }}
        className="flex h-full min-w-0 flex-1 items-center gap-x-4 pe-5 outline-offset-[-2px] @2xl:pe-8"
      >
        <span className={columnClass.title}>
          <span className="flex items-center gap-2">
            <bdi className="truncate font-medium">{name}</bdi>
            {session.kept && <Pin size={13} aria-label={t('marks.kept')} className="shrink-0 text-faint" />}
            {session.runs.length > 1 && <Badge>{t('sessions.runs', { count: session.runs.length })}</Badge>}
            <span className="hidden shrink-0 items-center gap-1.5 @4xl:flex">
              {run && run.tips > 1 && (
                <Badge icon={<Split size={12} aria-hidden="true" />}>
                  {t('sessions.branches', { count: run.tips })}
                </Badge>
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
        <span className={classNames(columnClass.workspace, 'text-muted text-sm')}>
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
        <span className={classNames(columnClass.started, 'text-muted text-sm')}>
          <span className="block truncate">{session.createdAt && formatDay(session.createdAt, i18n.language)}</span>
          {run?.agent && (
            <bdi className="block truncate text-faint text-xs" title={t('sessions.agent')}>
              {run.agent}
            </bdi>
          )}
        </span>
        <span className={classNames(columnClass.duration, 'truncate text-muted text-sm')}>
          {formatDuration(workedMs(session), i18n.language)}
        </span>
        <span className={columnClass.status}>
          {session.health.kind === 'healthy' ? (
            run && <StatusBadge status={run.status} isWaitingForYou={needsYou(run)} />
          ) : (
            <Badge tone="danger" icon={<ShieldAlert size={12} aria-hidden="true" />}>
              {t('sessions.damaged')}
            </Badge>
          )}
          <span className="block text-faint text-xs @2xl:hidden">
            {session.lastActivityAt && <Ago at={session.lastActivityAt} />}
          </span>
        </span>
        <span className={classNames(columnClass.activity, 'truncate text-faint text-sm')}>
          {session.lastActivityAt && <Ago at={session.lastActivityAt} />}
        </span>
      </Link>
      <RowCheckbox label={t('sessions.choose', { name })} tabStop={tabStop} checked={isChosen} onChange={onChoose} />
    </div>
  );
};
