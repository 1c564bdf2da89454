import { err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { type AddRefused, decideAdd, type FileLimits } from '../core/add-files.ts';
import { stampNow } from '../core/bench.ts';
import { card } from '../core/cards.ts';
import type { Actor } from '../core/codec.ts';
import { nameKey } from '../core/file-names.ts';
import { type GateRefused, gate } from '../core/gating.ts';
import type { ContentId, MessageId, WorkbenchId } from '../core/ids.ts';
import { type OutsideNote, takeBack } from '../core/outside-folder.ts';
import { type WriteRefused, writeDraft } from '../core/revisions.ts';
import type { OriginalFiles, WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { readTree } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> & RecordDeps & { readonly originals: OriginalFiles };

export type TakeBackRefused =
  | WriteRefused
  | GateRefused
  | AddRefused
  | DecideRefused
  | { readonly code: 'CHANGED_ON_BOTH_SIDES'; readonly paths: readonly string[] };

/**
 * Work that was continued outside comes back as a Draft with exactly the changes made there. What cannot be read is
 * named and left as it is in the Workbench: a link or a folder in a file's place is no deletion.
 */
export const takeFolderBack =
  ({ originals, content, newId, ...deps }: Deps) =>
  async (
    workbenchId: WorkbenchId,
    from: { readonly folder: string; readonly name: string; readonly note: OutsideNote; readonly limits: FileLimits },
    actor: Actor,
  ): Promise<
    Result<
      { readonly seq: number; readonly changed: readonly string[]; readonly skipped: readonly string[] },
      TakeBackRefused
    >
  > => {
    const { folder, note, limits } = from;
    const found: Record<string, Tree['entries'][string]> = {};
    const skipped: string[] = [];
    for (const name of await namesIn(originals, folder, note)) {
      const path = name.normalize('NFC');
      const looked = await originals.look(folder, name);
      if (!looked.ok && looked.trouble === 'missing') continue;
      const read =
        looked.ok && looked.facts.size <= limits.bytes
          ? await originals.read(folder, name, (source) => content.blobs.putFrom(source))
          : undefined;
      const isNew = !Object.hasOwn(note.files, path);
      const arrival = { source: name, name: path, size: looked.ok ? looked.facts.size : 0 };
      const judged = isNew ? decideAdd([], [arrival], limits) : undefined;
      const isRefused = judged?.ok && judged.value[0]?.status !== 'added';
      if (read?.ok && !isRefused)
        found[path] = { blob: read.value.id as ContentId, size: read.value.size, kind: 'file' };
      else {
        skipped.push(path);
        const was = note.files[path];
        if (!isNew && was) found[path] = { blob: was.blob as ContentId, size: was.size, kind: 'file' };
      }
    }
    let changed: readonly string[] = [];
    const recorded = await recordOn(deps)<TakeBackRefused>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'change_files');
      if (!gated.ok) return gated;
      const base = bench.published;
      if (base === null) return err({ code: 'WORKBENCH_NOT_FOUND' });
      const taken = takeBack(note.files, found, (await readTree(content, base)).entries);
      if (!taken.ok) return err({ code: 'CHANGED_ON_BOTH_SIDES', paths: taken.paths });
      changed = taken.value.changed;
      if (changed.length === 0) return err({ code: 'NOTHING_CHANGED' });
      const would = Object.keys(taken.value.entries).length;
      // A Draft may hold twice as many as Published.
      if (would > limits.files * 2) return err({ code: 'LIMIT_FILE_COUNT', most: limits.files * 2, would });
      const tree = await content.trees.put({ v: 1, entries: taken.value.entries });
      if (!tree.ok) return err({ code: 'DUPLICATE_NAME', names: [...changed] });
      const messageId: MessageId = newId('msg');
      const [draftId, revisionId] = [newId('dft'), newId('rev')] as const;
      const bytes = changed.reduce((sum, path) => sum + (found[path]?.size ?? 0), 0);
      const written = writeDraft(bench, {
        draftId,
        revisionId,
        messageId,
        base,
        tree: tree.value as ContentId,
        review: null,
        bytes,
        source: { kind: 'outside', ref: from.name },
      });
      if (!written.ok) return written;
      const stamp = { ...stampNow(bench), draft: { draftId, revisionId } };
      const facts = { client: from.name, path: changed[0] ?? '', files: changed.length };
      return ok([...written.value, card(messageId, bench.head, 'draft_changes_applied', facts, stamp)]);
    });
    return recorded.ok ? ok({ seq: recorded.value.seq, changed, skipped }) : recorded;
  };

/** A listing leaves out what editors and systems hide; a file of the Workbench with such a name went out and is asked for. */
const namesIn = async (originals: OriginalFiles, folder: string, note: OutsideNote): Promise<readonly string[]> => {
  const listed = await originals.names(folder);
  const keys = new Set(listed.map(nameKey));
  return [...listed, ...Object.keys(note.files).filter((path) => !keys.has(nameKey(path)))];
};
