import type { AdoptedChange, FileResult, TreePlace } from '@atelier/files';
import { err, ok, type Result } from '@atelier/kernel/core';
import type { DecideRefused } from '@atelier/kernel/usecases';
import { activeTree, type Bench, stampNow } from '../core/bench.ts';
import { card } from '../core/cards.ts';
import type { Actor } from '../core/codec.ts';
import type { BenchEvent, BenchEventOf } from '../core/events.ts';
import type { GateRefused } from '../core/gating.ts';
import { type HiddenReading, hiddenReadingOf } from '../core/hidden-reading.ts';
import { benchStream, type ContentId, type MessageId, type WorkbenchId } from '../core/ids.ts';
import { notesAfter } from '../core/review-notes.ts';
import { defaultRevisionLimits, type WriteRefused, writeDraft } from '../core/revisions.ts';
import { type DraftLimits, writeFlaw } from '../core/write-rules.ts';
import type { WorkshopPorts } from '../ports/index.ts';
import { type RecordDeps, recordOn } from './record.ts';
import { notesOf } from './review-notes.ts';
import { viewOf } from './tree-place.ts';
import { readTree } from './trees.ts';

type Deps = Pick<WorkshopPorts, 'benches' | 'content' | 'newId'> &
  RecordDeps & { readonly limits: () => Promise<DraftLimits> };

/** How a program of somebody else's is given what files hide: as the person chose for this Workbench. */
export const outsideReading =
  ({ benches }: Pick<WorkshopPorts, 'benches'>, workbenchId: WorkbenchId) =>
  async (path: string): Promise<HiddenReading> => {
    const now = await benches.at(benchStream(workbenchId));
    return now.ok ? hiddenReadingOf(now.value.state.settings, path) : 'withheld';
  };

type OutsideRefused = WriteRefused | GateRefused | DecideRefused;

/** Somebody else may write another file between our look and our commit; each try looks again. */
const mostTries = 8;

/**
 * Where a program of somebody else's works on a Workbench: it reads the Draft or Published, and writes into the Draft
 * in its own name. Its first write leaves a card in the chat that a person can return to; further ones move that card's
 * state on for as long as nothing else was said.
 */
export const createOutsidePlace = (deps: Deps, workbenchId: WorkbenchId, client: string): TreePlace => {
  const actor: Actor = { kind: 'client', name: client };
  const benchNow = async (): Promise<Bench> => {
    const now = await deps.benches.at(benchStream(workbenchId));
    if (!now.ok || now.value.state.id === null || now.value.state.isDeleted) throw new Error('no such Workbench');
    return now.value.state;
  };
  let cardId: MessageId | null = null;

  const write = (
    base: ContentId,
    change: AdoptedChange,
    tree: ContentId,
    limits: DraftLimits,
  ): Promise<Result<unknown, OutsideRefused>> =>
    recordOn(deps)<WriteRefused>(workbenchId, actor, async (bench) => {
      // The built-in run and a program would each undo what the other does to a file.
      if (bench.run?.state === 'running') return err({ code: 'RUN_IN_PROGRESS' });
      const isOurs = cardId !== null && bench.head === cardId;
      const messageId: MessageId = isOurs && cardId ? cardId : deps.newId('msg');
      const written = writeDraft(bench, {
        draftId: deps.newId('dft'),
        revisionId: deps.newId('rev'),
        messageId,
        base,
        tree,
        review: await notedIn(deps.content, bench, change),
        bytes: change.staged.size_bytes,
        source: { kind: 'outside', ref: client },
        limits: { ...defaultRevisionLimits, bytes: limits.revisionBytes },
      });
      if (!written.ok) return written;
      cardId = messageId;
      return ok([
        ...written.value,
        said(bench, written.value, { messageId, isOurs, client, path: change.staged.path }),
      ]);
    });

  return {
    view: async () => viewOf(await benchNow()),
    adopt: async (change) => {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const bench = await benchNow();
        const base = activeTree(bench);
        if (!base) return refused('not_draft', 'This Workbench has no files.');
        const tree = base === change.before ? change.tree : await rebased(deps.content, base, change);
        if (!tree) return stale(change.staged.path);
        if (tree === base) return ok(null);
        const limits = await deps.limits();
        const { path, size_bytes: size } = change.staged;
        const names = Object.keys((await readTree(deps.content, tree)).entries);
        const flaw = writeFlaw({ path, size, names }, limits);
        if (flaw !== null) return err({ code: 'SANDBOX_VIOLATION', reason: 'bad_path', message: flaw });
        const written = await write(base, change, tree, limits);
        if (written.ok || written.error.code === 'NOTHING_CHANGED') return ok(null);
        if (written.error.code !== 'CONFLICT_DRAFT_CHANGED') return refusedBy(written.error);
      }
      return stale(change.staged.path);
    },
  };
};

