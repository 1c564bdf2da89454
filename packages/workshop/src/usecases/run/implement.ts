import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench } from '../../core/bench.ts';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import type { BenchEvent, FailureCause } from '../../core/events.ts';
import { amendPlan, markItem, nextItem, type Plan, renderPlan, saidFailed } from '../../core/plan/grammar.ts';
import type { PayloadPart } from '../../core/prompt/assemble.ts';
import { notesAfter } from '../../core/review-notes.ts';
import { defaultRevisionLimits, type WriteRefused, writeDraft } from '../../core/revisions.ts';
import { itemStep } from '../../core/run/steps.ts';
import { notesOf } from '../review-notes.ts';
import type { BenchWork } from './bench-work.ts';
import type { GraphSteps } from './graph-steps.ts';
import { closePhase, heardNotes, refusedBefore, startPhase, type Went } from './phases.ts';
import { play } from './play.ts';
import { promptFor } from './prompting.ts';

/** Carries the plan out, one item after another. Each is all or nothing: it becomes a revision, or leaves no trace. */
export const implement = async (work: BenchWork, graph: GraphSteps): Promise<Went> => {
  await startPhase(work, 'implement');
  const first = await work.plan();
  if (!first || first.items.length === 0) {
    const entered = await graph.enter(itemStep(0));
    if (!entered.ok) return graphLost(work, entered.error.reason);
  }
  for (;;) {
    const plan = await work.plan();
    const at = plan ? nextItem(plan) : null;
    if (!plan || at === null) break;
    const entered = await graph.enter(itemStep(at + 1));
    if (!entered.ok) return graphLost(work, entered.error.reason);
    if ((await carryOut(work, plan, at)) === 'over') return 'over';
  }
  await work.say(closePhase(work, 'implement'));
  return 'on';
};

export const graphLost = (work: BenchWork, reason: string): Promise<Went> =>
  refusedBefore(work, 'implement', {
    code: 'STORE_UNHEALTHY',
    message: `The run's record in WorkRail could not be written (${reason}). Nothing is lost; resume to go on.`,
  });

type Attempt =
  | { readonly kind: 'over' }
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly cause: FailureCause };

const attempts = 2;

const carryOut = async (work: BenchWork, plan: Plan, at: number): Promise<Went> => {
  const { runId } = work;
  const item = at + 1;
  const label = plan.items[at]?.label ?? '';
  const notes = await heardNotes(work);
  let reason: string | null = null;
  let cause: FailureCause = 'validation';
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    work.staging.begin(await work.bench());
    await work.say({
      kind: 'run.item_started',
      data: { runId, item, of: plan.items.length, label: label.slice(0, 500).toWellFormed() },
    });
    const tried = await tryItem(work, plan, { number: item, label }, reason, notes);
    if (tried.kind === 'over') return 'over';
    const settled = tried.kind === 'done' ? await commitItem(work, plan, at, tried.text) : tried;
    if (settled.kind === 'done') return 'on';
    ({ reason, cause } = settled);
    await rollBack(work, item);
  }
  await failItem(work, plan, at, reason ?? 'No reason given', cause);
  return 'on';
};

const tryItem = async (
  work: BenchWork,
  plan: Plan,
  item: { readonly number: number; readonly label: string },
  reason: string | null,
  notes: readonly PayloadPart[],
): Promise<Attempt> => {
  const planText = renderPlan(plan);
  const found = await work.read((await work.bench()).artifacts.research);
  const payload: readonly PayloadPart[] = [
    { tag: 'plan', text: planText },
    { tag: 'item', text: `${item.number}. ${item.label}` },
    ...(reason === null ? [] : [{ tag: 'failed-before', text: `The first attempt at this item failed: ${reason}` }]),
    ...notes,
  ];
  const prompt = await promptFor(work, { part: 'implement', item: item.number, payload, looksAt: item.label });
  if (!prompt.ok) {
    await refusedBefore(work, 'implement', prompt.error);
    return { kind: 'over' };
  }
  const { outcome } = await play(work, {
    part: 'implement',
    ...prompt.value,
    task: { phase: 'implement', request: work.talk.request, research: found, plan: planText, item },
    maxTurns: work.limits.itemTurns,
    isOwnFailure: (code) => ofTheItem.has(code),
  });
  if (outcome.kind === 'failed' && ofTheItem.has(outcome.failure.code))
    return {
      kind: 'failed',
      reason: outcome.failure.message,
      cause: outcome.failure.code === 'PROVIDER_REFUSED' ? 'provider' : 'validation',
    };
  if (outcome.kind !== 'answered') return { kind: 'over' };
  const said = saidFailed(outcome.text) ?? work.staging.trouble() ?? (outcome.isCut ? 'The answer was cut off.' : null);
  return said === null
    ? { kind: 'done', text: outcome.text }
    : { kind: 'failed', reason: said, cause: work.staging.isDiskTrouble() ? 'disk' : 'validation' };
};

