import type { Bench } from '../core/bench.ts';
import { noNotes, parseNotes, type ReviewNotes } from '../core/review-notes.ts';
import type { WorkshopPorts } from '../ports/index.ts';

/** What is noted of the files of the open Draft. Notes that are lost cost a summary and stop nothing. */
export const notesOf = async (
  content: Pick<WorkshopPorts['content'], 'blobs'>,
  { draft, revisions }: Pick<Bench, 'draft' | 'revisions'>,
): Promise<ReviewNotes> => {
  const review = draft ? (revisions.get(draft.revisionId)?.review ?? null) : null;
  return review === null ? noNotes : parseNotes(await content.blobs.get(review).catch(() => undefined));
};
