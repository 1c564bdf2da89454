import { type ListedSession, type OutlineEntry, railsStream, type WorkflowCard } from '@atelier/contracts';
import { latestRun } from '@atelier/rails/view';
import { FileCode2, ListChecks, Waypoints } from 'lucide-react';
import type { Atelier } from '../../client/atelier.ts';
import { holds } from '../../palette/fuzzy.ts';
import type { FoundItem, SurfaceHome } from '../surface.ts';

const ofEach = 5;

const sessionItem = (session: ListedSession): FoundItem => {
  const run = latestRun(session);
  const detail = run?.pendingTitle ?? run?.workflowName;
  return {
    id: `session.${session.sessionId}`,
    title: session.title ?? run?.workflowName ?? session.sessionId,
    ...(detail === undefined ? {} : { detail }),
    ...(session.lastActivityAt === null ? {} : { at: session.lastActivityAt }),
    path: `/workrail/sessions/${session.sessionId}`,
    kind: 'workrail:found.sessions',
    icon: Waypoints,
  };
};

const workflowItem = ({ workflowId, name, sourceLabel }: WorkflowCard): FoundItem => ({
  id: `workflow.${workflowId}`,
  title: name,
  detail: sourceLabel,
  path: `/workrail/catalogue/${workflowId}`,
  kind: 'workrail:found.workflows',
  icon: FileCode2,
});

type Steps = { readonly card: WorkflowCard; readonly titles: readonly string[] };

/** Read once a page: workflows change rarely, and every letter typed asks again. */
let known: { readonly at: number; readonly steps: Promise<readonly Steps[]> } | undefined;
const freshMs = 60_000;

const stepsOf = (atelier: Atelier): Promise<readonly Steps[]> => {
  if (known === undefined || Date.now() - known.at > freshMs) known = { at: Date.now(), steps: readSteps(atelier) };
  return known.steps;
};

const readSteps = async ({ commands }: Atelier): Promise<readonly Steps[]> => {
  const list = await commands.WorkflowsList({});
  if (!list.ok) return [];
  return Promise.all(
    list.value.workflows.slice(0, 100).map(async (card) => {
      const reply = await commands.WorkflowGet({ workflowId: card.workflowId });
      return { card, titles: reply.ok ? titlesOf(reply.value.view.outline) : [] };
    }),
  );
};

const titlesOf = (entries: readonly OutlineEntry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === 'step' ? [entry.title] : titlesOf(entry.body)));

/** Sessions by their goal, workflows by name, and the steps inside workflows. */
export const findInWorkRail = async (atelier: Atelier, query: string): Promise<readonly FoundItem[]> => {
  const [sessions, workflows] = await Promise.all([
    atelier.commands.SessionsList({ query, from: 0, limit: ofEach }),
    stepsOf(atelier),
  ]);
  const byName = workflows.filter(({ card }) => holds(query, `${card.name} ${card.workflowId} ${card.description}`));
  const bySteps = workflows.flatMap(({ card, titles }) =>
    titles
      .filter((title) => holds(query, title))
      .map(
        (title): FoundItem => ({
          id: `step.${card.workflowId}.${title}`,
          title,
          detail: card.name,
          path: `/workrail/catalogue/${card.workflowId}`,
          kind: 'workrail:found.steps',
          icon: ListChecks,
        }),
      ),
  );
  return [
    ...(sessions.ok ? sessions.value.sessions.map(sessionItem) : []),
    ...byName.slice(0, ofEach).map(({ card }) => workflowItem(card)),
    ...bySteps.slice(0, ofEach),
  ];
};

export const workrailHome: SurfaceHome = {
  stream: railsStream,
  load: async ({ commands }) => {
    const [blocked, recent] = await Promise.all([
      commands.SessionsList({ status: 'needs_you', from: 0, limit: ofEach }),
      commands.SessionsList({ from: 0, limit: ofEach }),
    ]);
    return {
      needsYou: blocked.ok ? blocked.value.sessions.map(sessionItem) : [],
      recent: recent.ok ? recent.value.sessions.map(sessionItem) : [],
    };
  },
};
