import type { ListedSession } from '@atelier/contracts';
import { closenessTo, tellingWords, toWordSet, wordsOf } from '../../core/resume/words.ts';
import { latestRun } from './session-list.ts';

export type FoundSession = {
  readonly sessionId: string;
  readonly title: string;
  readonly workflowName: string;
  readonly lastActivityAt: string | null;
  readonly score: number;
};

/** Sessions whose goal or workflow holds the words, best first: for a search over everything. */
export const findSessions = (
  sessions: readonly ListedSession[],
  query: string,
  limit = 10,
): readonly FoundSession[] => {
  const words = tellingWords(wordsOf(query));
  if (words.length === 0) return [];
  const closenesses = words.map(closenessTo);
  return sessions
    .map((session): FoundSession => {
      const run = latestRun(session);
      const set = toWordSet([
        session.title ?? '',
        ...session.runs.flatMap((each) => [each.workflowName, each.workflowId]),
      ]);
      return {
        sessionId: session.sessionId,
        title: session.title ?? run?.workflowName ?? session.sessionId,
        workflowName: run?.workflowName ?? '',
        lastActivityAt: session.lastActivityAt,
        score: closenesses.reduce((sum, closeness) => sum + closeness(set), 0) / words.length,
      };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || ((a.lastActivityAt ?? '') < (b.lastActivityAt ?? '') ? 1 : -1))
    .slice(0, limit);
};
