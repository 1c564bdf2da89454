import type { AdoptedChange } from '@atelier/files';
import { err, ok, type Result } from '@atelier/kernel/core';
import {
  type Bench,
  type CompareRefused,
  type ContentId,
  judgePieces,
  type Piece,
  type PiecesRefused,
  parseNotes,
  type ReviewNotes,
  type Revision,
} from '@atelier/workshop';
import type { BenchFiles } from './bench-files.ts';
import type { Workshop } from './workshop.ts';

type ReviewRefused = { readonly code: 'REVIEW_REFUSED'; readonly reason: string; readonly message: string };
type Together = {
  readonly tree: ContentId;
  readonly review: ContentId | null;
  readonly bytes: number;
  readonly pieces: readonly Piece[];
};

/** The files as a person put them together: what they took of lanes over the state in which the question was asked. */
export const putTogether = async (
  workshop: Workshop,
  files: BenchFiles,
  bench: Bench,
  pieces: readonly Piece[],
): Promise<Result<Together, CompareRefused | PiecesRefused | ReviewRefused>> => {
  const judged = judgePieces(bench, pieces);
  if (!judged.ok) return judged;
  const { stamp } = bench.compare?.base ?? {};
  const base = (stamp?.draft && bench.revisions.get(stamp.draft.revisionId)?.tree) || stamp?.published;
  if (!base) return err({ code: 'COMPARE_NOT_OPEN' });
  const before = await workshop.treeAt(base);
  const entries = { ...before.entries };
  const notes: { -readonly [Path in string]: ReviewNotes['files'][string] } = {};
  let bytes = 0;
  for (const { lane, path, changes } of judged.value) {
    const revision = lane.draft ? bench.revisions.get(lane.draft.revisionId) : undefined;
    const own = revision && (await workshop.treeAt(revision.tree));
    const [was, is] = [entryOf(before.entries, path), own && entryOf(own.entries, path)];
    if (!revision || was?.blob === is?.blob) return err({ code: 'FILE_NOT_FOUND', paths: [path] });
    const taken = changes ? await partly(files, base, revision.tree, path, changes) : ok(is);
    if (!taken.ok) return taken;
    const entry =
      changes && taken.value ? entryOf((await workshop.treeAt(taken.value as ContentId)).entries, path) : is;
    if (entry) {
      entries[path] = entry;
      bytes += entry.size;
    } else delete entries[path];
    const said = (await notesOf(workshop, revision)).files[path];
    if (said) notes[path] = said;
  }
  const tree = await workshop.content.trees.put({ v: 1, entries });
  if (!tree.ok) throw new Error('files of trees make a tree');
  const text = new TextEncoder().encode(JSON.stringify({ v: 1, files: notes } satisfies ReviewNotes));
  const review = (await workshop.content.blobs.put(text)) as ContentId;
  return ok({ tree: tree.value as ContentId, review, bytes, pieces });
};

const entryOf = <Entry>(entries: Readonly<Record<string, Entry>>, path: string): Entry | undefined =>
  Object.hasOwn(entries, path) ? entries[path] : undefined;

/** The tree with only some of a lane's changes to a file: the file layer makes it again from the state before. */
const partly = async (
  files: BenchFiles,
  from: ContentId,
  to: ContentId,
  path: string,
  changes: readonly string[],
): Promise<Result<ContentId, ReviewRefused | PiecesRefused>> => {
  let made: AdoptedChange | undefined;
  const layer = await files.over({
    view: async () => ({ now: to, root: 'draft', references: [{ source: 'draft_start_snapshot', tree: from }] }),
    adopt: async (change) => {
      made = change;
      return { ok: true, value: null };
    },
  });
  const done = await layer.review.accept(path, changes);
  if (!done.ok) {
    const { code, reason, message } = done.error;
    if (code === 'FILE_READ_FAILED' && reason === 'not_found') return err({ code: 'FILE_NOT_FOUND', paths: [path] });
    return err({ code: 'REVIEW_REFUSED', reason, message });
  }
  return ok((made?.tree ?? to) as ContentId);
};

const notesOf = async ({ content }: Workshop, { review }: Revision): Promise<ReviewNotes> =>
  parseNotes(review === null ? undefined : await content.blobs.get(review).catch(() => undefined));
