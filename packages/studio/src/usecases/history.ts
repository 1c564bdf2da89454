import type { DiffGroup, HistoryEntry, Impact, ProjectView, ThreadMessage, TurnTrace } from '@atelier/contracts/studio';
import { err, type Json, ok, type Result } from '@atelier/kernel/core';
import type { PatchOp } from '../core/domain/patch.ts';
import { diffOf, possibleOps } from '../core/draft/diff.ts';
import { impactOf } from '../core/draft/impact.ts';
import { domainKinds, readProjectEvent } from '../core/events/project-event.ts';
import { opsAtRevision } from '../core/fold/draft-ops.ts';
import { foldProject } from '../core/fold/fold-project.ts';
import { draftOf } from '../core/fold/fold-session.ts';
import { emptyProjectState, type ProjectState } from '../core/fold/state.ts';
import { requestOf } from '../core/fold/turn-request.ts';
import { projectOps } from '../core/patch/prepare.ts';
import { stampFor } from '../core/validate/validate.ts';
import type { StudioPorts } from '../ports/index.ts';
import type { ProjectAudience } from '../view/show.ts';
import { openProject, type TurnRefused } from './admit.ts';
import { costly, plainMessage, projectView, visibleMessages } from './project-view.ts';
import { isOwnTape, mayExportTrace } from './replay/export-trace.ts';
import type { StudioCaller } from './turn-caller.ts';
import { workspaceNow } from './workspace-now.ts';

/** What people find worth going back to. Reconciliation and turns stand behind these. */
const told: ReadonlySet<string> = new Set([
  'project.created',
  'changeset.applied',
  'element.approved',
  'stage.changed',
  'quote.issued',
  'quote.statusChanged',
  'policy.pinned',
  'pricing.set',
]);

type DraftRevision = { readonly impact: Impact; readonly diff: readonly DiffGroup[] };

