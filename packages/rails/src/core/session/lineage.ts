import type { JsonObject } from '@atelier/kernel/core';
import type { NodeId } from '../ids.ts';
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

export type RecapEntry = {
  readonly seq: number;
  readonly nodeId: NodeId;
  readonly step: string;
  readonly notes: string;
};

/** Notes that led to the node and notes saved at checkpoints along the way, newest first. */
export const recapAt = (run: RunState, node: NodeState): readonly RecapEntry[] => {
  const entries: RecapEntry[] = [];
  for (const at of pathToRoot(run, node)) {
    collect(run, at, entries);
    for (const id of at.checkpoints) {
      const checkpoint = run.nodes.get(id);
      if (checkpoint) collect(run, checkpoint, entries);
    }
  }
  return entries.sort((a, b) => b.seq - a.seq);
};

/** Notes that lead from a node (not included) down to one of its descendants, newest first. */
export const recapBetween = (run: RunState, above: NodeState, below: NodeState): readonly RecapEntry[] => {
  const entries: RecapEntry[] = [];
  for (const at of pathToRoot(run, below)) {
    if (at.nodeId === above.nodeId) break;
    collect(run, at, entries);
  }
  return entries;
};

const collect = (run: RunState, node: NodeState, into: RecapEntry[]): void => {
  for (const { output, superseded, seq, nodeId } of node.outputs) {
    if (superseded || output.payload.payloadKind !== 'notes') continue;
    into.push({ seq, nodeId, step: run.nodes.get(nodeId)?.pending ?? 'done', notes: output.payload.notesMarkdown });
  }
};

export const currentOutputs = (node: NodeState): readonly OutputState[] =>
  node.outputs.filter(({ superseded }) => !superseded);
