import type { ReportDecision, ReportStep, RunReport } from '@atelier/contracts';
import type { JsonObject } from '@atelier/kernel/core';
import type { WorkflowIndex } from '../../core/engine/workflow-index.ts';
import { pathToRoot } from '../../core/session/lineage.ts';
import type { NodeState, OutputState, RunState } from '../../core/session/state.ts';
import { runStatus } from '../../core/session/status.ts';
import { preferredTip } from '../../core/session/tips.ts';
import { gapsOf } from './run-view.ts';
import { titleOf } from './session-card.ts';
import { readStepKey } from './step-instance.ts';

/** A run on one page: what it was for, the way it took, what it left, what stayed open, what was decided and why. */
export const reportOf = (sessionId: string, run: RunState, workflow: WorkflowIndex | undefined): RunReport => {
  const tip = preferredTip(run);
  const path = tip ? [...pathToRoot(run, tip)].reverse() : [];
  const over = tip?.pending === null;
  const endedAt = over ? tip.at : null;
  return {
    sessionId,
    runId: run.runId,
    goal: titleOf(run),
    workflowId: run.workflowId,
    workflowName: workflow?.snapshot.name ?? run.workflowId,
    workflowHash: run.workflowHash,
    status: runStatus(run),
    startedAt: run.startedAt,
    endedAt,
    durationMs: msBetween(run.startedAt, endedAt ?? tip?.lastAt ?? run.startedAt),
    path: stepsOf(path, workflow),
    forks: forksOf(run, path, workflow),
    gaps: gapsOf(run, tip),
    decisions: decisionsOf(path, workflow),
  };
};

/** Refused attempts belong to the step they were made for: it is told once, with how often it was tried. */
const stepsOf = (path: readonly NodeState[], workflow: WorkflowIndex | undefined): ReportStep[] => {
  const steps: ReportStep[] = [];
  for (const [at, node] of path.entries()) {
    if (node.pending === null || node.kind === 'blocked_attempt') continue;
    const tries = triesAfter(path, at);
    const next = path[at + tries.refusals + 1];
    const handedIn = next?.outputs ?? [];
    steps.push({
      nodeId: node.nodeId,
      ...wordsOf(node, workflow),
      startedAt: node.at,
      durationMs: next ? msBetween(node.at, next.at) : null,
      tries: tries.refusals + (next ? 1 : 0),
      state: next ? 'done' : tries.refusals > 0 ? 'refused' : 'waiting',
      notes: handedIn.flatMap(textOf)[0] ?? null,
      artifacts: handedIn.flatMap(({ channel, outputId, payload }) =>
        channel === 'artifact' ? [{ outputId, kind: kindOf(payload) }] : [],
      ),
    });
  }
  return steps;
};

const triesAfter = (path: readonly NodeState[], at: number): { readonly refusals: number } => {
  let refusals = 0;
  while (path[at + refusals + 1]?.kind === 'blocked_attempt') refusals += 1;
  return { refusals };
};

const forksOf = (
  run: RunState,
  path: readonly NodeState[],
  workflow: WorkflowIndex | undefined,
): RunReport['forks'] => {
  const onPath = new Set(path.map(({ nodeId }) => nodeId));
  return path.flatMap((node) =>
    node.children.flatMap((id) => {
      const left = run.nodes.get(id);
      if (!left || onPath.has(id) || left.kind === 'checkpoint') return [];
      return [
        {
          nodeId: id,
          title: wordsOf(node, workflow).title,
          at: left.at,
          steps: countBelow(run, left),
          notes: left.outputs.flatMap(textOf)[0] ?? null,
        },
      ];
    }),
  );
};

const countBelow = (run: RunState, node: NodeState): number => {
  let count = 0;
  const waiting = [node];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    if (at.kind === 'step') count += 1;
    for (const id of at.children) {
      const child = run.nodes.get(id);
      if (child) waiting.push(child);
    }
  }
  return count;
};

const decisionsOf = (path: readonly NodeState[], workflow: WorkflowIndex | undefined): ReportDecision[] =>
  path.flatMap((node, at) => {
    const completed = path[at - 1];
    return node.outputs.flatMap(({ outputId, payload }) => {
      const content = payload?.payloadKind === 'artifact_ref' ? payload.content : undefined;
      const told = content && decisionIn(content);
      if (!told) return [];
      const title = wordsOf(completed ?? node, workflow).title;
      return [{ nodeId: (completed ?? node).nodeId, title, at: node.at, ...told, evidence: [outputId] }];
    });
  });

const decisionIn = (content: JsonObject): Pick<ReportDecision, 'what' | 'why'> | undefined => {
  const text = (key: string): string | null => (typeof content[key] === 'string' ? content[key] : null);
  switch (content.kind) {
    case 'wr.loop_control':
      return {
        what: { kind: text('decision') === 'continue' ? 'another_pass' : 'no_further_pass' },
        why: text('summary'),
      };
    case 'wr.workflow_divergence':
    case 'workflow_divergence':
      return { what: { kind: 'left_workflow', reason: text('reason') }, why: text('summary') };
    case 'wr.assessment':
      return {
        what: { kind: 'assessed', assessmentId: text('assessmentId') },
        why: JSON.stringify(content.dimensions ?? {}),
      };
    case 'wr.verification_report':
      return { what: { kind: 'verified', verdict: text('result') ?? text('verdict') }, why: text('summary') };
    case 'wr.gap_resolution':
      return { what: { kind: 'closed_gap' }, why: text('summary') };
    default:
      return undefined;
  }
};

const wordsOf = (
  node: NodeState,
  workflow: WorkflowIndex | undefined,
): { readonly title: string; readonly passes: string | null } => {
  if (node.pending === null) return { title: 'Complete', passes: null };
  const { stepId, loops } = readStepKey(node.pending);
  const passes = loops.map(({ loopId, pass }) => `${workflow?.loopById.get(loopId)?.title ?? loopId} ${pass}`);
  return {
    title: workflow?.stepById.get(stepId)?.title ?? stepId,
    passes: passes.length === 0 ? null : passes.join(', '),
  };
};

const textOf = ({ channel, superseded, payload }: OutputState): readonly string[] =>
  channel === 'recap' && !superseded && payload?.payloadKind === 'notes' ? [payload.notesMarkdown] : [];

const kindOf = (payload: OutputState['payload']): string | null =>
  payload?.payloadKind === 'artifact_ref' && typeof payload.content?.kind === 'string' ? payload.content.kind : null;

const msBetween = (from: string, to: string): number => Math.max(0, Date.parse(to) - Date.parse(from));
