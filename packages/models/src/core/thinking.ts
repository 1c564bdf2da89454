import { type Effort, normaliseEffort } from './effort.ts';
import { type ModelEntry, wireNameOf } from './registry.ts';

/** Older models think up to a budget that comes on top of the answer; it is ours to set, so that its price is known before. */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  low: 4_000,
  medium: 10_000,
  high: 20_000,
  xhigh: 24_000,
  max: 28_000,
};

/** Tokens a model may think beyond the most it may answer; 0 where thinking counts as answering. */
export const thinkingBudget = (entry: ModelEntry, effort: Effort | undefined): number =>
  entry.provider === 'anthropic' && entry.efforts.length > 0 && thinksByBudget(wireNameOf(entry))
    ? budgets[normaliseEffort(effort, entry.efforts)]
    : 0;

/** Claude before 4.6; everything since decides for itself, within the answer. */
const thinksByBudget = (name: string): boolean =>
  !name.includes('claude-') || /claude-(?:3|(?:opus|sonnet|haiku)-4(?:$|@|-[0-5](?!\d)|-\d{8}))/.test(name);
