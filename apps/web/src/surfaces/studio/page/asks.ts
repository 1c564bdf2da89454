import { createCell } from '../../../client/observable.ts';

/** What a key or a banner asks of a part of the page that may not be in sight yet. */
export type Ask = 'apply' | 'confirmApply' | 'discard' | 'conflicts' | 'scope' | 'composer' | 'review' | 'advance';

export const asks = createCell<{ readonly ask: Ask } | undefined>(undefined);
