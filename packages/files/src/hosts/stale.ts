import { refuse } from '../tools/errors.ts';

/** An edit made from a version that is not the present one any more would undo what happened since. */
export const stale = (path: string) =>
  refuse('CONFLICT_STALE_STATE', 'version', `${path} was changed by someone else during this edit.`, {
    hint: 'Read it again, then repeat the edit.',
  });
