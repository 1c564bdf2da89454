import { includesRole } from '@atelier/contracts';
import { studioStream } from '@atelier/contracts/studio';
import { ok } from '@atelier/kernel/core';
import {
  openProject,
  projectView,
  type StudioCaller,
  unreadCount,
  unreadOf,
  workspaceNow,
  workspaceView,
} from '@atelier/studio';
import type { Caller } from '../../caller.ts';
import type { PeopleService } from '../../people/people.ts';
import type { Handlers } from '../surface.ts';
import type { OpenStudio } from './open-studio.ts';
import { refusedBy } from './words.ts';

export const callerOf = ({ person, role }: Caller): StudioCaller => ({
  userId: person,
  isAdmin: includesRole(role, 'admin'),
});

type Names =
  | 'StudioWorkspaceGet'
  | 'StudioProjectCreate'
  | 'StudioDemoCreate'
  | 'StudioProjectClone'
  | 'StudioGet'
  | 'RunStudioTurn'
  | 'StudioThreadGet'
  | 'StudioHistoryGet'
  | 'StudioAsOf'
  | 'StudioDraftRevisionGet'
  | 'StudioTurnTraceGet';

/** Projects and what happens in them. */
export const createProjectHandlers = (
  { ports, turns, history, projects }: OpenStudio,
  people: Pick<PeopleService, 'isStill'>,
): Handlers<Names> => ({
  StudioWorkspaceGet: async (_nothing, caller) => {
    const now = await ports.workspaces.at(studioStream);
    if (!now.ok) return refusedBy('StudioWorkspaceGet', now.error);
    const view = workspaceView(now.value.state);
    // Trade rates and margins are costs, and so is what is noted about suppliers: they are for whoever may see the costs
    // of a project at all.
    let seesCosts = caller.role === 'admin';
    // Somebody sees the projects they are a member of; whoever runs the installation sees all of them.
    const seen = await Promise.all(
      view.projects.map(async (card) => {
        const opened = await openProject(ports, card.projectId, callerOf(caller));
        seesCosts ||= opened.ok && opened.value.role !== 'viewer';
        if (!opened.ok) return [];
        const { state, canSeeCosts } = opened.value;
        const unread = unreadOf(state, { userId: caller.person, canSeeCosts });
        return [unread && !unread.isFirstVisit ? { ...card, unread: unreadCount(unread) } : card];
      }),
    );
    const shared = seesCosts ? view : { ...view, policies: [], directory: [] };
    return ok({ view: { ...shared, projects: seen.flat() }, seq: now.value.seq });
  },
  StudioProjectCreate: async (facts, caller) => {
    const made = await projects.create(facts, callerOf(caller));
    return made.ok ? made : refusedBy('StudioProjectCreate', made.error);
  },
  StudioDemoCreate: async (facts, caller) => {
    const made = await projects.demo(facts, callerOf(caller));
    return made.ok ? made : refusedBy('StudioDemoCreate', made.error);
  },
  StudioProjectClone: async (facts, caller) => {
    const made = await projects.clone(facts, callerOf(caller));
    return made.ok ? made : refusedBy('StudioProjectClone', made.error);
  },
  StudioGet: async ({ projectId, since }, caller) => {
    const who = callerOf(caller);
    const workspace = await workspaceNow(ports);
    const opened = await openProject(ports, projectId, who);
    if (!opened.ok) return refusedBy('StudioGet', opened.error);
    const { state, seq, role, canSeeCosts } = opened.value;
    if (![...state.records.project.values()][0]?.features.studioTabV1)
      return refusedBy('StudioGet', { code: 'FEATURE_DISABLED' });
    const { userId } = who;
    // A log that was cut behind what the tab knows is read anew.
    const from = since !== undefined && since <= seq ? since : undefined;
    const view = projectView(state, workspace, { userId, role, canSeeCosts, sha256: ports.sha256, since: from });
    return ok({ view, seq, isDelta: from !== undefined });
  },
  RunStudioTurn: async (request, caller) => {
    const done = await turns.run(request, { ...callerOf(caller), isStill: () => people.isStill(caller) });
    if (!done.ok) return refusedBy('RunStudioTurn', done.error);
    // The list of projects shows title, stage and day: it follows what this turn may have changed.
    void projects.list(request.projectId).catch(() => undefined);
    return done;
  },
  StudioThreadGet: async ({ projectId, ...range }, caller) => {
    const found = await history.thread(projectId, range, callerOf(caller));
    return found.ok ? found : refusedBy('StudioThreadGet', found.error);
  },
  StudioHistoryGet: async ({ projectId, ...range }, caller) => {
    const found = await history.entries(projectId, range, callerOf(caller));
    return found.ok ? found : refusedBy('StudioHistoryGet', found.error);
  },
  StudioAsOf: async ({ projectId, seq }, caller) => {
    const found = await history.asOf(projectId, seq, callerOf(caller));
    return found.ok ? ok({ view: found.value }) : refusedBy('StudioAsOf', found.error);
  },
  StudioDraftRevisionGet: async ({ projectId, ...wanted }, caller) => {
    const found = await history.draftRevision(projectId, wanted, callerOf(caller));
    return found.ok ? found : refusedBy('StudioDraftRevisionGet', found.error);
  },
  StudioTurnTraceGet: async ({ projectId, turnId }, caller) => {
    const found = await history.trace(projectId, turnId, callerOf(caller));
    return found.ok ? ok({ trace: found.value }) : refusedBy('StudioTurnTraceGet', found.error);
  },
});
