import type { ListedSession, SessionCard, SessionFilter } from '@atelier/contracts';

/** The run a session is judged by: the one that moved last. */
export const latestRun = ({ runs }: Pick<SessionCard, 'runs'>) =>
  runs.reduce<(typeof runs)[number] | undefined>(
    (latest, run) => (!latest || run.lastActivityAt >= latest.lastActivityAt ? run : latest),
    undefined,
  );

/** Newest activity first. Every word of the query must be found, wherever it stands. */
export const filterSessions = <T extends ListedSession>(
  sessions: readonly T[],
  { query = '', status, workspace, archived = false }: SessionFilter,
): readonly T[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions
    .filter((session) => {
      if (session.archived !== archived) return false;
      if (status !== undefined && status !== statusOf(session)) return false;
      if (workspace !== undefined && session.workspace !== workspace) return false;
      if (words.length === 0) return true;
      const text = textOf(session);
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => ((a.lastActivityAt ?? '') < (b.lastActivityAt ?? '') ? 1 : -1));
};

const statusOf = (session: SessionCard) =>
  session.health.kind === 'healthy' ? latestRun(session)?.status : ('damaged' as const);

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

export const workspacesOf = (sessions: readonly SessionCard[]): string[] =>
  [...new Set(sessions.flatMap(({ workspace }) => (workspace === null ? [] : [workspace])))].sort();