/** The past of one project. These are asked for by a person who looks, so they may read back; no turn ever does. */
export const createHistory = (ports: StudioPorts) => {
  /** The state right after `seq` events, folded anew. */
  const stateAt = async (stream: string, seq: number): Promise<ProjectState> => {
    const state = emptyProjectState();
    for (let from = 0; from < seq; ) {
      const page = await ports.log.read(stream, { from, limit: Math.min(500, seq - from) });
      if (!page.ok || page.value.events.length === 0) break;
      for (const event of page.value.events) {
        const known = readProjectEvent(event);
        if (known) foldProject(state, known);
        else state.seq = event.seq + 1;
      }
      from = page.value.next;
    }
    return state;
  };

  return {
    thread: async (
      projectId: string,
      { before, limit }: { readonly before: number; readonly limit: number },
      caller: StudioCaller,
    ): Promise<Result<{ readonly messages: ThreadMessage[]; readonly earlier: number }, TurnRefused>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      const { state, canSeeCosts } = opened.value;
      const older = visibleMessages(state, { userId: caller.userId, canSeeCosts }).filter(({ seq }) => seq < before);
      return ok({ messages: older.slice(-limit).map(plainMessage), earlier: Math.max(0, older.length - limit) });
    },
    entries: async (
      projectId: string,
      { before, limit }: { readonly before?: number | undefined; readonly limit: number },
      caller: StudioCaller,
    ): Promise<Result<{ readonly entries: HistoryEntry[]; readonly more: boolean }, TurnRefused>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      const { stream, state, seq, canSeeCosts } = opened.value;
      const audience = { userId: caller.userId, canSeeCosts };
      const entries: HistoryEntry[] = [];
      // Forwards, because what a change did is told from the state before it.
      const past = emptyProjectState();
      const until = before ?? seq;
      let domain = 0;
      const modelByTurn = new Map<string, string>();
      for (let from = 0; from < until; ) {
        const page = await ports.log.read(stream, { from, limit: Math.min(500, until - from) });
        if (!page.ok || page.value.events.length === 0) break;
        for (const event of page.value.events) {
          const known = readProjectEvent(event);
          if (!known) continue;
          if (domainKinds.has(known.kind)) domain += 1;
          if (known.kind === 'agentRun.recorded' && known.data.turnId !== undefined) {
            const model = modelOf(known.data.run);
            if (model !== undefined) modelByTurn.set(known.data.turnId, model);
          }
          if (told.has(known.kind)) {
            entries.push(entryOf(known, past, state, modelByTurn, domain, audience));
            if (entries.length > limit + 1) entries.shift();
          }
          foldProject(past, known);
        }
        from = page.value.next;
      }
      const more = entries.length > limit;
      return ok({ entries: entries.slice(more ? 1 : 0).reverse(), more });
    },
    asOf: async (projectId: string, seq: number, caller: StudioCaller): Promise<Result<ProjectView, TurnRefused>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      const { stream, role, canSeeCosts } = opened.value;
      const state = await stateAt(stream, Math.min(seq, opened.value.seq));
      if (state.records.project.size === 0) return err({ code: 'PROJECT_NOT_FOUND' });
      // Whose turn it was and what they had open is nobody's business now.
      state.sessions.clear();
      const { userId } = caller;
      return ok(projectView(state, await workspaceNow(ports), { userId, role, canSeeCosts, sha256: ports.sha256 }));
    },
    /** A draft of the caller's own, open or set aside, as it was at one of its revisions. */
    draftRevision: async (
      projectId: string,
      { draftId, revision }: { readonly draftId: string; readonly revision: number },
      caller: StudioCaller,
    ): Promise<Result<DraftRevision, TurnRefused | { readonly code: 'DRAFT_NOT_FOUND' }>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      const { records, sessions, policy, pricing } = opened.value.state;
      const session = sessions.get(caller.userId);
      const draft = session && draftOf(session, draftId);
      if (!draft || revision > draft.revision) return err({ code: 'DRAFT_NOT_FOUND' });
      const ops = opsAtRevision(draft.deltas, revision);
      const after = projectOps(records, possibleOps(records, ops), stampFor({ at: draft.updatedAt }));
      return ok({ impact: impactOf(records, after, ops, policy, pricing), diff: diffOf(records, { ops, issues: [] }) });
    },
    trace: async (
      projectId: string,
      turnId: string,
      caller: StudioCaller,
    ): Promise<Result<TurnTrace, TurnRefused | { readonly code: 'TURN_NOT_FOUND' }>> => {
      const opened = await openProject(ports, projectId, caller);
      if (!opened.ok) return opened;
      const { state, stream, role } = opened.value;
      const turn = state.turns.get(turnId);
      if (!turn || (role === 'viewer' && turn.userId !== caller.userId)) return err({ code: 'TURN_NOT_FOUND' });
      const last = (turn.endSeq ?? turn.startedSeq) + 1;
      const page = await ports.log.read(stream, {
        from: turn.startedSeq,
        limit: Math.min(2_000, last - turn.startedSeq),
      });
      const own = page.ok ? page.value.events.filter(({ data }) => data.turnId === turnId) : [];
      const ended = own.find(({ kind }) => kind === 'turn.completed')?.data ?? {};
      return ok({
        turnId,
        at: turn.startedAt,
        by: turn.userId,
        eventType: turn.eventType,
        userMessage: turn.userMessage ?? null,
        routing: ended.routing ?? null,
        scope: ended.scope ?? null,
        skillRun: ended.skillRun ?? null,
        contextStats: ended.contextStats ?? null,
        validation: (ended.validation ?? []) as TurnTrace['validation'],
        judge: ended.judge ?? null,
        ops: opsIn(own),
        reconciliation: reconciledIn(own),
        events: own.map(({ seq, kind }) => ({ seq, kind })),
        outcome: turn.status === 'completed' ? String(ended.outcome ?? 'done') : (turn.errorCode ?? turn.status),
        replay: !(await isOwnTape(ports, stream, ended.tape as Json | undefined))
          ? 'not_recorded'
          : mayExportTrace(role, caller)
            ? 'possible'
            : 'for_admins',
      });
    },
  };
};

type Own = readonly { readonly kind: string; readonly data: unknown }[];

