import type { JsonObject } from '@atelier/kernel/core';
import type { NodeState, OutputState, RunState } from './state.ts';

/** From the node up to the root. Guards against a cycle, which only a damaged import could hold. */
export const pathToRoot = (run: RunState, from: NodeState): readonly NodeState[] => {
  const path: NodeState[] = [];
  for (let node: NodeState | undefined = from; node; node = parentOf(run, node)) {
    path.push(node);
    if (path.length > run.nodes.size) throw new Error('the run graph has a cycle');
  }
  return path;
};

export const parentOf = (run: RunState, node: NodeState): NodeState | undefined =>
  node.parentId === null ? undefined : run.nodes.get(node.parentId);

export const contextAt = (run: RunState, node: NodeState): JsonObject =>
  (node.contextId && run.contexts.get(node.contextId)) || {};

/** Notes that led to the node and notes saved at checkpoints along the way, newest first. */
export const recapAt = (run: RunState, node: NodeState): readonly OutputState[] => {
  const outputs: OutputState[] = [];
  let steps = 0;
  for (let at: NodeState | undefined = node; at; at = parentOf(run, at)) {
    collect(at, outputs);
    for (const id of at.checkpoints) {
      const checkpoint = run.nodes.get(id);
      if (checkpoint) collect(checkpoint, outputs);
    }
    steps += 1;
    if (steps > run.nodes.size) throw new Error('the run graph has a cycle');
  }
  return outputs.sort((a, b) => b.seq - a.seq);
};

/**
 * The newest notes that led to the node, as many as could matter within the bytes, and how many there are in all. A
 * run of a thousand steps is not walked to show twelve of them.
 */
export const newestRecap = (
  run: RunState,
  node: NodeState,
  bytes: number,
): { readonly outputs: readonly OutputState[]; readonly total: number } => {
  if (run.scattered) {
    const outputs = recapAt(run, node);
    return { outputs, total: outputs.length };
  }
  const outputs: OutputState[] = [];
  let left = bytes;
  for (let at: NodeState | undefined = node; at && left >= 0; at = parentOf(run, at)) {
    const had = outputs.length;
    collect(at, outputs);
    for (let index = had; index < outputs.length; index += 1) left -= outputs[index]?.bytes ?? 0;
  }
  return { outputs, total: node.notesOnPath };
};

/** Notes that lead from a node (not included) down to one of its descendants, newest first. */
export const recapBetween = (run: RunState, above: NodeState, below: NodeState): readonly OutputState[] => {
  const outputs: OutputState[] = [];
  for (const at of pathToRoot(run, below)) {
    if (at.nodeId === above.nodeId) break;
    collect(at, outputs);
  }
  return outputs;
};

const collect = (node: NodeState, into: OutputState[]): void => {
  for (const output of node.outputs) if (!output.superseded && output.channel === 'recap') into.push(output);
};

/** The step an output completes. */
export const stepOfOutput = (run: RunState, output: OutputState): string =>
  run.nodes.get(output.nodeId)?.pending ?? 'done';

/** The text. Only what was recalled has one. */
export const notesOf = (output: OutputState): string => {
  if (output.payload?.payloadKind !== 'notes') throw new Error(`the notes of event ${output.seq} were not recalled`);
  return output.payload.notesMarkdown;
};
