import type { StudioMetrics } from '@atelier/contracts/studio';
import { z } from 'zod';
import type { ProjectEvent, ProjectEventOf } from '../events/project-event.ts';
import { isBreakerOpen } from '../routing/breaker.ts';

/** What is recorded of one run of a skill. Older runs may lack any of it. */
export const AgentRun = z.looseObject({
  skillId: z.string(),
  version: z.string(),
  ok: z.boolean(),
  ms: z.looseObject({
    routing: z.number(),
    context: z.number(),
    execution: z.number(),
    validation: z.number(),
  }),
  costMicros: z.int().optional(),
  provider: z.string().optional(),
});
export type AgentRun = z.infer<typeof AgentRun>;

type Apply = { readonly at: number; changeSetId?: string; outcome: 'applied' | 'conflicted'; isFlagged: boolean };
type SkillRuns = { skillId: string; version: string; failed: number; costMicros: number; readonly ms: number[] };

const days7 = 7 * 86_400_000;
const phaseNames = ['routing', 'context', 'execution', 'validation'] as const;
const days30 = 30 * 86_400_000;
const fewestAttempts = 20;
const slowest = 10;

/** Reads the logs of projects event by event and says how it all goes. */
export const createMetrics = (now: Date) => {
  const applies: Apply[] = [];
  const routed: { readonly at: string; readonly usedRouterModel: boolean; readonly projectId: string }[] = [];
  const drafts = {
    created: 0,
    applied: 0,
    discarded: 0,
    revisions: 0,
    appliedRevisions: 0,
    appliedOps: 0,
    excludedOps: 0,
  };
  const turns = { total: 0, needsScope: 0, failed: 0, abandoned: 0, summarised: 0, skill: 0, overBudget: 0 };
  const phases = {
    routing: [] as number[],
    context: [] as number[],
    execution: [] as number[],
    validation: [] as number[],
  };
  const opsOfDraft = new Map<string, { revision: number; readonly ops: Map<string, boolean> }>();
  const skillsRun = new Map<string, SkillRuns>();
  const invariants = new Map<string, { opened: number; open: number }>();
  const invariantOfFlag = new Map<string, string>();
  const slow: StudioMetrics['slow'] = [];

  const closed = (flagIds: readonly string[]) => {
    for (const id of flagIds) {
      const counted = invariants.get(invariantOfFlag.get(id) ?? '');
      if (counted && counted.open > 0) counted.open -= 1;
      invariantOfFlag.delete(id);
    }
  };

  const visit = (projectId: string, event: ProjectEvent): void => {
    switch (event.kind) {
      case 'turn.completed': {
        turns.total += 1;
        if (event.data.outcome === 'needs_scope') turns.needsScope += 1;
        if (isSummarised(event.data.contextStats)) turns.summarised += 1;
        if (event.data.routing?.chosenSkillId) {
          turns.skill += 1;
          routed.push({ at: event.at, usedRouterModel: event.data.usedRouterModel === true, projectId });
        }
        if (event.data.validation?.some(({ code }) => code === 'APPLY_CONFLICT'))
          applies.push({ at: Date.parse(event.at), outcome: 'conflicted', isFlagged: false });
        return;
      }
      case 'turn.failed':
        turns.total += 1;
        turns.failed += 1;
        if (event.data.errorCode === 'TURN_ABANDONED') turns.abandoned += 1;
        return;
      case 'draft.revised':
        if (event.data.revision === 1) drafts.created += 1;
        drafts.revisions += 1;
        followDraft(opsOfDraft, event.data);
        return;
      case 'draft.cleared':
        if (event.data.why === 'applied') {
          drafts.applied += 1;
          const last = opsOfDraft.get(event.data.draftId);
          drafts.appliedRevisions += last?.revision ?? 0;
          drafts.appliedOps += last?.ops.size ?? 0;
          drafts.excludedOps += [...(last?.ops.values() ?? [])].filter((isIncluded) => !isIncluded).length;
        }
        opsOfDraft.delete(event.data.draftId);
        if (event.data.why === 'discarded') drafts.discarded += 1;
        return;
      case 'changeset.applied':
        if (event.data.source !== 'seed')
          applies.push({
            at: Date.parse(event.at),
            changeSetId: event.data.changeSetId,
            outcome: 'applied',
            isFlagged: false,
          });
        return;
      case 'reconciliation.completed': {
        const { opened, changeSetId } = event.data;
        for (const { id, invariant } of opened) {
          const counted = invariants.get(invariant) ?? { opened: 0, open: 0 };
          invariants.set(invariant, { opened: counted.opened + 1, open: counted.open + 1 });
          invariantOfFlag.set(id, invariant);
        }
        closed(event.data.closed);
        const apply = applies.findLast((each) => changeSetId !== undefined && each.changeSetId === changeSetId);
        if (apply && opened.some(({ severity }) => severity !== 'info')) apply.isFlagged = true;
        return;
      }
      case 'flag.decided':
        closed(event.data.decisions.map(({ flagId }) => flagId));
        return;
      case 'agentRun.recorded': {
        const run = AgentRun.safeParse(event.data.run);
        if (!run.success) return;
        const { skillId, version, costMicros = 0, ms, ok } = run.data;
        const key = `${skillId} ${version}`;
        const known = skillsRun.get(key) ?? { skillId, version, failed: 0, costMicros: 0, ms: [] };
        const all = ms.routing + ms.context + ms.execution + ms.validation;
        known.ms.push(all);
        known.costMicros += costMicros;
        if (!ok) known.failed += 1;
        // Nothing ran: more was in scope than the skill may see, so it asked for less.
        if (run.data.provider === 'none') turns.overBudget += 1;
        for (const phase of phaseNames) phases[phase].push(ms[phase]);
        skillsRun.set(key, known);
        slow.push({ projectId, turnId: event.data.turnId ?? '', eventType: skillId, ms: all });
        slow.sort((a, b) => b.ms - a.ms).splice(slowest);
        return;
      }
      default:
        return;
    }
  };

  const result = (): StudioMetrics => {
    const history = routed.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    const calls = history.filter(({ usedRouterModel }) => usedRouterModel).length;
    return {
      routerShare: share(
        history.slice(-200).filter((each) => each.usedRouterModel).length,
        Math.min(200, history.length),
      ),
      routerShareOfTurns: share(calls, turns.total),
      breakerOpen: isBreakerOpen(history),
      routerWeek: weekOf(history.filter((each) => now.getTime() - Date.parse(each.at) <= days7)),
      corruption: corruptionOf(applies.filter(({ at }) => now.getTime() - at <= days30)),
      drafts,
      turns,
      phases: phaseNames.map((phase) => ({
        phase,
        p50Ms: percentile(phases[phase], 50),
        p95Ms: percentile(phases[phase], 95),
      })),
      costMicros: [...skillsRun.values()].reduce((all, each) => all + each.costMicros, 0),
      skills: [...skillsRun.values()]
        .map(({ skillId, version, failed, costMicros, ms }) => ({
          skillId,
          version,
          runs: ms.length,
          failed,
          p50Ms: percentile(ms, 50),
          p95Ms: percentile(ms, 95),
          costMicros,
        }))
        .sort((a, b) => (a.skillId < b.skillId ? -1 : 1)),
      invariants: [...invariants]
        .map(([invariant, counted]) => ({ invariant, ...counted }))
        .sort((a, b) => (a.invariant < b.invariant ? -1 : 1)),
      slow,
    };
  };
  return { visit, result };
};

