import type { ValueOf } from '@atelier/contracts';
import { diffTrees, err, ok, type Result } from '@atelier/kernel/core';
import {
  activeTree,
  type Bench,
  type BenchEvent,
  type ContentId,
  gate,
  isStale,
  type MessageId,
  messagesAfter,
  placeNow,
  previewRewind,
  type RewindMode,
  type RunId,
  recordOn,
  regenerate,
  type Seen,
  type Stamp,
  sizeOf,
  usableOnPath,
  userMessageOf,
  type WorkbenchEvent,
  type WorkbenchId,
} from '@atelier/workshop';
import { nodesUpFrom, type Transcript } from '@atelier/workshop/view';
import type { Handlers } from '../surface.ts';
import { modelRefused, type TalkDeps } from './talk-deps.ts';
import type { createUnseen } from './unseen-pictures.ts';
import { refuse, refusedBy } from './words.ts';
import { actorOf, type Workshop } from './workshop.ts';

type Names = 'WorkshopUndoPreview' | 'WorkshopUndo' | 'WorkshopRedo' | 'WorkshopRegenerate';
type Files = ValueOf<'WorkshopUndoPreview'>['files'];

const changeOf = { added: 'added', changed: 'modified', removed: 'deleted' } as const;

/** Back to a message, forward again, and another answer to the same question. */
export const createRewindHandlers = (
  { kit, open, runs }: TalkDeps,
  unseenBy: ReturnType<typeof createUnseen>,
): Handlers<Names> => ({
  WorkshopUndoPreview: async ({ workbenchId, messageId }) => {
    const workshop = await open();
    const looked = await workshop.look(workbenchId as WorkbenchId);
    if (!looked.ok) return refusedBy('WorkshopUndoPreview', looked.error);
    const { bench, talk } = looked.value;
    const preview = previewRewind(bench, messageId as MessageId);
    if (!preview.ok) return refusedBy('WorkshopUndoPreview', preview.error);
    const { to, ...told } = preview.value;
    const revision = to.draft && bench.revisions.get(to.draft.revisionId);
    const isPruned = to.draft !== null && (!revision || revision.pruned !== null);
    // What is out of rewind but still kept can be opened again, and that is what is told.
    const target = revision && !(isPruned && revision.isReleased) ? revision.tree : to.published;
    return ok({
      ...told,
      messages: saidAfter(talk, bench.head, messageId),
      files: await changesTo(workshop, activeTree(bench), target),
      publishedFiles: await changesTo(workshop, bench.published, to.published),
      pruned: isPruned ? { isReopenable: revision?.isReleased === false } : null,
    });
  },
  WorkshopUndo: async ({ workbenchId, messageId, mode, published, seen = {} }, caller) => {
    const { actions } = await open();
    const facts = { messageId: messageId as MessageId, mode, published, seen: seen as Seen };
    const { recorded, partial } = await actions.rewind(workbenchId as WorkbenchId, facts, actorOf(caller));
    return recorded.ok ? ok({ seq: recorded.value.seq, partial }) : refusedBy('WorkshopUndo', recorded.error);
  },
  WorkshopRedo: async ({ workbenchId, seen = {} }, caller) => {
    const { actions } = await open();
    const done = await actions.redo(workbenchId as WorkbenchId, seen as Seen, actorOf(caller));
    return done.ok ? ok({ seq: done.value.seq }) : refusedBy('WorkshopRedo', done.error);
  },
  WorkshopRegenerate: async ({ workbenchId, modelId, withoutPictures, ...wish }, caller) => {
    const workshop = await open();
    const id = workbenchId as WorkbenchId;
    const looked = await workshop.look(id);
    if (!looked.ok) return refusedBy('WorkshopRegenerate', looked.error);
    const wanted = modelId ?? looked.value.bench.modelId;
    if (wanted === null) return refusedBy('WorkshopRegenerate', { code: 'NO_MODEL' });
    const found = await (await kit.models.open()).modelFor(wanted);
    if (!found.ok) return refusedBy('WorkshopRegenerate', modelRefused(found.error));
    const { bench: shown } = looked.value;
    const isUnjudged = wish.text !== undefined && withoutPictures === undefined;
    const unseen = isUnjudged ? await unseenBy(found.value, shown, wish.text ?? '') : undefined;
    if (unseen) return refuse('MODEL_CANNOT_SEE', unseen);
    const ids: AgainIds = { messageId: workshop.newId('msg'), runId: workshop.newId('run') };
    let question = '';
    const begun = await (await runs()).begin(
      id,
      () =>
        recordOn(workshop)<Told>(id, actorOf(caller), async (bench) => {
          const decided = await answerAgain(workshop, bench, await workshop.transcriptOf(id), {
            ...wish,
            ids,
            by: caller.person,
          });
          if (!decided.ok) return decided;
          question = decided.value.question;
          return ok(decided.value.events);
        }),
      { modelId },
    );
    if (!begun.ok) return refusedBy('WorkshopRegenerate', begun.error);
    return ok({ seq: begun.value.seq, messageId: question, runId: ids.runId });
  },
});

