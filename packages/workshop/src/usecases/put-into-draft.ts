import { err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { type AddRefused, decideAdd, type FileLimits } from '../core/add-files.ts';
import { activeTree, type Bench, stampNow } from '../core/bench.ts';
import { card } from '../core/cards.ts';
import type { Actor } from '../core/codec.ts';
import { nameKey } from '../core/file-names.ts';
import type { ContentId, MessageId, WorkbenchId } from '../core/ids.ts';
import { type WriteRefused, writeDraft } from '../core/revisions.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { notesOf } from './review-notes.ts';
import { readTree } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps;

export type PutIntoDraftRefused = WriteRefused | AddRefused | DecideRefused;

type Arriving = {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Who made them, and of what: the card in the chat says it. */
  readonly source: { readonly client: string; readonly ref: string };
  readonly limits: FileLimits;
};

/**
 * Files that another part of Atelier made, as one change of the Draft: reviewed and published like any other. A file
 * of the same name is changed, so that a second sending shows what moved since the first.
 */
export const putIntoDraft =
  ({ content, newId, ...deps }: Deps) =>
  async (
    workbenchId: WorkbenchId,
    { files, source, limits }: Arriving,
    actor: Actor,
  ): Promise<Result<{ readonly seq: number; readonly paths: readonly string[] }, PutIntoDraftRefused>> => {
    const judged = decideAdd(
      [],
      files.map(({ name, bytes }) => ({ source: name, name, size: bytes.length })),
      limits,
    );
    if (!judged.ok) return judged;
    const made: Record<string, Tree['entries'][string]> = {};
    for (const [at, { bytes }] of files.entries()) {
      const { name, status } = judged.value[at] ?? {};
      if (name === undefined || status !== 'added') continue;
      made[name] = { blob: await content.blobs.put(bytes), size: bytes.length, kind: 'file' };
    }
    const paths = Object.keys(made);
    const recorded = await recordOn(deps)<PutIntoDraftRefused>(workbenchId, actor, async (bench) => {
      const base = activeTree(bench);
      // A run and a person would each undo what the other does to a file.
      if (bench.run?.state === 'running') return err({ code: 'RUN_IN_PROGRESS' });
      if (bench.isDeleted || base === null) return err({ code: 'WORKBENCH_NOT_FOUND' });
      const entries = { ...(await readTree(content, base)).entries, ...made };
      const would = Object.keys(entries).length;
      // A Draft may hold twice as many as Published.
      if (would > limits.files * 2) return err({ code: 'LIMIT_FILE_COUNT', most: limits.files * 2, would });
      const keys = new Set(paths.map(nameKey));
      const isTwin = (name: string): boolean => keys.has(nameKey(name)) && !paths.includes(name);
      const tree = Object.keys(entries).some(isTwin) ? null : await content.trees.put({ v: 1, entries });
      if (!tree?.ok) return err({ code: 'DUPLICATE_NAME', names: paths });
      const messageId: MessageId = newId('msg');
      const [draftId, revisionId] = [newId('dft'), newId('rev')] as const;
      const written = writeDraft(bench, {
        draftId,
        revisionId,
        messageId,
        base,
        tree: tree.value as ContentId,
        review: await notedWithout(content, bench, paths),
        bytes: paths.reduce((sum, path) => sum + (made[path]?.size ?? 0), 0),
        source: { kind: 'studio', ref: source.ref },
      });
      if (!written.ok) return written;
      const stamp = { ...stampNow(bench), draft: { draftId: bench.draft?.draftId ?? draftId, revisionId } };
      const facts = { client: source.client, path: paths[0] ?? '', files: paths.length };
      return ok([...written.value, card(messageId, bench.head, 'draft_changes_applied', facts, stamp)]);
    });
    return recorded.ok ? ok({ seq: recorded.value.seq, paths }) : recorded;
  };

/** What is noted of the other files of the Draft stays; what was said of these is about bytes that are gone. */
const notedWithout = async (
  content: Deps['content'],
  bench: Bench,
  paths: readonly string[],
): Promise<ContentId | null> => {
  const notes = await notesOf(content, bench);
  const files = Object.fromEntries(Object.entries(notes.files).filter(([path]) => !paths.includes(path)));
  if (Object.keys(files).length === 0) return null;
  return (await content.blobs.put(new TextEncoder().encode(JSON.stringify({ ...notes, files })))) as ContentId;
};