/** What the tool says it did, beside what was noted of the other files of the Draft: Review starts from it. */
const notedIn = async (
  content: WorkshopPorts['content'],
  bench: Bench,
  { staged }: AdoptedChange,
): Promise<ContentId> => {
  const { path, action, tool, summary, focus_hint: hint, certificate } = staged;
  const notes = notesAfter(await notesOf(content, bench), [{ path, action, tool, summary, hint, certificate }]);
  return (await content.blobs.put(new TextEncoder().encode(JSON.stringify(notes)))) as ContentId;
};

/** The same edit on the files as they are by now; undefined when this very file was changed by somebody else. */
const rebased = async (
  content: WorkshopPorts['content'],
  now: ContentId,
  { staged, version, tree }: AdoptedChange,
): Promise<ContentId | undefined> => {
  const [current, edited] = [await readTree(content, now), await readTree(content, tree)];
  const [before, after] = [current.entries[staged.path], edited.entries[staged.path]];
  if ((before?.blob ?? null) !== staged.base || after?.blob !== version) return undefined;
  const put = await content.trees.put({ v: 1, entries: { ...current.entries, [staged.path]: after } });
  return put.ok ? put.value : undefined;
};

const said = (
  bench: Bench,
  written: readonly BenchEvent[],
  facts: { messageId: MessageId; isOurs: boolean; client: string; path: string },
): BenchEvent => {
  const made = written.find(
    (event): event is BenchEventOf<'draft.revision_created'> => event.kind === 'draft.revision_created',
  );
  if (!made) throw new Error('a write makes a revision');
  const stamp = { ...stampNow(bench), draft: { draftId: made.draftId, revisionId: made.revisionId } };
  const { messageId, isOurs, client, path } = facts;
  return isOurs
    ? { kind: 'message.stamped', messageId, stamp }
    : card(messageId, bench.head, 'draft_changes_applied', { client, path }, stamp);
};

const stale = (path: string): FileResult<never> =>
  err({
    code: 'CONFLICT_STALE_STATE',
    reason: 'version',
    message: `${path} was changed by someone else during this edit.`,
    hint: 'Read it again, then repeat the edit.',
  });

const refused = (reason: 'not_draft', message: string, hint?: string): FileResult<never> =>
  err({ code: 'SANDBOX_VIOLATION', reason, message, ...(hint ? { hint } : {}) });

const refusedBy = ({ code }: OutsideRefused): FileResult<never> => {
  switch (code) {
    case 'RUN_IN_PROGRESS':
      return refused(
        'not_draft',
        'Atelier’s own run is working on these files.',
        'Wait until it has ended, read the file again, then repeat the edit.',
      );
    case 'COMPARE_OPEN':
      return refused(
        'not_draft',
        'A comparison of answers is open in this Workbench.',
        'Ask the person to choose one of them in Atelier, then repeat the edit.',
      );
    default:
      return refused('not_draft', `The change could not be recorded (${code}).`, 'Try the same call once more.');
  }
};