/** What an item can do wrong by itself. Everything else a model or a person stops the run for. */
const ofTheItem: ReadonlySet<string> = new Set([
  'AGENT_LOOP_DETECTED',
  'AGENT_TURN_LIMIT',
  'MODEL_OUTPUT_MALFORMED',
  'PROVIDER_REFUSED',
]);

/** What the files that are staged become: a revision of the Draft, with what review starts from. Nothing staged, nothing. */
export const draftEvents = async (work: BenchWork) => {
  const { deps, runId } = work;
  const { base, tree, writes, bytes } = work.staging.now();
  if (tree === base) return (_bench: Bench): Result<readonly BenchEvent[], WriteRefused> => ok([]);
  const review = await work.keep(JSON.stringify(notesAfter(await notesOf(deps.content, await work.bench()), writes)));
  const ids = { draftId: deps.newId('dft'), revisionId: deps.newId('rev') };
  return (bench: Bench): Result<readonly BenchEvent[], WriteRefused> =>
    writeDraft(bench, {
      ...ids,
      messageId: work.answerId(bench),
      base,
      tree,
      review,
      bytes,
      source: { kind: 'workshop', ref: runId },
      limits: { ...defaultRevisionLimits, bytes: work.limits.revisionBytes },
    });
};

/** One commit: the new state of the files, what review starts from, the mark in the plan, the end of the item. */
export const commitItem = async (
  work: BenchWork,
  plan: Plan,
  at: number,
  text: string,
): Promise<Exclude<Attempt, { kind: 'over' }>> => {
  const { base, tree } = work.staging.now();
  const marked = amendPlan(markItem(plan, at, 'done'), text);
  const planned = withDropped(marked.plan, marked.dropped);
  const write = await draftEvents(work);
  const ends = await ending(work, planned, at, 'done', tree === base ? `${text}\n(No file was changed.)` : text);
  const recorded = await work.record((bench): Result<readonly WorkbenchEvent[], { readonly code: string }> => {
    const written = write(bench);
    return written.ok
      ? ok([...written.value, ...ends(bench.run?.item?.staged ?? [])])
      : err({ code: written.error.code });
  });
  if (recorded.ok) return { kind: 'done', text };
  const { code } = recorded.error;
  if (code === 'CONFLICT_DRAFT_CHANGED')
    return { kind: 'failed', reason: 'The files were changed by somebody else meanwhile.', cause: 'validation' };
  if (code === 'DISK_FULL' || code === 'QUOTA_EXCEEDED')
    return { kind: 'failed', reason: 'There was no room left on the disk.', cause: 'disk' };
  throw new Error(`the item could not be recorded: ${code}`);
};

const withDropped = (plan: Plan, dropped: readonly string[]): Plan =>
  dropped.length === 0
    ? plan
    : { ...plan, prose: [...plan.prose, ...dropped.map((label) => `Not added, the plan is full: ${label}`)] };

export const failItem = async (
  work: BenchWork,
  plan: Plan,
  at: number,
  reason: string,
  cause: FailureCause,
): Promise<void> => {
  const ends = await ending(work, markItem(plan, at, 'failed', reason), at, 'failed', reason, cause);
  await work.say(...ends([]));
};

const ending = async (
  work: BenchWork,
  plan: Plan,
  at: number,
  outcome: 'done' | 'failed',
  text: string,
  cause?: FailureCause,
) => {
  const { runId } = work;
  const item = at + 1;
  const [planId, said] = [await work.keep(renderPlan(plan)), await work.keep(text)];
  const reason = plan.items[at]?.reason ?? 'No reason given';
  return (staged: readonly `sha256:${string}`[]): readonly WorkbenchEvent[] => [
    { kind: 'rpi.artifact', runId, name: 'plan', contentId: planId, holds: [planId] },
    {
      kind: 'run.item_settled',
      runId,
      item,
      outcome,
      said,
      ...(cause && { cause }),
      holds: [said],
      releases: [...staged],
    },
    outcome === 'done'
      ? { kind: 'run.item_done', data: { runId, item } }
      : { kind: 'run.item_failed', data: { runId, item, reason } },
  ];
};

/** What an attempt wrote is forgotten; the next one starts where this one did. */
export const rollBack = async (work: BenchWork, item: number): Promise<void> => {
  await work.record((bench) => {
    const staged = bench.run?.item?.staged ?? [];
    return ok([{ kind: 'run.item_settled', runId: work.runId, item, releases: [...staged] }]);
  });
};
