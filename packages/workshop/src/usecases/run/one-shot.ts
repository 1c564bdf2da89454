import type { ConversationEvent } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { GenerateFailed } from '@atelier/models';
import type { ModelFailure } from '@atelier/models/core';
import { stampNow } from '../../core/bench.ts';
import { card } from '../../core/cards.ts';
import { type Plan, renderPlan } from '../../core/plan/grammar.ts';
import { type Proposal, proposalShape } from '../../core/run/proposal.ts';
import { itemStep } from '../../core/run/steps.ts';
import { proposalFailedText } from '../../core/run/words.ts';
import { kindOfName } from '../../view/file-kinds.ts';
import { readTree } from '../trees.ts';
import type { BenchWork } from './bench-work.ts';
import { countIn } from './compression.ts';
import { endOf } from './ending.ts';
import type { GraphSteps } from './graph-steps.ts';
import { commitItem, failItem, graphLost, rollBack } from './implement.ts';
import { artifact, closePhase, refusedBefore, startPhase, type Went } from './phases.ts';
import { promptFor } from './prompting.ts';
import { diskCodes } from './staging.ts';

const deadlineMs = 300_000;

/**
 * The way of a model that cannot call tools: it proposes all changes in one answer of a given form, repaired once at
 * most, and they go through the same gate as every other write. What cannot be used changes nothing and is said.
 */
export const oneShot = async (work: BenchWork, graph: GraphSteps): Promise<Went> => {
  // What was proposed before a crash is not kept: it is asked for again, and its steps are taken only once.
  const isPlanned = (await work.plan()) !== null;
  for (const step of isPlanned ? [] : (['research', 'plan'] as const)) {
    const entered = await graph.enter(step);
    if (!entered.ok) return graphLost(work, entered.error.reason);
    if (step === 'research') {
      await startPhase(work, 'research');
      await artifact(
        work,
        'research',
        'This model has no tools: it was shown the files and proposed all changes at once.',
      );
    }
  }
  await startPhase(work, 'plan');
  const prompt = await promptFor(work, { part: 'one_shot', payload: [], withTalk: true, looksAt: work.talk.request });
  if (!prompt.ok) return refusedBefore(work, 'plan', prompt.error);
  const asked = await propose(work, prompt.value.messages);
  if (!asked.ok) return notProposed(work, asked.failure);
  const { changes } = asked.value;
  const label = `Write ${changes.map(({ path }) => path).join(', ')}`;
  const plan: Plan = {
    items: changes.length === 0 ? [] : [{ label, mark: 'pending', reason: null }],
    originalCount: changes.length === 0 ? 0 : 1,
    isAnalysisOnly: changes.length === 0,
    prose: asked.value.warnings.map((warning) => `Look at: ${warning}`),
  };
  await artifact(work, 'plan', renderPlan(plan));
  await startPhase(work, 'implement');
  const entered = await graph.enter(itemStep(changes.length === 0 ? 0 : 1));
  if (!entered.ok) return graphLost(work, entered.error.reason);
  if (changes.length > 0) await apply(work, plan, asked.value);
  await work.say(closePhase(work, 'implement'));
  return 'on';
};

type Asked = { readonly ok: true; readonly value: Proposal } | { readonly ok: false; readonly failure: ModelFailure };

const propose = async (
  work: BenchWork,
  messages: Parameters<BenchWork['deps']['models']['generate']>[0]['messages'],
): Promise<Asked> => {
  const tree = await readTree(work.deps.content, work.staging.now().tree);
  const isTextName = (path: string): boolean => ['text', 'table'].includes(kindOfName(path));
  const present = Object.keys(tree.entries).map((path) => ({ path, isText: isTextName(path) }));
  const { scopeHash } = await work.place.scope();
  const model = work.deps.models.guard(work.model, { kind: 'run', phase: 'one_shot', runId: work.runId, scopeHash });
  const made = await work.deps.models.generate({
    model,
    name: 'changes',
    schema: proposalShape({ present, isTextName }),
    messages,
    signal: work.agent.signal,
    deadlineMs,
    task: { phase: 'plan', request: work.talk.request },
  });
  await countIn(work, made.ok ? made.value.usage : made.error.usage);
  return made.ok
    ? { ok: true, value: made.value.value }
    : { ok: false, failure: (made.error satisfies GenerateFailed).failure };
};

/** Twice in a form nobody can use: the files stay as they are, and the answer says so and what to do instead. */
const notProposed = async (work: BenchWork, failure: ModelFailure): Promise<Went> => {
  if (failure.code !== 'MODEL_OUTPUT_MALFORMED') {
    const outcome =
      failure.code === 'USER_CANCELED' ? ({ kind: 'canceled' } as const) : ({ kind: 'failed', failure } as const);
    await work.place.append(await endOf(work, 'plan', outcome, false));
    return 'over';
  }
  const { runId } = work;
  const reason = failure.issues?.[0]?.message ?? failure.message;
  await work.record((bench) =>
    ok([card(work.deps.newId('msg'), bench.head, 'proposal_failed', { reason, code: failure.code }, stampNow(bench))]),
  );
  const messageId = work.answerId(await work.bench());
  const said: readonly ConversationEvent[] = [
    { kind: 'run.phase_completed', data: { runId, phase: 'plan', outcome: 'failed' } },
    { kind: 'message.assistant_started', data: { runId, messageId, modelId: work.model.entry.modelId } },
    {
      kind: 'message.assistant_partial',
      data: { messageId, offset: 0, text: proposalFailedText(work.talk.request, reason) },
    },
    { kind: 'message.assistant_completed', data: { runId, messageId, isCut: false } },
    { kind: 'run.completed', data: { runId } },
  ];
  await work.place.append(said);
  return 'over';
};

const apply = async (work: BenchWork, plan: Plan, { changes, warnings }: Proposal): Promise<void> => {
  const { runId } = work;
  work.staging.begin(await work.bench());
  await work.say({
    kind: 'run.item_started',
    data: { runId, item: 1, of: 1, label: (plan.items[0]?.label ?? '').slice(0, 500) },
  });
  const lines: string[] = [];
  for (const { path, content, summary } of changes) {
    const done = await work.files.call('write_text_file', { path, content, summary }, work.agent.signal);
    if (done.ok) lines.push(`${path}: ${summary}`);
    else {
      await rollBack(work, 1);
      await failItem(work, plan, 0, done.error.message, diskCodes.has(done.error.code) ? 'disk' : 'validation');
      return;
    }
  }
  work.staging.warn(warnings);
  const settled = await commitItem(work, plan, 0, lines.join('\n'));
  if (settled.kind === 'done') return;
  await rollBack(work, 1);
  await failItem(work, plan, 0, settled.reason, settled.cause);
};
