import type { ArtifactView, AttemptView, BlockerView, ContextChange, NodeView } from '@atelier/contracts';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { canonical } from '../../core/canonical.ts';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import type { SessionEvent } from '../../core/events/event.ts';
import type { Digest } from '../../core/ids.ts';
import type { Blocker } from '../../core/reasons/blocker.ts';
import { contextAt } from '../../core/session/lineage.ts';
import type { AttemptState, NodeState, RunState } from '../../core/session/state.ts';
import { runNodeOf } from './run-view.ts';
import { readStepKey } from './step-instance.ts';

export type NodeFacts = {
  readonly run: RunState;
  readonly node: NodeState;
  readonly workflow: WorkflowIndex | undefined;
  /** Events of the attempt that led here and of those made from here. */
  readonly events: readonly SessionEvent[];
  /** Artifacts too large to stand in the log. */
  readonly contents: ReadonlyMap<Digest, JsonObject>;
  readonly stateToken: string | null;
};

export const nodeViewOf = (facts: NodeFacts): NodeView => {
  const { run, node, workflow } = facts;
  const step = node.pending === null ? undefined : workflow?.stepById.get(readStepKey(node.pending).stepId);
  const arrival = node.attemptId ? run.attempts.get(node.attemptId) : undefined;
  return {
    node: runNodeOf(run, node, workflow),
    prompt: step?.prompt ?? null,
    agentRole: step?.agentRole ?? workflow?.snapshot.agentRole ?? null,
    preferences: { ...node.preferences },
    context: contextAt(run, node) as NodeView['context'],
    blockers: node.kind === 'blocked_attempt' && arrival ? blockersOf(arrival) : [],
    capabilities: Object.entries(node.capabilities).map(([capability, seen]) => ({
      capability,
      strong: seen?.strong ?? null,
      claimed: seen?.claimed ?? null,
    })),
    arrival: arrival ? attemptViewOf(facts, arrival) : null,
    attempts: attemptsFrom(run, node).map((attempt) => attemptViewOf(facts, attempt)),
    checkpoints: node.checkpoints.flatMap((id) => {
      const saved = run.nodes.get(id);
      return saved ? [{ nodeId: id, at: saved.at, recap: recapOf(saved) }] : [];
    }),
    stateToken: facts.stateToken,
    snapshotRef: node.snapshotRef,
  };
};

export const attemptsFrom = (run: RunState, node: NodeState): readonly AttemptState[] =>
  node.children.flatMap((id) => {
    const made = run.nodes.get(id)?.attemptId;
    const attempt = made && run.attempts.get(made);
    return attempt ? [attempt] : [];
  });

const attemptViewOf = (facts: NodeFacts, attempt: AttemptState): AttemptView => {
  const { run } = facts;
  const from = run.nodes.get(attempt.fromNodeId);
  const to = run.nodes.get(attempt.toNodeId);
  const own = facts.events.filter(({ attemptId }) => attemptId === attempt.attemptId);
  const of = <K extends SessionEvent['kind']>(kind: K) =>
    own.filter((event): event is Extract<SessionEvent, { kind: K }> => event.kind === kind);
  const outputs = of('node_output_appended').map(({ body }) => body);
  const notes = outputs.find(({ payload }) => payload.payloadKind === 'notes')?.payload;
  const superseded = new Set(to?.outputs.filter((output) => output.superseded).map(({ outputId }) => outputId));
  const traces = of('decision_trace_appended');
  return {
    attemptId: attempt.attemptId,
    toNodeId: attempt.toNodeId,
    at: to?.at ?? run.startedAt,
    outcome: attempt.record.outcome.kind,
    cause: to?.cause ?? null,
    events: { first: attempt.firstSeq, last: attempt.lastSeq },
    recap: notes?.payloadKind === 'notes' ? notes.notesMarkdown : null,
    artifacts: outputs.flatMap(({ outputId, payload }): ArtifactView[] => {
      if (payload.payloadKind !== 'artifact_ref') return [];
      const content = payload.content ?? facts.contents.get(payload.sha256) ?? null;
      return [
        {
          outputId,
          kind: typeof content?.kind === 'string' ? content.kind : null,
          contentType: payload.contentType,
          bytes: payload.byteLength,
          superseded: superseded.has(outputId),
          content,
        },
      ];
    }),
    blockers: blockersOf(attempt),
    validations: attempt.validations.map(({ contractRef, result }) => ({
      contractRef,
      valid: result.valid,
      issues: [...result.issues],
      suggestions: [...result.suggestions],
    })),
    divergences: of('divergence_recorded').map(({ body: { reason, summary, relatedStepId } }) => ({
      reason,
      summary,
      ...(relatedStepId === undefined ? {} : { relatedStepId }),
    })),
    capabilities: of('capability_observed').map(({ body: { capability, status, provenance } }) => ({
      capability,
      status,
      provenance: provenance.kind,
    })),
    preferenceChanges: of('preferences_changed').map(({ body: { source, delta } }) => ({
      source,
      delta: delta.map(({ key, value }) => ({ key, value })),
    })),
    contextChanges: from && to ? contextChanges(contextAt(run, from), contextAt(run, to)) : [],
    trace: traces.flatMap(({ body }) => body.entries.map(({ kind, summary }) => ({ kind, summary }))),
    traceId: traces[0]?.body.traceId ?? null,
    warnings: (attempt.record.warnings ?? []).map(({ code, message }) => ({ code, message })),
  };
};

const blockersOf = ({ record }: AttemptState): BlockerView[] =>
  record.outcome.kind === 'blocked' ? record.outcome.blockers.map(blockerViewOf) : [];

const blockerViewOf = ({ code, pointer, message, suggestedFix }: Blocker): BlockerView => ({
  code,
  pointer: { ...pointer },
  message,
  ...(suggestedFix === undefined ? {} : { suggestedFix }),
});

const recapOf = (node: NodeState): string | null => {
  const payload = node.outputs.find(({ channel, superseded }) => channel === 'recap' && !superseded)?.payload;
  return payload?.payloadKind === 'notes' ? payload.notesMarkdown : null;
};

export const contextChanges = (before: JsonObject, after: JsonObject): ContextChange[] => {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return keys.flatMap((key): ContextChange[] => {
    const was = before[key] as Json | undefined;
    const is = after[key] as Json | undefined;
    if (was === undefined) return is === undefined ? [] : [{ key, kind: 'added', after: is }];
    if (is === undefined) return [{ key, kind: 'removed', before: was }];
    return canonical(was) === canonical(is) ? [] : [{ key, kind: 'changed', before: was, after: is }];
  });
};
