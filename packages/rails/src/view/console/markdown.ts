import { contextAt, pathToRoot } from '../../core/session/lineage.ts';
import type { NodeState, OutputState, RunState, SessionState } from '../../core/session/state.ts';
import { openGaps, runStatus } from '../../core/session/status.ts';
import { preferredTip } from '../../core/session/tips.ts';
import { titleOf, type WorkflowOf } from './session-card.ts';
import { readStepKey } from './step-instance.ts';

/** A session to read or to hand on: the preferred way of each run, its notes, and what stayed open. */
export const markdownOf = (sessionId: string, session: SessionState, workflowOf: WorkflowOf): string =>
  `${[...session.runs.values()].map((run) => runText(sessionId, run, workflowOf)).join('\n\n---\n\n')}\n`;

const runText = (sessionId: string, run: RunState, workflowOf: WorkflowOf): string => {
  const workflow = workflowOf(run);
  const tip = preferredTip(run);
  const path = tip ? [...pathToRoot(run, tip)].reverse() : [];
  const stepTitle = (node: NodeState): string => {
    if (node.pending === null) return 'Complete';
    const { stepId, loops } = readStepKey(node.pending);
    const passes = loops.map(({ loopId, pass }) => `${loopId} ${pass}`).join(', ');
    return `${workflow?.stepById.get(stepId)?.title ?? stepId}${passes === '' ? '' : ` (${passes})`}`;
  };
  const gaps = tip ? openGaps(run, tip) : [];
  const branches = [...run.nodes.values()].filter(({ cause }) => cause === 'non_tip_advance').length;
  return [
    `# ${oneLine(titleOf(run) ?? workflow?.snapshot.name ?? run.workflowId)}`,
    [
      `- Workflow: ${workflow?.snapshot.name ?? run.workflowId} (\`${run.workflowId}\`, \`${run.workflowHash}\`)`,
      `- Status: ${runStatus(run).replaceAll('_', ' ')}`,
      `- Session: \`${sessionId}\`, run: \`${run.runId}\``,
      `- Started: ${run.startedAt}`,
      ...(branches === 0 ? [] : [`- Branches beside this one: ${branches}`]),
    ].join('\n'),
    ...path.flatMap((node, index): string[] => {
      const next = path[index + 1];
      const notes = next ? notesFor(next, node) : [];
      const saved = node.checkpoints.flatMap((id) => run.nodes.get(id)?.outputs ?? []).flatMap(textOf);
      if (notes.length + saved.length === 0) return [];
      return [`## ${stepTitle(node)}`, ...saved.map((text) => `*Checkpoint*\n\n${text}`), ...notes];
    }),
    ...(gaps.length === 0
      ? []
      : ['## Open gaps', gaps.map(({ severity, summary }) => `- **${severity}**: ${oneLine(summary)}`).join('\n')]),
    ...(tip && Object.keys(contextAt(run, tip)).length > 0
      ? ['## Context', `\`\`\`json\n${JSON.stringify(contextAt(run, tip), null, 2)}\n\`\`\``]
      : []),
  ].join('\n\n');
};

const notesFor = (node: NodeState, completed: NodeState): readonly string[] =>
  node.outputs.filter((output) => output.nodeId === completed.nodeId).flatMap(textOf);

const textOf = ({ channel, superseded, payload }: OutputState): readonly string[] =>
  channel === 'recap' && !superseded && payload?.payloadKind === 'notes' ? [payload.notesMarkdown] : [];

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
