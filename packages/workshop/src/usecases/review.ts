import { err, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import type { Bench, DraftFacts, Revision } from '../core/bench.ts';
import type { Actor } from '../core/codec.ts';
import type { BenchEvent } from '../core/events.ts';
import { type GateRefused, gate, isStale, type Seen } from '../core/gating.ts';
import type { ContentId, RevisionId, WorkbenchId } from '../core/ids.ts';
import { openDraft } from '../core/publish.ts';
import { type RevisionLimits, type WriteRefused, writeDraft } from '../core/revisions.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import type { Transcript } from '../view/transcript.ts';
import { usableOf } from './drafts.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { changedBetween, readTree } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'content' | 'newId'> &
  RecordDeps & {
    readonly revisionLimits?: () => Promise<RevisionLimits>;
    readonly talk: (workbenchId: WorkbenchId) => Promise<Transcript>;
  };

export type DropRefused =
  | WriteRefused
  | { readonly code: 'FILE_NOT_FOUND' | 'NOTHING_TO_UNDO' }
  | { readonly code: 'CONTENT_MISSING'; readonly tree: ContentId };

type Dropped = Result<{ readonly seq: number; readonly revisionId: RevisionId }, DropRefused | DecideRefused>;

/** What a person takes out of a Draft, and marks while they read it. No model is asked. */
export const createReviewActions = ({ content, newId, revisionLimits, talk, ...deps }: Deps) => {
  /** A new revision of the open Draft, and what is said of how it came to be. */
  const revise = async (
    workbenchId: WorkbenchId,
    actor: Actor,
    seen: Seen,
    change: (open: { draft: DraftFacts; revision: Revision; bench: Bench }) => Promise<Result<Revised, DropRefused>>,
  ): Promise<Dropped> => {
    const revisionId: RevisionId = newId('rev');
    const recorded = await recordOn(deps)<DropRefused>(workbenchId, actor, async (bench) => {
      const gated = gate(bench, 'publish');
      if (!gated.ok) return gated;
      if (isStale(bench, seen)) return err({ code: 'CONFLICT_STALE_STATE' });
      const { draft, revision } = openDraft(bench);
      const changed = await change({ draft, revision, bench });
      if (!changed.ok) return changed;
      const { tree, review = revision.review, bytes = 0, base = revision.tree } = changed.value;
      const written = writeDraft(bench, {
        draftId: draft.id,
        revisionId,
        messageId: revision.messageId,
        base,
        tree,
        review,
        bytes,
        source: { kind: 'workshop', ref: actor.name },
        ...(revisionLimits && { limits: await revisionLimits() }),
      });
      if (!written.ok) return written;
      const { drop } = changed.value;
      const draftId = draft.id;
      return ok([
        ...written.value,
        drop
          ? { kind: 'review.file_dropped', draftId, ...drop, from: revision.id, to: revisionId }
          : { kind: 'review.drop_undone', draftId, to: revisionId },
      ]);
    });
    return recorded.ok ? ok({ seq: recorded.value.seq, revisionId }) : recorded;
  };

  const mark = (workbenchId: WorkbenchId, actor: Actor, decide: Parameters<typeof marked>[2]) =>
    recordOn(deps)<GateRefused | FileNotFound>(workbenchId, actor, (bench) => marked(content, bench, decide));

  return {
    /** All changes of a file: one that the Draft added goes, any other is as the Draft found it. */
    dropFile: (workbenchId: WorkbenchId, path: string, seen: Seen, actor: Actor): Promise<Dropped> =>
      revise(workbenchId, actor, seen, async ({ draft, revision }) => {
        const [reference, now] = [await readTree(content, draft.reference), await readTree(content, revision.tree)];
        const entries = withoutChange(reference, now, path);
        if (!entries) return err({ code: 'FILE_NOT_FOUND' });
        const tree = await content.trees.put({ v: 1, entries });
        if (!tree.ok) throw new Error('a tree with one file less or as it was is a tree');
        return ok({ tree: tree.value, drop: { path, parts: null } });
      }),
    /** The tree that the file layer made without some changes of a file. */
    dropParts: (
      workbenchId: WorkbenchId,
      made: {
        readonly path: string;
        readonly base: ContentId;
        readonly tree: ContentId;
        readonly bytes: number;
        readonly parts: number;
      },
      seen: Seen,
      actor: Actor,
    ): Promise<Dropped> =>
      revise(workbenchId, actor, seen, async () => {
        const { path, parts, ...tree } = made;
        return ok({ ...tree, drop: { path, parts } });
      }),
    undoDrop: (workbenchId: WorkbenchId, seen: Seen, actor: Actor): Promise<Dropped> =>
      revise(workbenchId, actor, seen, async ({ draft, revision, bench }) => {
        const last = lastDrop(await talk(workbenchId), draft.id, revision.id);
        const before = last && bench.revisions.get(last.before as RevisionId);
        if (!before || before.isReleased) return err({ code: 'NOTHING_TO_UNDO' });
        if (!(await usableOf(content, [before.tree])).has(before.tree))
          return err({ code: 'CONTENT_MISSING', tree: before.tree });
        return ok({ tree: before.tree, review: before.review });
      }),
    viewed: (workbenchId: WorkbenchId, path: string, viewed: boolean, actor: Actor) =>
      mark(workbenchId, actor, (draft, changed) =>
        changed.all.has(path)
          ? ok([{ kind: 'review.viewed', draftId: draft.id, path, viewed }])
          : err({ code: 'FILE_NOT_FOUND', paths: [path] }),
      ),
    confirmDeletions: (workbenchId: WorkbenchId, paths: readonly string[], confirmed: boolean, actor: Actor) =>
      mark(workbenchId, actor, (draft, changed) => {
        const missing = paths.filter((path) => !changed.deleted.has(path));
        if (missing.length > 0) return err({ code: 'FILE_NOT_FOUND', paths: missing });
        return ok([{ kind: 'review.deletion_confirmed', draftId: draft.id, paths: [...paths], confirmed }]);
      }),
  };
};

type Revised = {
  readonly tree: ContentId;
  readonly review?: ContentId | null;
  readonly bytes?: number;
  readonly base?: ContentId;
  readonly drop?: { readonly path: string; readonly parts: number | null };
};

type FileNotFound = { readonly code: 'FILE_NOT_FOUND'; readonly paths: readonly string[] };

/** The drop that the Draft stands right after; another write since has made it part of the work. */
export const lastDrop = ({ drops }: Transcript, draftId: string, revisionId: string) => {
  const last = drops.at(-1);
  return last?.draftId === draftId && last.after === revisionId ? last : undefined;
};

const withoutChange = (reference: Tree, now: Tree, path: string): Tree['entries'] | undefined => {
  const was = Object.hasOwn(reference.entries, path) ? reference.entries[path] : undefined;
  const is = Object.hasOwn(now.entries, path) ? now.entries[path] : undefined;
  if (was?.blob === is?.blob) return undefined;
  const { [path]: _dropped, ...rest } = now.entries;
  return was ? { ...rest, [path]: was } : rest;
};

type Changed = { readonly all: ReadonlySet<string>; readonly deleted: ReadonlySet<string> };

const marked = async (
  content: Deps['content'],
  bench: Bench,
  decide: (draft: DraftFacts, changed: Changed) => Result<readonly BenchEvent[], GateRefused | FileNotFound>,
): Promise<Result<readonly BenchEvent[], GateRefused | FileNotFound>> => {
  // A person may tick what they have read while a run goes on.
  const gated = gate(bench, 'switch_model');
  if (!gated.ok) return gated;
  if (!bench.draft) return err({ code: 'NO_DRAFT' });
  const { draft, revision } = openDraft(bench);
  const { added, modified, deleted } = changedBetween(
    await readTree(content, draft.reference),
    await readTree(content, revision.tree),
  );
  return decide(draft, { all: new Set([...added, ...modified, ...deleted]), deleted: new Set(deleted) });
};
