import { nextItem } from '../../core/plan/grammar.ts';
import type { BenchWork } from './bench-work.ts';
import { paused } from './ending.ts';
import { createGraphSteps } from './graph-steps.ts';
import { graphLost, implement } from './implement.ts';
import { oneShot } from './one-shot.ts';
import { ask, plan, research, summary } from './phases.ts';
import { runWorkflow } from './workflow.ts';

/** Takes up a run at the first part that is not done and carries it on to its end, or to what stops it. */
export const drive = async (work: BenchWork): Promise<void> => {
  const { mode } = await work.run();
  if (mode === 'ask') {
    await ask(work);
    return;
  }
  const { workflowId } = await work.run();
  if (workflowId !== null && workflowId !== 'wr.rpi') {
    await runWorkflow(work, workflowId);
    return;
  }
  const graph = createGraphSteps(work.deps, work.id, work.talk.request.slice(0, 2_000).toWellFormed());
  // A bench moves on in place: what was true before is read off now.
  const { artifacts, run } = await work.bench();
  const [hasResearch, hasPlan] = [artifacts.research !== null, artifacts.plan !== null];
  const isSummarising = run?.ack?.step === 'summary';
  const isOneShot = !work.model.entry.tools;
  const before = await work.plan();
  if (isOneShot && (!before || nextItem(before) !== null) && (await oneShot(work, graph)) === 'over') return;
  for (const phase of [
    { step: 'research', isDone: hasResearch || isOneShot, play: research },
    { step: 'plan', isDone: hasPlan || isOneShot, play: plan },
  ] as const) {
    if (phase.isDone) continue;
    const entered = await graph.enter(phase.step);
    if (!entered.ok) return void (await graphLost(work, entered.error.reason));
    if ((await phase.play(work)) === 'over') return;
  }
  const planned = await work.plan();
  if (!hasPlan && work.settings.pauseAfterPlan && planned && planned.items.length > 0) {
    await work.place.append([paused(work, planReady)]);
    return;
  }
  if (!isSummarising && !isOneShot && (await implement(work, graph)) === 'over') return;
  const entered = await graph.enter('summary');
  if (!entered.ok) return void (await graphLost(work, entered.error.reason));
  if ((await summary(work)) === 'over') return;
  const settled = await graph.settle();
  if (!settled.ok) work.deps.onFault(new Error(`the graph was not moved to its end: ${settled.error.reason}`));
};

const planReady = { code: 'PLAN_READY', message: 'The plan is ready. Read it, then resume the run.' } as const;
