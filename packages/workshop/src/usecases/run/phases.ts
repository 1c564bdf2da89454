import type { Because } from '@atelier/contracts';
import { ok } from '@atelier/kernel/core';
import type { LoopEnd } from '@atelier/models';
import type { ChatTask, TaskResult } from '@atelier/models/core';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import { parsePlan, renderPlan } from '../../core/plan/grammar.ts';
import type { PayloadPart } from '../../core/prompt/assemble.ts';
import type { BenchWork } from './bench-work.ts';
import { endOf, type PauseCause } from './ending.ts';
import { play } from './play.ts';
import { promptFor } from './prompting.ts';

/** `over`: how the run ended or why it waits is recorded. */
export type Went = 'on' | 'over';

export const startPhase = (work: BenchWork, phase: string): Promise<void> =>
  work.say({ kind: 'run.phase_started', data: { runId: work.runId, phase } });

export const closePhase = (work: BenchWork, phase: string): WorkbenchEvent => ({
  kind: 'run.phase_completed',
  data: { runId: work.runId, phase, outcome: 'ok' },
});

/** What kept a part from being asked for ends the run like an answer that did not come. */
export const refusedBefore = async (work: BenchWork, phase: string, because: PauseCause): Promise<Went> => {
  const failure = { ...because, code: because.code as 'CONTEXT_EXHAUSTED' };
  const events = await endOf(work, phase, { kind: 'paused', because: failure }, false);
  await work.place.append(events);
  return 'over';
};

/** An answer that ran out of room twice is half an answer: it is never taken for the whole. */
const wholeText = ({ outcome }: LoopEnd): string | undefined =>
  outcome.kind === 'answered' && !outcome.isCut ? outcome.text : undefined;

const cutOff: Because = {
  code: 'MODEL_OUTPUT_MALFORMED',
  message: 'The answer was cut off twice for want of room. Resume, or choose another model.',
};

export const research = async (work: BenchWork): Promise<Went> => {
  await startPhase(work, 'research');
  const prompt = await promptFor(work, { part: 'research', payload: [], withTalk: true, looksAt: work.talk.request });
  if (!prompt.ok) return refusedBefore(work, 'research', prompt.error);
  const { request } = work.talk;
  const end = await play(work, {
    part: 'research',
    ...prompt.value,
    task: { phase: 'research', request },
    maxTurns: work.limits.researchTurns,
    goesOn: true,
  });
  if (end.outcome.kind !== 'answered') return 'over';
  const text = wholeText(end);
  if (text === undefined) return refusedBefore(work, 'research', cutOff);
  await artifact(work, 'research', text);
  return 'on';
};

export const artifact = async (work: BenchWork, name: 'research' | 'plan', text: string): Promise<void> => {
  const contentId = await work.keep(text);
  await work.say(
    { kind: 'rpi.artifact', runId: work.runId, name, contentId, holds: [contentId] },
    closePhase(work, name),
  );
};

export const plan = async (work: BenchWork): Promise<Went> => {
  await startPhase(work, 'plan');
  const found = await work.read((await work.bench()).artifacts.research);
  const prompt = await promptFor(work, { part: 'plan', payload: [{ tag: 'research', text: found }] });
  if (!prompt.ok) return refusedBefore(work, 'plan', prompt.error);
  const task: ChatTask = { phase: 'plan', request: work.talk.request, research: found };
  const ask = (messages: typeof prompt.value.messages) =>
    play(work, { part: 'plan', ...prompt.value, messages, task, maxTurns: work.limits.planTurns, goesOn: true });
  let end = await ask(prompt.value.messages);
  if (end.outcome.kind !== 'answered') return 'over';
  let made = parsePlan(wholeText(end) ?? '');
  if (made.items.length === 0 && !made.isAnalysisOnly) {
    end = await ask([...end.run.messages, { role: 'user', text: repairText }]);
    if (end.outcome.kind !== 'answered') return 'over';
    made = parsePlan(wholeText(end) ?? '');
    // A plan without items is an answer without changes; that nobody said so stands in the plan.
    if (made.items.length === 0 && !made.isAnalysisOnly)
      made = { ...made, isAnalysisOnly: true, prose: [...made.prose, unplanned] };
  }
  const open = {
    ...made,
    originalCount: made.items.length,
    items: made.items.map(({ label }) => ({ label, mark: 'pending' as const, reason: null })),
  };
  await artifact(work, 'plan', renderPlan(open));
  return 'on';
};

