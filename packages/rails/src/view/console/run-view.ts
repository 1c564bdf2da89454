import type { GapView, RunNode, RunView, SessionHealth } from '@atelier/contracts';
import { previewOf } from '../../core/compiler/preview.ts';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import type { Warning } from '../../core/events/warning.ts';
import type { PersonWord } from '../../core/person-words.ts';
import { defaultPreferences } from '../../core/preferences.ts';
import { positionOf } from '../../core/render/render-pending.ts';
import type { GapState, NodeState, RunState } from '../../core/session/state.ts';
import { runStatus } from '../../core/session/status.ts';
import { preferredTip } from '../../core/session/tips.ts';
import { titleOf } from './session-card.ts';
import { skippedBetween } from './skipped.ts';
import { readStepKey } from './step-instance.ts';
import { waitsForAt } from './waiting.ts';

export type RunFacts = {
  readonly sessionId: string;
  readonly run: RunState;
  readonly workflow: WorkflowIndex | undefined;
  readonly health: SessionHealth;
  readonly drift: readonly Warning[];
  /** What people said about its steps. */
  readonly words?: readonly PersonWord[];
  readonly heard?: ReadonlySet<string>;
};

export const runViewOf = (facts: RunFacts): RunView => {
  const { sessionId, run, workflow, health, drift, words = [], heard } = facts;
  const tip = preferredTip(run);
  return {
    sessionId,
    runId: run.runId,
    ordinal: run.ordinal,
    title: titleOf(run),
    workflowId: run.workflowId,
    workflowName: workflow?.snapshot.name ?? run.workflowId,
    workflowHash: run.workflowHash,
    sourceKind: run.sourceKind,
    sourceRef: run.sourceRef,
    startedAt: run.startedAt,
    status: runStatus(run),
    preferredTipId: tip?.nodeId ?? null,
    preferences: tip?.preferences ?? defaultPreferences,
    health,
    nodes: [...run.nodes.values()].map((node) => runNodeOf(run, node, workflow)),
    gaps: gapsOf(run, tip),
    outline: workflow ? outlineOf(workflow) : [],
    drift: drift.map(({ code, message }) => ({ code, message })),
    waitsFor: waitsForAt(run, tip, workflow),
    words: words
      .filter(({ runId }) => runId === run.runId)
      .map(({ runId: _, ...word }) => ({ ...word, heard: heard?.has(word.messageId) ?? false })),
  };
};

export const outlineOf = (workflow: WorkflowIndex): RunView['outline'] =>
  // The preview is the same data with read-only lists.
  previewOf(workflow.snapshot).nodes as unknown as RunView['outline'];

export const runNodeOf = (run: RunState, node: NodeState, workflow: WorkflowIndex | undefined): RunNode => {
  const instance = node.pending === null ? null : readStepKey(node.pending);
  const parent = node.parentId === null ? undefined : run.nodes.get(node.parentId);
  const moved = node.kind === 'step' && workflow !== undefined;
  const handedIn = node.kind === 'checkpoint' ? node.outputs : completionsOf(run, node);
  return {
    nodeId: node.nodeId,
    kind: node.kind,
    parentId: node.parentId,
    stepId: instance?.stepId ?? null,
    title: instance === null ? null : (workflow?.stepById.get(instance.stepId)?.title ?? instance.stepId),
    loops: (instance?.loops ?? []).map(({ loopId, pass }) => ({
      loopId,
      title: workflow?.loopById.get(loopId)?.title ?? loopId,
      pass,
    })),
    skipped: moved ? [...skippedBetween(workflow, parent?.pending ? readStepKey(parent.pending) : null, instance)] : [],
    cause: node.cause,
    at: node.at,
    seq: node.seq,
    attemptId: node.attemptId,
    badges: { ...node.badges },
    hasNotes: handedIn.some(({ channel }) => channel === 'recap'),
    artifacts: handedIn.filter(({ channel }) => channel === 'artifact').length,
    position: instance && workflow?.orderById.has(instance.stepId) ? positionOf(workflow, instance.stepId) : null,
  };
};

/** What was handed in to complete this node's step, on whichever branch. */
const completionsOf = (run: RunState, node: NodeState) =>
  node.children.flatMap((id) => run.nodes.get(id)?.outputs.filter(({ nodeId }) => nodeId === node.nodeId) ?? []);

export const gapsOf = (run: RunState, tip: NodeState | undefined): GapView[] => {
  const all = [...run.gaps.values()];
  const closers = new Map<string, GapState>();
  for (const state of all)
    if (state.gap.resolution.kind === 'resolves') closers.set(state.gap.resolution.resolvesGapId, state);
  const atOf = (nodeId: string): string => run.nodes.get(nodeId as NodeState['nodeId'])?.at ?? run.startedAt;
  return all.flatMap(({ gap, nodeId, effectNodeId }): GapView[] => {
    if (gap.resolution.kind === 'resolves') return [];
    const closer = closers.get(gap.gapId);
    const pending = run.nodes.get(nodeId)?.pending;
    return [
      {
        gapId: gap.gapId,
        severity: gap.severity,
        category: gap.reason.category,
        detail: gap.reason.detail,
        summary: gap.summary,
        nodeId,
        stepId: pending ? readStepKey(pending).stepId : null,
        at: atOf(effectNodeId),
        resolvedBy: closer
          ? {
              gapId: closer.gap.gapId,
              nodeId: closer.nodeId,
              summary: closer.gap.summary,
              at: atOf(closer.effectNodeId),
            }
          : null,
        openAtTip: tip?.openGaps.includes(gap.gapId) ?? false,
        evidence: (gap.evidenceRefs ?? []).map((ref) =>
          ref.kind === 'event' ? { kind: 'event', id: ref.eventId } : { kind: 'output', id: ref.outputId },
        ),
      },
    ];
  });
};
