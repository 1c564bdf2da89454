import type { Because } from '@atelier/contracts';
import { err, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { LoopTool, Toolbox } from '@atelier/models';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import type { PayloadPart } from '../../core/prompt/assemble.ts';
import { finishedWith, finishSchema, finishTool } from '../../core/run/finish-step.ts';
import type { GraphNode, GraphOutput, GraphStep } from '../../ports/index.ts';
import type { BenchWork } from './bench-work.ts';
import { paused } from './ending.ts';
import { draftEvents, rollBack } from './implement.ts';
import { closePhase, heardNotes, refusedBefore, startPhase, summary, type Went } from './phases.ts';
import { play } from './play.ts';
import { promptFor } from './prompting.ts';

/**
 * Carries out any workflow, a step at a time with a fresh context. A step ends with one call of `finish_step`, made
 * from its contract. What it wrote and what it hands in are one commit; then the graph is told. What the graph finds
 * missing goes back to the model once; what only a person can answer waits for them.
 */
export const runWorkflow = async (work: BenchWork, workflowId: string): Promise<Went> => {
  const order = {
    workbenchId: work.id,
    runId: work.runId,
    workflowId,
    goal: work.talk.request.slice(0, 2_000).toWellFormed(),
  };
  let blockers: readonly string[] = [];
  for (;;) {
    const handed = await handIn(work);
    if (handed.kind === 'over') return 'over';
    blockers = handed.blockers;
    const now = await work.deps.graph.open(order);
    if (!now.ok) return lost(work, now.error.reason);
    const { step, nodeId, ackToken, sessionId } = now.value;
    // The last word of a workflow's run is a summary like any other.
    if (!step) return summary(work);
    if (!ackToken) return lost(work, 'no receipt');
    const { ack } = await work.run();
    // A receipt that was recorded before a stop is used again: the graph knows no other work of this step.
    if (ack?.nodeId !== nodeId)
      await work.say({ kind: 'run.step_taken', runId: work.runId, nodeId, ackToken, step: step.stepId, sessionId });
    if ((await carryOut(work, nodeId, step, blockers)) === 'over') return 'over';
  }
};

const lost = (work: BenchWork, reason: string): Promise<Went> =>
  refusedBefore(work, 'workflow', {
    code: 'STORE_UNHEALTHY',
    message: `The run's record in WorkRail could not be written (${reason}). Nothing is lost; resume to go on.`,
  });

type HandedIn = { readonly kind: 'over' } | { readonly kind: 'on'; readonly blockers: readonly string[] };

/** Tells the graph what the Workbench calls finished; after a restart as well, and never twice to effect. */
const handIn = async (work: BenchWork): Promise<HandedIn> => {
  const { ack, finished, answer } = await work.run();
  if (!ack || finished?.nodeId !== ack.nodeId) return { kind: 'on', blockers: [] };
  const output = JSON.parse(await work.read(finished.output)) as GraphOutput;
  const said: JsonObject | undefined = answer === null ? undefined : { answer: answer === yes ? true : answer };
  const moved = await work.deps.graph.advance(ack.token, output, said);
  if (moved.ok) return blocked(work, moved.value);
  if (moved.error.code === 'GRAPH_UNAVAILABLE') {
    await lost(work, moved.error.reason);
    return { kind: 'over' };
  }
  const { message, wants } = moved.error.question as { readonly message: string; readonly wants: 'text' | 'yes' };
  await work.say({ kind: 'run.asked', runId: work.runId, question: message, wants });
  await work.place.append([
    paused(work, { code: 'ANSWER_NEEDED', message: 'Only you can answer what this step needs next.' }),
  ]);
  return { kind: 'over' };
};

export const yes = 'yes';

/** Steps that the model was told of once what they lack; a second time it is the person's turn. */
const blocked = async (work: BenchWork, node: GraphNode): Promise<HandedIn> => {
  if (node.blockers.length === 0) return { kind: 'on', blockers: [] };
  const key = `blocked:${node.step?.stepId}`;
  if (!work.noticed.has(key)) {
    work.noticed.add(key);
    return { kind: 'on', blockers: node.blockers };
  }
  work.noticed.delete(key);
  await refusedBefore(work, 'workflow', {
    code: 'STEP_INCOMPLETE',
    message: `A step was handed in twice without what it needs: ${node.blockers[0] ?? ''}`.slice(0, 400),
  });
  return { kind: 'over' };
};

const carryOut = async (
  work: BenchWork,
  nodeId: string,
  step: GraphStep,
  blockers: readonly string[],
): Promise<Went> => {
  const { runId } = work;
  const phase = step.title.slice(0, 400).toWellFormed();
  await startPhase(work, phase);
  work.staging.begin(await work.bench());
  await work.say({ kind: 'run.item_started', data: { runId, item: 1, of: 1, label: phase } });
  const payload: readonly PayloadPart[] = [
    { tag: 'step', text: step.prompt },
    { tag: 'how-to-finish', text: howToFinish },
    ...(blockers.length === 0
      ? []
      : [
          {
            tag: 'handed-in-before',
            text: `This was handed in before and is not complete:\n${blockers.map((each) => `- ${each}`).join('\n')}`,
          },
        ]),
    ...(await heardNotes(work)),
  ];
  const prompt = await promptFor(work, { part: 'implement', payload, looksAt: work.talk.request });
  if (!prompt.ok) return refusedBefore(work, phase, prompt.error);
  let output: GraphOutput | undefined;
  const end = await play(work, {
    part: 'implement',
    ...prompt.value,
    task: { phase: 'implement', request: work.talk.request, item: { number: 1, label: work.talk.request } },
    maxTurns: work.limits.itemTurns,
    toolbox: withFinish(work, prompt.value.tools, step, (given) => {
      output = given;
    }),
  });
  if (end.outcome.kind !== 'answered') return 'over';
  // A model that only says what it did has handed in notes; the graph judges whether that is enough.
  return commitStep(work, nodeId, phase, output ?? { notes: end.outcome.text, artifacts: [] });
};

const howToFinish = `When the step is done, call ${finishTool} once, then end with one sentence. Where the step speaks of nextCall or continue_workflow, ${finishTool} takes their place. There are no other agents and no web; report such a capability as unavailable.`;

const withFinish = (
  work: BenchWork,
  names: readonly string[],
  step: GraphStep,
  take: (output: GraphOutput) => void,
): Toolbox => {
  const files = work.deps.models.toolboxOf(work.files, names);
  const tool: LoopTool = {
    name: finishTool,
    description: 'Hands in this step and ends it.',
    inputSchema: finishSchema(step),
    access: 'write',
    returnsData: false,
  };
  return {
    tools: [...files.tools, tool],
    call: async (call, signal) => {
      if (call.name !== finishTool) return files.call(call, signal);
      take(finishedWith(call.input));
      return { ok: true, message: 'The step is handed in. End with one sentence.' };
    },
  };
};

const commitStep = async (work: BenchWork, nodeId: string, phase: string, output: GraphOutput): Promise<Went> => {
  const { runId } = work;
  const trouble = work.staging.trouble();
  if (trouble !== null) {
    await rollBack(work, 1);
    return refusedBefore(work, phase, { code: 'FAULT', message: trouble });
  }
  const [kept, said] = [await work.keep(JSON.stringify(output)), await work.keep(output.notes)];
  const write = await draftEvents(work);
  const recorded = await work.record((bench): Result<readonly WorkbenchEvent[], { readonly code: string }> => {
    const written = write(bench);
    if (!written.ok) return err({ code: written.error.code });
    return ok([
      ...written.value,
      {
        kind: 'run.item_settled',
        runId,
        item: 1,
        outcome: 'done',
        said,
        holds: [said],
        releases: [...(bench.run?.item?.staged ?? [])],
      },
      { kind: 'run.step_finished', runId, nodeId, output: kept, holds: [kept] },
      closePhase(work, phase),
    ]);
  });
  if (recorded.ok) return 'on';
  await rollBack(work, 1);
  const because: Because = {
    code: 'FAULT',
    message: `The step could not be recorded (${recorded.error.code}). Resume to do it again.`,
  };
  return refusedBefore(work, phase, because);
};
