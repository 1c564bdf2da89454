import { err, ok, type Result } from '@atelier/kernel/core';
import type { Bench, BenchRun } from '../../core/bench.ts';
import { readEvent } from '../../core/codec.ts';
import { benchStream, type WorkbenchId } from '../../core/ids.ts';
import { isStepDone, type StepName, stepOutput, stepsBefore } from '../../core/run/steps.ts';
import type { GraphNode, GraphOutput, GraphRefused } from '../../ports/index.ts';
import { recordOn } from '../record.ts';
import { benchAt, engine, planOf, readText } from './bench-work.ts';
import type { RunDeps } from './deps.ts';

const rpi = 'wr.rpi';

type Deps = Pick<RunDeps, 'benches' | 'content' | 'graph' | 'decide' | 'log'>;

/**
 * A Workbench and the graph of its run are two streams, and no commit spans both. The receipt of a step is recorded
 * here before its work begins; the work is recorded here before the graph hears of it; a receipt that comes again has
 * no second effect. Whatever a crash leaves, the graph is moved on from what is said here.
 */
export const createGraphSteps = (deps: Deps, id: WorkbenchId, goal: string) => {
  const settle = async (bench: Bench, run: BenchRun): Promise<Result<GraphNode | null, GraphRefused>> => {
    const { ack } = run;
    const plan = await planOf(deps, bench);
    if (!ack || ack.step === null || !isStepDone(bench, ack.step, plan)) return ok(null);
    const research = await readText(deps, bench.artifacts.research);
    const answer = ack.step === 'summary' ? await lastAnswer(deps, id, run) : '';
    const moved = await deps.graph.advance(ack.token, stepOutput(bench, ack.step, { research, plan, answer }));
    if (moved.ok) return moved;
    return err({
      code: 'GRAPH_UNAVAILABLE',
      reason: moved.error.code === 'INPUT_REQUIRED' ? 'input' : moved.error.reason,
    });
  };
  /** A graph that hears of the run for the first time is told what was done before: it came from elsewhere. */
  const begun = async (bench: Bench, run: BenchRun, step: StepName): Promise<Result<GraphNode, GraphRefused>> => {
    let node = await deps.graph.open({ workbenchId: id, runId: run.id, workflowId: rpi, goal });
    const plan = await planOf(deps, bench);
    const research = await readText(deps, bench.artifacts.research);
    for (const past of stepsBefore(step, plan)) {
      if (!node.ok || node.value.ackToken === null) return node;
      const moved = await deps.graph.advance(
        node.value.ackToken,
        stepOutput(bench, past, { research, plan, answer: '' }),
      );
      node =
        moved.ok || moved.error.code === 'GRAPH_UNAVAILABLE'
          ? (moved as Result<GraphNode, GraphRefused>)
          : err({ code: 'GRAPH_UNAVAILABLE', reason: 'input' });
    }
    return node;
  };
  const now = async (): Promise<{ bench: Bench; run: BenchRun | null }> => {
    const { bench } = await benchAt(deps, id);
    return { bench, run: bench.run };
  };

  return {
    /** Before the work of a step: its receipt is recorded, and everything before it is in the graph. */
    enter: async (step: StepName): Promise<Result<null, GraphRefused>> => {
      const { bench, run } = await now();
      if (!run || run.ack?.step === step) return ok(null);
      const node = run.ack ? await settle(bench, run) : await begun(bench, run, step);
      if (!node.ok) return node;
      const { nodeId, ackToken, sessionId } = node.value ?? {};
      if (!nodeId || !ackToken) return err({ code: 'GRAPH_UNAVAILABLE', reason: `no receipt for ${step}` });
      const taken = await recordOn(deps)(id, engine, () =>
        ok([{ kind: 'run.step_taken', runId: run.id, nodeId, ackToken, step, ...(sessionId && { sessionId }) }]),
      );
      return taken.ok ? ok(null) : err({ code: 'GRAPH_UNAVAILABLE', reason: taken.error.code });
    },
    /** After the work, and at every start: what the Workbench calls done is done in the graph. */
    settle: async (): Promise<Result<null, GraphRefused>> => {
      const { bench, run } = await now();
      if (!run) return ok(null);
      if (run.workflowId !== null && run.workflowId !== rpi) return handedIn(deps, run);
      const moved = await settle(bench, run);
      return moved.ok ? ok(null) : moved;
    },
  };
};
export type GraphSteps = ReturnType<typeof createGraphSteps>;

/** A step of a workflow that was finished here is handed in; what the graph thinks of it is heard when the run goes on. */
const handedIn = async (deps: Deps, { ack, finished }: BenchRun): Promise<Result<null, GraphRefused>> => {
  if (!ack || finished?.nodeId !== ack.nodeId) return ok(null);
  const output = JSON.parse(await readText(deps, finished.output)) as GraphOutput;
  const moved = await deps.graph.advance(ack.token, output);
  return moved.ok || moved.error.code === 'INPUT_REQUIRED' ? ok(null) : err(moved.error);
};

/** The words a run ended with: the newest answer of its own. */
const lastAnswer = async (deps: Deps, id: WorkbenchId, run: BenchRun): Promise<string> => {
  const { seq } = await benchAt(deps, id);
  const page = await deps.log.read(benchStream(id), { from: Math.max(0, seq - 2_000) });
  if (!page.ok) return '';
  let messageId = '';
  let text = '';
  for (const recorded of page.value.events) {
    const event = readEvent(recorded);
    if (event?.kind === 'message.assistant_started' && event.data.runId === run.id) {
      messageId = event.data.messageId;
      text = '';
    } else if (event?.kind === 'message.assistant_partial' && event.data.messageId === messageId) {
      text = text.slice(0, event.data.offset) + event.data.text;
    }
  }
  return text;
};
