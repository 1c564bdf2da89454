import type { RunView, SessionView } from '@atelier/contracts';
import { folderName } from '@atelier/rails/view';
import { Link } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Download,
  FileText,
  FolderOpen,
  GitBranch,
  MoreHorizontal,
  Package,
  Pin,
  PinOff,
  RotateCcw,
  Split,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAtelier } from '../../../client/atelier-context.ts';
import { usePeople } from '../../../people/use-people.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { InlineEdit } from '../../../ui/inline-edit.tsx';
import { Menu } from '../../../ui/menu.tsx';
import { Select } from '../../../ui/select.tsx';
import { Ago } from '../parts/ago.tsx';
import { useSend } from '../parts/send.ts';
import { StatusBadge } from '../parts/status-badge.tsx';
import { download } from '../portability/download.ts';
import { nameOfRun } from './name-of-run.ts';
import { PreferencesDialog } from './preferences-dialog.tsx';

type Props = { readonly session: SessionView; readonly run: RunView; readonly onRun: (runId: string) => void };

export const RunHeader = ({ session, run, onRun }: Props) => {
  const { t } = useTranslation('workrail');
  const { commands } = useAtelier();
  const send = useSend();
  const role = usePeople()?.me.role;
  const exportAs = (format: 'bundle' | 'markdown') => {
    send(commands.SessionExport({ sessionId: session.sessionId, format }))
      .then((file) => file && download(file))
      .catch(console.error);
  };
  const mark = (marks: { archived?: boolean; kept?: boolean }) => {
    send(commands.SessionMark({ sessionId: session.sessionId, ...marks })).catch(console.error);
  };
  const mayRename = role !== undefined && role !== 'viewer';
  const rename = (title: string | null) => {
    send(commands.SessionRename({ sessionId: session.sessionId, title })).catch(console.error);
  };
  const isRenamed = session.title !== session.goal;
  const tips = session.runs.find(({ runId }) => runId === run.runId)?.tips ?? 1;
  return (
    <header className="flex shrink-0 flex-wrap items-start gap-x-4 gap-y-2 px-5 pt-4 pb-3 @2xl:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="truncate font-semibold text-xl">
          {mayRename ? (
            <InlineEdit label={t('run.name')} value={nameOfRun(session, run)} onSave={rename} />
          ) : (
            <bdi className="name-line">{nameOfRun(session, run)}</bdi>
          )}
        </h1>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-sm">
          <StatusBadge status={run.status} isWaitingForYou={isWaitingForYou(run)} />
          <Link
            to="/workrail/catalogue/$workflowId"
            params={{ workflowId: run.workflowId }}
            className="rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            <bdi>{run.workflowName}</bdi>
          </Link>
          {session.workspace !== null && (
            <span className="flex items-center gap-1" title={session.workspace}>
              <FolderOpen size={13} aria-hidden="true" className="text-faint" />
              <bdi>{folderName(session.workspace)}</bdi>
            </span>
          )}
          {session.workbenchId !== undefined && (
            <Link
              to="/workshop/$workbenchId"
              params={{ workbenchId: session.workbenchId }}
              className="rounded-sm text-accent-text underline-offset-2 hover:underline"
            >
              {t('run.workbench')}
            </Link>
          )}
          {session.gitBranch !== null && (
            <span className="flex items-center gap-1">
              <GitBranch size={13} aria-hidden="true" className="text-faint" />
              <bdi className="font-mono text-xs">{session.gitBranch}</bdi>
            </span>
          )}
          {tips > 1 && (
            <Badge icon={<Split size={12} aria-hidden="true" />}>{t('sessions.branches', { count: tips })}</Badge>
          )}
          {session.archived && <Badge icon={<Archive size={12} aria-hidden="true" />}>{t('marks.archived')}</Badge>}
          {session.kept && <Badge icon={<Pin size={12} aria-hidden="true" />}>{t('marks.kept')}</Badge>}
          {session.lastActivityAt && (
            <span>
              {t('run.lastActivity')} <Ago at={session.lastActivityAt} />
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {session.runs.length > 1 && (
          <div className="w-56">
            <Select
              label={t('run.choose')}
              value={run.runId}
              onChange={onRun}
              options={session.runs.map(({ runId, ordinal, workflowName }) => ({
                value: runId,
                label: t('run.ordinal', { ordinal, name: workflowName }),
              }))}
            />
          </div>
        )}
        <PreferencesDialog session={session} run={run} />
        <Menu
          trigger={<IconButton label={t('run.more')} icon={<MoreHorizontal size={16} />} />}
          items={[
            {
              id: 'bundle',
              label: t('run.exportBundle'),
              icon: <Package size={14} />,
              onSelect: () => exportAs('bundle'),
            },
            {
              id: 'markdown',
              label: t('run.exportMarkdown'),
              icon: <FileText size={14} />,
              onSelect: () => exportAs('markdown'),
            },
            { kind: 'divider', id: 'marks' },
            {
              id: 'keep',
              label: t(session.kept ? 'marks.letGo' : 'marks.keep'),
              icon: session.kept ? <PinOff size={14} /> : <Pin size={14} />,
              onSelect: () => mark({ kept: !session.kept }),
            },
            {
              id: 'archive',
              label: t(session.archived ? 'marks.bringBack' : 'marks.archive'),
              icon: session.archived ? <ArchiveRestore size={14} /> : <Archive size={14} />,
              onSelect: () => mark({ archived: !session.archived }),
            },
            { kind: 'divider', id: 'line' },
            ...(isRenamed && mayRename
              ? [
                  {
                    id: 'goal',
                    label: t('run.useGoal'),
                    icon: <RotateCcw size={14} />,
                    onSelect: () => rename(null),
                  },
                ]
              : []),
            {
              id: 'copy',
              label: t('run.copyId'),
              icon: <Download size={14} className="invisible" />,
              onSelect: () => {
                navigator.clipboard.writeText(session.sessionId).catch(console.error);
              },
            },
          ]}
        />
      </div>
    </header>
  );
};

/** Nobody has said yet what it asks a person for. */
const isWaitingForYou = ({ waitsFor, words }: RunView): boolean =>
  (waitsFor.kind === 'confirmation' || waitsFor.kind === 'answer') &&
  !words.some(({ nodeId, kind, heard }) => nodeId === waitsFor.nodeId && kind !== 'commented' && !heard);