type Told = { readonly code: string };
type AgainIds = { readonly messageId: MessageId; readonly runId: RunId };
type Wish = {
  readonly messageId?: string | undefined;
  readonly text?: string | undefined;
  readonly mode?: RewindMode | undefined;
  readonly published?: 'keep' | 'restore' | undefined;
  readonly confirmed?: boolean | undefined;
  readonly seen?:
    | { readonly head?: string | null | undefined; readonly revisionId?: string | null | undefined }
    | undefined;
  readonly ids: AgainIds;
  readonly by: string;
};

/** The head goes back to the question and a run is ordered for it, as one commit: nobody finds the one without the other. */
const answerAgain = async (
  workshop: Workshop,
  bench: Bench,
  talk: Transcript,
  { messageId, text, mode = 'full', published, confirmed = false, seen = {}, ids, by }: Wish,
): Promise<Result<{ readonly events: readonly WorkbenchEvent[]; readonly question: MessageId }, Told>> => {
  const gated = gate(bench, 'rewind');
  if (!gated.ok) return gated;
  if (isStale(bench, seen as Seen)) return err({ code: 'CONFLICT_STALE_STATE' });
  const size = sizeOf(await workshop.treeAt(bench.published));
  if (size.files === 0) return err({ code: 'NO_FILES' });
  const target = (messageId as MessageId | undefined) ?? bench.head;
  const asked = target && userMessageOf(bench, target);
  const usable = asked ? await usableOnPath(workshop.content, bench, asked) : new Set<ContentId>();
  const again = regenerate(bench, {
    messageId: messageId as MessageId | undefined,
    mode,
    published,
    preRestoreId: workshop.newId('chk'),
    size,
    isUsable: (tree) => usable.has(tree),
  });
  if (!again.ok) return again;
  const { userMessageId } = again.value;
  if (!confirmed && takesMore(bench, again.value.events, userMessageId)) return err({ code: 'CONFIRMATION_REQUIRED' });
  // Worked through as it was the first time: a question stays one, and another workflow is not lost.
  const before = [...talk.runs.values()].findLast((run) => run.userMessageId === userMessageId);
  const order = (question: MessageId): WorkbenchEvent => ({
    kind: 'run.ordered',
    runId: ids.runId,
    userMessageId: question,
    mode: before?.mode ?? 'agent',
    ...(before?.workflowId !== undefined && { workflowId: before.workflowId }),
  });
  if (text === undefined) {
    const cleared: BenchEvent = { kind: 'rpi.cleared', because: 'regenerate' };
    return ok({ question: userMessageId, events: [...again.value.events, cleared, order(userMessageId)] });
  }
  const parentId = bench.messages.get(userMessageId)?.parentId ?? null;
  const moved = movedBefore(bench, again.value.events, parentId);
  return ok({
    question: ids.messageId,
    events: [
      ...moved.events,
      { kind: 'message.user', data: { messageId: ids.messageId, text, by } },
      {
        kind: 'message.placed',
        messageId: ids.messageId,
        parentId,
        role: 'user',
        runId: null,
        stamp: moved.stamp,
      },
      order(ids.messageId),
    ],
  });
};

/** More than the answer itself: a Draft, or what was said after it. A person is asked first. */
const takesMore = (bench: Bench, events: readonly BenchEvent[], question: MessageId): boolean => {
  const move = events.find((event) => event.kind === 'head.moved');
  const losesDraft =
    move !== undefined && bench.draft !== null && move.to.stamp.draft?.revisionId !== bench.draft.revisionId;
  return losesDraft || messagesAfter(bench, question).some(({ role }) => role === 'user');
};

/** The same move, one message further: the changed question takes the place of the old one. */
const movedBefore = (
  bench: Bench,
  events: readonly BenchEvent[],
  parentId: MessageId | null,
): { readonly events: readonly BenchEvent[]; readonly stamp: Stamp } => {
  const from = placeNow(bench);
  const move = events.find((event) => event.kind === 'head.moved');
  if (!move) {
    const to = { head: parentId, stamp: from.stamp };
    return {
      stamp: from.stamp,
      events: [
        { kind: 'head.moved', reason: 'regenerate', mode: 'full', from, to },
        { kind: 'rpi.cleared', because: 'regenerate' },
      ],
    };
  }
  const further = { ...move, to: { ...move.to, head: parentId } };
  return { stamp: move.to.stamp, events: events.map((event) => (event === move ? further : event)) };
};

/** How many messages a person would no longer see; a turn that only called tools has none to show. */
const saidAfter = (talk: Transcript, head: string | null, messageId: string): number => {
  let count = 0;
  for (const { id, item, role } of nodesUpFrom(talk, head)) {
    if (id === messageId) break;
    if (item && role !== 'system') count += 1;
  }
  return count;
};

/** How the files would change. A tree that is lost cannot be told; the rewind itself will say so. */
const changesTo = async (workshop: Workshop, now: ContentId | null, then: ContentId): Promise<Files> => {
  if (now === then) return [];
  const target = await workshop.treeAt(then).catch(() => undefined);
  if (!target) return [];
  return diffTrees(await workshop.treeAt(now), target).map(({ path, kind }) => ({ path, change: changeOf[kind] }));
};