type DraftRevised = ProjectEventOf<'draft.revised'>['data'];

/** Which changes a draft has and which of them are left out, revision by revision. */
const followDraft = (
  known: Map<string, { revision: number; readonly ops: Map<string, boolean> }>,
  { draftId, revision, delta }: DraftRevised,
): void => {
  const before = known.get(draftId)?.ops ?? new Map<string, boolean>();
  const kept = delta.carry === 'all' ? before : new Map([...before].filter(([opId]) => delta.carry.includes(opId)));
  for (const { opId } of delta.dropped) kept.delete(opId);
  for (const { opId, include } of [...delta.added, ...delta.changed]) kept.set(opId, include);
  known.set(draftId, { revision, ops: kept });
};

const weekOf = (
  history: readonly { readonly usedRouterModel: boolean; readonly projectId: string }[],
): StudioMetrics['routerWeek'] => {
  const asked = (all: typeof history): number => all.filter(({ usedRouterModel }) => usedRouterModel).length;
  return {
    turns: history.length,
    asked: asked(history),
    projects: [...Map.groupBy(history, ({ projectId }) => projectId)].map(([projectId, all]) => ({
      projectId,
      title: null,
      turns: all.length,
      asked: asked(all),
    })),
  };
};

/** Applies that met somebody else's change, or left something wrong behind: too many, and drafts are not to be trusted. */
const corruptionOf = (attempts: readonly Apply[]): StudioMetrics['corruption'] => {
  const conflicted = attempts.filter(({ outcome }) => outcome === 'conflicted').length;
  const flagged = attempts.filter(({ isFlagged }) => isFlagged).length;
  const bad = conflicted + flagged;
  const all = attempts.length;
  const alarm =
    all < fewestAttempts ? 'too_few' : bad * 100 > all * 30 ? 'red' : bad * 100 > all * 15 ? 'amber' : 'none';
  return { attempts: all, conflicted, flagged, share: share(bad, all), alarm };
};

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

export const percentile = (values: readonly number[], percent: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
};

const isSummarised = (stats: unknown): boolean =>
  typeof stats === 'object' && stats !== null && (stats as { readonly summarised?: unknown }).summarised === true;
