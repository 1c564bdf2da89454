import type { LoopTrouble } from '../engine/loop-decision.ts';
import type { Reason } from './reason.ts';

/** A loop that cannot be decided, in the words of a blocker. */
export const reasonOfTrouble = (trouble: LoopTrouble, stepId: string): Reason => {
  switch (trouble.kind) {
    case 'missing_decision':
      return {
        kind: 'missing_required_output',
        pointer: { kind: 'output_contract', contractRef: 'wr.contracts.loop_control' },
        message: `Loop "${trouble.loopId}" needs a decision to go on or to stop, and none was sent.`,
        suggestedFix: `Add to output.artifacts: {"kind":"wr.loop_control","loopId":"${trouble.loopId}","decision":"stop"}`,
      };
    case 'loop_limit':
      return {
        kind: 'loop_limit_reached',
        pointer: { kind: 'workflow_step', stepId },
        message: `Loop "${trouble.loopId}" has done pass ${trouble.iteration + 1} of at most ${trouble.maxIterations} (loopId ${trouble.loopId}, iteration ${trouble.iteration}, maxIterations ${trouble.maxIterations}). There is no further pass.`,
        suggestedFix: `Leave the loop with an explicit decision: {"kind":"wr.loop_control","loopId":"${trouble.loopId}","decision":"stop"}. Put what is still open into the notes.`,
      };
    case 'bad_loop_input':
      return {
        kind: 'missing_context_key',
        pointer: { kind: 'context_key', key: trouble.key },
        message: `Loop "${trouble.loopId}" counts by \`${trouble.key}\`, which must be ${trouble.wanted}.`,
        suggestedFix: `Send it with this call: {"context":{${JSON.stringify(trouble.key)}: …}} (${trouble.wanted})`,
      };
  }
};