const repairText =
  'This plan has no items. Write the checklist again, one item to a line as "- [ ] 1. label", or put <!-- analysis_only --> on a line of its own if nothing is to be changed.';
const unplanned = 'The model listed no items, so nothing was changed.';

export const summary = async (work: BenchWork): Promise<Went> => {
  await startPhase(work, 'summary');
  const bench = await work.bench();
  const [found, planned, results] = [
    await work.read(bench.artifacts.research),
    await work.plan(),
    await resultsOf(work),
  ];
  const planText = planned ? renderPlan(planned) : '';
  const notes = await heardNotes(work);
  const payload: readonly PayloadPart[] = [
    { tag: 'research', text: found },
    { tag: 'plan', text: planText },
    ...(results.length > 0 ? [{ tag: 'results', text: results.map(lineOf).join('\n') }] : []),
    ...notes,
  ];
  const prompt = await promptFor(work, { part: 'summary', payload });
  if (!prompt.ok) return refusedBefore(work, 'summary', prompt.error);
  const end = await play(work, {
    part: 'summary',
    ...prompt.value,
    task: { phase: 'summary', request: work.talk.request, research: found, plan: planText, results },
    maxTurns: 1,
    messageId: work.answerId(await work.bench()),
    answered: () => [
      { kind: 'run.phase_completed', data: { runId: work.runId, phase: 'summary', outcome: 'ok' } },
      { kind: 'run.completed', data: { runId: work.runId } },
    ],
  });
  return end.outcome.kind === 'answered' ? 'on' : 'over';
};

const lineOf = ({ item, outcome, text }: TaskResult): string => `- ${item.number}. ${item.label}: ${outcome}. ${text}`;

/** What became of the items, as it is recorded: a run that goes on after a restart knows it too. */
export const resultsOf = async (work: BenchWork): Promise<readonly TaskResult[]> => {
  const [{ results }, planned] = [await work.run(), await work.plan()];
  return Promise.all(
    results.map(async ({ item, outcome, said }): Promise<TaskResult> => {
      const label = planned?.items[item - 1]?.label ?? '';
      return { item: { number: item, label }, outcome, text: await work.read(said) };
    }),
  );
};

/** Words of the person that wait: given to the model now, and marked as heard before it answers. */
export const heardNotes = async (work: BenchWork): Promise<readonly PayloadPart[]> => {
  const { notes } = await work.run();
  if (notes.length === 0) return [];
  await work.record(() => ok([{ kind: 'run.notes_heard', runId: work.runId, notes: notes.length }]));
  return [{ tag: 'notes-from-the-person', text: notes.map((note) => `- ${note}`).join('\n') }];
};

export const ask = async (work: BenchWork): Promise<Went> => {
  await startPhase(work, 'ask');
  const prompt = await promptFor(work, { part: 'ask', payload: [], withTalk: true, looksAt: work.talk.request });
  if (!prompt.ok) return refusedBefore(work, 'ask', prompt.error);
  const end = await play(work, {
    part: 'ask',
    ...prompt.value,
    task: { phase: 'ask', request: work.talk.request },
    maxTurns: work.limits.turns,
    messageId: work.answerId(await work.bench()),
    goesOn: true,
    answered: () => [
      { kind: 'run.phase_completed', data: { runId: work.runId, phase: 'ask', outcome: 'ok' } },
      { kind: 'run.completed', data: { runId: work.runId } },
    ],
  });
  return end.outcome.kind === 'answered' ? 'on' : 'over';
};
