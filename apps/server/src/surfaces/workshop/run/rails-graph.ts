import { derivedId, err, type JsonObject, ok, type Result } from '@atelier/kernel/core';
import type { Answer, RunState } from '@atelier/rails/core';
import { advance, rehydrate, startWorkflow, tokenOfTip, type WriteDeps } from '@atelier/rails/usecases';
import type { GraphAsks, GraphNode, GraphOrder, GraphRefused, RunGraph } from '@atelier/workshop';

type Refused = { readonly code: string };

/**
 * The graph of a Workbench's runs on WorkRail: one session a Workbench, one run a message. Both ids follow from the
 * Workbench's own, so that a run which was begun and not yet recorded is found again and never begun twice.
 */
export const createRailsGraph = (deps: () => WriteDeps): RunGraph => {
  const lost = (refused: Refused): Result<never, GraphRefused> =>
    err({ code: 'GRAPH_UNAVAILABLE', reason: refused.code });

  const runAt = async (rails: WriteDeps, { workbenchId, runId }: Pick<GraphOrder, 'workbenchId' | 'runId'>) => {
    const sessionId = derivedId('sess', rails.sha256, `workbench:${workbenchId}`);
    const session = await rails.sessions.at(sessionId);
    if (!session.ok) return session;
    const runs = session.value?.runs;
    return ok({ sessionId, run: runs?.get(runId as never), newest: runs ? [...runs.values()].at(-1) : undefined });
  };

  const tokenOf = async (
    rails: WriteDeps,
    sessionId: `sess_${string}`,
    run: RunState,
  ): Promise<Result<string, Refused>> => {
    const keys = await rails.keyring.open();
    if (!keys.ok) return keys;
    const tip = tipOf(run);
    if (!tip) return err({ code: 'NODE_MISSING' });
    const { runId, workflowId, workflowHash } = run;
    const place = { sessionId, runId, workflowId, workflowHash, tipNodeId: tip.nodeId };
    return ok(tokenOfTip(rails.hmac, keys.value, place as Parameters<typeof tokenOfTip>[2]));
  };

  const nodeOf = async (rails: WriteDeps, answer: Answer): Promise<Result<GraphNode, GraphRefused>> => {
    const session = await rails.sessions.at(answer.session.sessionId);
    const run = session.ok ? session.value?.runs.get(answer.session.runId as never) : undefined;
    const tip = run && tipOf(run);
    if (!run || !tip) return lost({ code: 'NODE_MISSING' });
    const ackToken = (answer.kind === 'ok' ? answer.ackToken : answer.retryAckToken) ?? null;
    const blockers =
      answer.kind === 'blocked'
        ? answer.blockers.map(({ message, suggestedFix }) => [message, suggestedFix ?? ''].join(' ').trim())
        : [];
    const { pending } = answer;
    const { sessionId } = answer.session;
    if (!pending) return ok({ sessionId, nodeId: tip.nodeId, ackToken: null, step: null, blockers });
    const workflow = await rails.workflows.get(run.workflowHash);
    const output = workflow?.stepById.get(pending.stepId)?.output;
    const pack = output?.contractRef ? workflow?.packByRef.get(output.contractRef) : undefined;
    const contract = pack ? { kind: pack.artifactKind, schema: pack.schema as JsonObject } : null;
    const { stepId, title, prompt } = pending;
    return ok({ sessionId, nodeId: tip.nodeId, ackToken, step: { stepId, title, prompt, contract }, blockers });
  };

  return {
    open: async (order) => {
      const rails = deps();
      const found = await runAt(rails, order);
      if (!found.ok) return lost(found.error);
      const { sessionId, run, newest } = found.value;
      if (run) {
        const token = await tokenOf(rails, sessionId, run);
        const answer = token.ok ? await rehydrate(rails)({ stateToken: token.value }) : token;
        return answer.ok ? nodeOf(rails, answer.value) : lost(answer.error);
      }
      const join = newest ? await tokenOf(rails, sessionId, newest) : undefined;
      if (join && !join.ok) return lost(join.error);
      const named: WriteDeps = {
        ...rails,
        newId: ((prefix: string) =>
          prefix === 'sess'
            ? sessionId
            : prefix === 'run'
              ? order.runId
              : rails.newId(prefix as 'node')) as WriteDeps['newId'],
      };
      const started = await startWorkflow(named)({
        workflowId: order.workflowId,
        workspace: null,
        goal: order.goal,
        origin: { kind: 'workbench', workbenchId: order.workbenchId },
        ...(join && { joinStateToken: join.value }),
      });
      return started.ok ? nodeOf(rails, started.value.answer) : lost(started.error);
    },
    advance: async (ackToken, { notes, artifacts }, said): Promise<Result<GraphNode, GraphRefused | GraphAsks>> => {
      const rails = deps();
      const person = said === undefined ? ('can_be_asked' as const) : { said: said.answer as string | true };
      const moved = await advance(rails)({ ackToken, output: { notesMarkdown: notes, artifacts }, person });
      if (moved.ok) return nodeOf(rails, moved.value);
      if (moved.error.code === 'INPUT_REQUIRED')
        return err({ code: 'INPUT_REQUIRED', question: { ...moved.error.question } });
      return lost(moved.error);
    },
  };
};

/** The newest node that nothing was advanced from. */
const tipOf = ({ path }: RunState) => path.findLast(({ children }) => children.length === 0);
