import type { JsonObject } from '@atelier/kernel/core';
import type { LoopControl } from '../core/engine/loop-decision.ts';
import type { WorkflowIndex } from '../core/engine/workflow-index.ts';
import { loopOf } from '../core/engine/workflow-index.ts';
import type { SessionId } from '../core/ids.ts';
import { loopControlOf } from '../core/plan/controls.ts';
import type { NodeState, RunState } from '../core/session/state.ts';
import type { ReadDeps } from './deps.ts';

/**
 * Loop decisions recorded in the pass the node stands in, newest first. The walk ends where the pass began: an
 * earlier pass never decides a later one.
 */
export const recordedControls = async (
  deps: Pick<ReadDeps, 'sessions'>,
  sessionId: SessionId,
  run: RunState,
  from: NodeState,
  workflow: WorkflowIndex,
): Promise<readonly LoopControl[]> => {
  const pass = passOf(from);
  if (pass === undefined) return [];
  const loopId = pass.slice(pass.lastIndexOf('/') + 1, pass.lastIndexOf('@'));
  // Counted loops and fixed ones ask nobody.
  const decidedBy = loopOf(workflow, loopId).source.kind;
  if (decidedBy !== 'loop_control' && decidedBy !== 'context') return [];
  const found: LoopControl[] = [];
  for (let node: NodeState | undefined = from; node; ) {
    const parent: NodeState | undefined = node.parentId === null ? undefined : run.nodes.get(node.parentId);
    if (!parent || !isInPass(parent, pass)) break;
    await deps.sessions.recall(
      sessionId,
      node.outputs.filter(({ payload, channel }) => payload === null && channel === 'artifact'),
    );
    for (const { payload } of node.outputs.toReversed()) {
      if (payload?.payloadKind !== 'artifact_ref') continue;
      const artifact = payload.content ?? (await stored(deps, sessionId, payload.sha256));
      const control = artifact && loopControlOf(artifact);
      if (control) found.push({ loopId, ...control });
    }
    node = parent;
  }
  return found;
};

const passOf = ({ pending }: NodeState): string | undefined => {
  const end = pending?.indexOf('::') ?? -1;
  return end < 0 ? undefined : pending?.slice(0, end);
};

const isInPass = ({ pending }: NodeState, pass: string): boolean =>
  pending?.startsWith(`${pass}::`) === true || pending?.startsWith(`${pass}/`) === true;

const stored = async (
  { sessions }: Pick<ReadDeps, 'sessions'>,
  sessionId: SessionId,
  id: `sha256:${string}`,
): Promise<JsonObject | undefined> => {
  const bytes = await sessions.content(sessionId, id);
  return bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as JsonObject) : undefined;
};
