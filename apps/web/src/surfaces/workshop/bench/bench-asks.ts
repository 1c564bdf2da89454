import { createCell } from '../../../client/observable.ts';

/** What was asked for by keys, from whichever place; the part that can do it takes it from here. */
export type BenchAsk = {
  readonly ask: 'composer' | 'publish' | 'discard' | 'regenerate' | 'rewind' | 'find';
};

export const benchAsks = createCell<BenchAsk | undefined>(undefined);