/** What a turn changed, or proposed to change, counted by kind. */
const opsIn = (own: Own): TurnTrace['ops'] => {
  const ops = own.flatMap(({ kind, data }) => {
    if (kind === 'changeset.applied') return (data as { ops: readonly PatchOp[] }).ops;
    if (kind !== 'draft.revised') return [];
    const { delta } = data as { delta: { added: readonly PatchOp[]; changed: readonly PatchOp[] } };
    return [...delta.added, ...delta.changed];
  });
  return [...Map.groupBy(ops, ({ op, entity }) => `${op} ${entity}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ op: first.op, entity: first.entity, count: same.length }] : [];
  });
};

const reconciledIn = (own: Own): TurnTrace['reconciliation'] => {
  const found = own.find(({ kind }) => kind === 'reconciliation.completed')?.data as
    | { passes: number; fixes: readonly unknown[]; opened: readonly { invariant: string }[]; closed: readonly string[] }
    | undefined;
  return found
    ? {
        passes: found.passes,
        fixes: found.fixes.length,
        opened: found.opened.map(({ invariant }) => invariant),
        closed: found.closed.length,
      }
    : null;
};

type Known = NonNullable<ReturnType<typeof readProjectEvent>>;

const entryOf = (
  event: Known,
  past: ProjectState,
  now: ProjectState,
  modelByTurn: ReadonlyMap<string, string>,
  version: number,
  { userId, canSeeCosts }: ProjectAudience,
): HistoryEntry => {
  const turn = event.data.turnId === undefined ? undefined : now.turns.get(event.data.turnId);
  const asked = event.kind === 'changeset.applied' ? askedIn(event.data.ops, now) : turn?.userMessage;
  const base: HistoryEntry = {
    seq: event.seq,
    at: event.at,
    by: event.data.by,
    version,
    kind: event.kind,
    changeSetId: null,
    title: subjectOf(event),
    versionName: null,
    message: canSeeCosts || event.data.by === userId ? (asked ?? null) : null,
    skillId: turn?.skillId ?? null,
    modelId: (event.data.turnId !== undefined && modelByTurn.get(event.data.turnId)) || null,
    ops: 0,
    diff: [],
  };
  if (event.kind !== 'changeset.applied') return base;
  const { changeSetId, title, versionName, ops, skillId } = event.data;
  return {
    ...base,
    changeSetId,
    // A change of costs is called by what it changed.
    title: canSeeCosts || !ops.some(({ entity }) => costly.has(entity)) ? (title ?? null) : null,
    versionName: versionName ?? null,
    skillId: skillId ?? base.skillId,
    modelId: modelIn(ops, modelByTurn),
    ops: ops.length,
    diff: !canSeeCosts || ops.length > 400 ? [] : diffOf(past.records, { ops, issues: [] }, event.at),
  };
};

/** What it was about: five approvals in a row are told apart by their elements. */
const subjectOf = (event: Known): HistoryEntry['title'] => {
  if (event.kind === 'element.approved') return event.data.snapshot.spec.name;
  if (event.kind !== 'quote.issued') return null;
  const text = `${event.data.quote.number} v${event.data.quote.version}`;
  return { he: text, en: text };
};

/** What answered: a model by its name, or the built-in rules. */
const modelOf = (run: unknown): string | undefined => {
  const { modelId, provider } = (run ?? {}) as { readonly modelId?: unknown; readonly provider?: unknown };
  return typeof modelId === 'string' ? modelId : typeof provider === 'string' ? provider : undefined;
};

const modelIn = (ops: readonly { readonly groupId: string }[], modelByTurn: ReadonlyMap<string, string>) =>
  ops.toReversed().flatMap(({ groupId }) => modelByTurn.get(groupId) ?? [])[0] ?? null;

/** A draft may come from several messages; the last of them is the one people remember. */
const askedIn = (ops: readonly { readonly groupId: string }[], now: ProjectState): string | undefined => {
  for (const { groupId } of ops.toReversed()) {
    const text = requestOf(now, groupId)?.text;
    if (text !== undefined) return text;
  }
  return undefined;
};
