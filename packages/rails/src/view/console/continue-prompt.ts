import type { RunState } from '../../core/session/state.ts';
import { titleOf } from './session-card.ts';

/** Pasted into any chat that has WorkRail's tools, it goes on from a node. */
export const continuePrompt = (run: RunState, stateToken: string, isTip: boolean): string =>
  [
    `Go on with the WorkRail run “${titleOf(run) ?? run.workflowId}”.`,
    `Call continue_workflow with ${JSON.stringify({ stateToken })}, then do what the pending step says.`,
    ...(isTip
      ? []
      : ['This is an earlier step of the run: finishing it starts a second branch, which is what I want.']),
  ].join('\n');
