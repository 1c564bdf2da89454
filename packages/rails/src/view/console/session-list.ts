import type { ListedSession, RunCard, SessionCard, SessionFilter, SessionOrder } from '@atelier/contracts';

/** The run a session is judged by: the one that moved last. */
export const latestRun = ({ runs }: Pick<SessionCard, 'runs'>) =>
  runs.reduce<(typeof runs)[number] | undefined>(
    (latest, run) => (!latest || run.lastActivityAt >= latest.lastActivityAt ? run : latest),
    undefined,
  );

/** Every word of the query must be found, wherever it stands. Equal ones stand by their last activity. */
export const filterSessions = <T extends ListedSession>(
  sessions: readonly T[],
  { query = '', status, workspace, archived = false, sort = 'activity', reversed = false }: SessionFilter,
): readonly T[] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return sessions
    .filter((session) => {
      if (session.archived !== archived) return false;
      if (status !== undefined && !hasStatus(session, status)) return false;
      if (workspace !== undefined && session.workspace !== workspace) return false;
      if (words.length === 0) return true;
      const text = textOf(session);
      return words.every((word) => text.includes(word));
    })
    .sort((a, b) => {
      const order = orders[sort](a, b) || orders.activity(a, b);
      return reversed ? -order : order;
    });
};

const byText = (a: string | null | undefined, b: string | null | undefined): number =>
  (a ?? '').localeCompare(b ?? '', undefined, { numeric: true, sensitivity: 'base' });
const newest = (a: string | null, b: string | null): number => ((a ?? '') < (b ?? '') ? 1 : a === b ? 0 : -1);
/** What needs somebody stands first, what is finished last. */
const URGENCY = ['needs_you', 'damaged', 'blocked', 'in_progress', 'complete_with_gaps', 'complete'];
const urgencyOf = (session: SessionCard): number =>
  URGENCY.findIndex((status) => hasStatus(session, status as NonNullable<SessionFilter['status']>));

/** How long it was worked on, from its start to the last thing that happened. */
export const workedMs = ({ createdAt, lastActivityAt }: Pick<SessionCard, 'createdAt' | 'lastActivityAt'>): number =>
  createdAt === null || lastActivityAt === null ? 0 : Date.parse(lastActivityAt) - Date.parse(createdAt);

const orders: Readonly<Record<SessionOrder, (a: ListedSession, b: ListedSession) => number>> = {
  activity: (a, b) => newest(a.lastActivityAt, b.lastActivityAt),
  title: (a, b) => byText(a.title ?? latestRun(a)?.workflowName, b.title ?? latestRun(b)?.workflowName),
  workspace: (a, b) => byText(a.workspace, b.workspace),
  status: (a, b) => urgencyOf(a) - urgencyOf(b),
  started: (a, b) => newest(a.createdAt, b.createdAt),
  duration: (a, b) => workedMs(b) - workedMs(a),
};

/** Of a run written down before it was known whom it waits for, a stop is taken for a question. */
export const needsYou = ({ waitsForYou, status }: Pick<RunCard, 'waitsForYou' | 'status'>): boolean =>
  waitsForYou ?? status === 'blocked';

const hasStatus = (session: SessionCard, status: NonNullable<SessionFilter['status']>): boolean => {
  if (session.health.kind !== 'healthy') return status === 'damaged';
  const run = latestRun(session);
  if (!run) return false;
  return status === 'needs_you' ? needsYou(run) : run.status === status && !needsYou(run);
};

const DAYS_TOLD_APART = 30;
const two = (value: number): string => String(value).padStart(2, '0');

/**
 * What a session stands under in a list sorted so: `day:2026-11-18` and, further back, `month:2026-10`; `state:blocked`;
 * `place:/home/me/app`. Undefined where every session would be a group of its own. Days are those of the reader.
 */
export const groupOf = (session: SessionCard, sort: SessionOrder, now: Date): string | undefined => {
  if (sort === 'status') {
    const state = URGENCY[urgencyOf(session)];
    return state && `state:${state}`;
  }
  if (sort === 'workspace') return `place:${session.workspace ?? ''}`;
  const at = sort === 'activity' ? session.lastActivityAt : sort === 'started' ? session.createdAt : null;
  if (at === null) return undefined;
  const day = new Date(at);
  const month = `${day.getFullYear()}-${two(day.getMonth() + 1)}`;
  const isLong = now.getTime() - day.getTime() > DAYS_TOLD_APART * 86_400_000;
  return isLong ? `month:${month}` : `day:${month}-${two(day.getDate())}`;
};

const textOf = ({ sessionId, title, workspace, gitBranch, runs }: SessionCard): string =>
  [
    sessionId,
    title,
    workspace,
    gitBranch,
    ...runs.flatMap((run) => [run.runId, run.workflowId, run.workflowName, run.pendingTitle, run.agent]),
  ]
    .join(' ')
    .toLowerCase();

export const workspacesOf = (sessions: readonly SessionCard[]): string[] =>
  [...new Set(sessions.flatMap(({ workspace }) => (workspace === null ? [] : [workspace])))].sort();
