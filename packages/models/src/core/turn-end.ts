import type { FinishReason } from './chat.ts';
import type { ModelFailure } from './failure.ts';
import type { Outcome } from './tool-run.ts';

/** What a turn that called nothing comes to. Words that were said are kept; whether they are all of them is said beside. */
export const outcomeOf = (text: string, reason: FinishReason): Outcome =>
  text.trim() === ''
    ? { kind: 'failed', failure: silences[reason] }
    : { kind: 'answered', text, isCut: reason === 'length' || reason === 'filtered' || reason === 'other' };

const malformed = (message: string): ModelFailure => ({ code: 'MODEL_OUTPUT_MALFORMED', message });
const nothing = malformed('The model answered with nothing.');

const silences: Readonly<Record<FinishReason, ModelFailure>> = {
  stop: nothing,
  tool_calls: nothing,
  length: malformed('The model used up its room before it said anything. Lower its effort, or ask for less at once.'),
  filtered: { code: 'PROVIDER_REFUSED', message: 'A content filter of the provider stopped the answer.' },
  other: malformed('The answer of the model broke off before it said anything. Try again, or choose another model.'),
};
