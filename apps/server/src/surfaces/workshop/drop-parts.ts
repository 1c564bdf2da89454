import type { AdoptedChange } from '@atelier/files';
import { err, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import {
  type Actor,
  type ContentId,
  type DropRefused,
  type RevisionId,
  type Seen,
  viewOf,
  type WorkbenchId,
} from '@atelier/workshop';
import type { BenchFiles, SidesRefused } from './bench-files.ts';
import type { Workshop } from './workshop.ts';

export type DropDeps = { readonly open: () => Promise<Workshop>; readonly files: BenchFiles };

type ReviewRefused = { readonly code: 'REVIEW_REFUSED'; readonly reason: string; readonly message: string };
type Dropped = Result<
  { readonly seq: number; readonly revisionId: RevisionId },
  DropRefused | DecideRefused | SidesRefused | ReviewRefused
>;

/**
 * Takes some changes out of a file, or all but some. The file layer makes the file again from the start of the Draft;
 * what it made becomes a revision only if the Draft is still what it was made from.
 */
export const dropParts = async (
  { open, files }: DropDeps,
  id: WorkbenchId,
  path: string,
  which: { readonly drop: readonly string[] } | { readonly keep: readonly string[] },
  seen: Seen,
  actor: Actor,
): Promise<Dropped> => {
  const sides = await files.sides(id);
  if (!sides.ok) return sides;
  const view = viewOf(sides.value.bench);
  let made: AdoptedChange | undefined;
  const layer = await files.over({
    view: async () => view,
    adopt: async (change) => {
      made = change;
      return { ok: true, value: null };
    },
  });
  const { review } = layer;
  const done = await ('drop' in which ? review.acceptExcept(path, which.drop) : review.accept(path, which.keep));
  if (!done.ok) {
    const { code, reason, message } = done.error;
    if (code === 'FILE_READ_FAILED' && reason === 'not_found') return err({ code: 'FILE_NOT_FOUND' });
    return err({ code: 'REVIEW_REFUSED', reason, message });
  }
  if (!made) return err({ code: 'NOTHING_CHANGED' });
  const workshop = await open();
  const facts = {
    path,
    base: view.now as ContentId,
    tree: made.tree as ContentId,
    bytes: made.staged.size_bytes,
    parts: 'drop' in which ? which.drop.length : which.keep.length,
  };
  const written = await workshop.review.dropParts(id, facts, seen, actor);
  return written.ok || written.error.code !== 'CONFLICT_DRAFT_CHANGED'
    ? written
    : err({ code: 'CONFLICT_STALE_STATE' });
};
