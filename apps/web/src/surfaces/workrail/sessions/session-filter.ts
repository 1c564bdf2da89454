import type { RunStatus, SessionCard } from '@atelier/contracts';

export type SessionFilter = {
  readonly query: string;
  readonly status: RunStatus | 'all' | 'damaged';
  /** Null: every workspace. */
  readonly workspace: string | null;
};

export const noFilter: SessionFilter = { query: '', status: 'all', workspace: null };

/** The run a session is judged by: the one that moved last. */
export const latestRun = ({ runs }: SessionCard) =>
  runs.reduce<(typeof runs)[number] | undefined>(
    (latest, run) => (!latest || run.lastActivityAt >= latest.lastActivityAt ? run : latest),
    undefined,
  );

export const filterSessions = (sessions: readonly SessionCard[], filter: SessionFilter): readonly SessionCard[] => {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions.filter((session) => {
    const status = session.health.kind === 'healthy' ? latestRun(session)?.status : 'damaged';
    if (filter.status !== 'all' && filter.status !== status) return false;
    if (filter.workspace !== null && session.workspace !== filter.workspace) return false;
    const text = textOf(session);
    return words.every((word) => text.includes(word));
  });
};

const textOf = ({ sessionId, title, workspace, gitBranch, runs }: SessionCard): string =>
  [
    sessionId,
    title,
    workspace,
    gitBranch,
    ...runs.flatMap((run) => [run.runId, run.workflowId, run.workflowName, run.pendingTitle]),
  ]
    .join(' ')
    .toLowerCase();

export const workspacesOf = (sessions: readonly SessionCard[]): readonly string[] =>
  [...new Set(sessions.flatMap(({ workspace }) => (workspace === null ? [] : [workspace])))].sort();

/** The list after some of its sessions moved: newest activity first; one that is gone goes. */
export const patchCards = (
  known: readonly SessionCard[],
  asked: readonly string[],
  found: readonly SessionCard[],
): SessionCard[] =>
  [...known.filter(({ sessionId }) => !asked.includes(sessionId)), ...found].sort((a, b) =>
    (a.lastActivityAt ?? '') < (b.lastActivityAt ?? '') ? 1 : -1,
  );

/** The end of a path, which is what tells two of them apart. */
export const folderName = (path: string): string => path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
