import type { Tree } from '@atelier/kernel/core';
import type { NewCommit } from '@atelier/kernel/ports';
import type { Bench } from '../../core/bench.ts';
import type { Actor } from '../../core/codec.ts';
import type { WorkbenchEvent } from '../../core/conversation.ts';
import type { Place } from '../../core/events.ts';
import type { ContentId, DraftId, MessageId, RevisionId, RunId } from '../../core/ids.ts';
import { nodesUpFrom } from '../../view/path-items.ts';
import type { Transcript } from '../../view/transcript.ts';
import { commitOf } from '../record.ts';

type Given = {
  readonly bench: Bench;
  readonly talk: Transcript;
  readonly context: Tree;
  readonly base: Place;
  readonly modelId: string;
  readonly draftId: DraftId;
  readonly revisionId: RevisionId;
  readonly newRunId: () => RunId;
};

const eventsPerCommit = 400;

/**
 * The Workbench as it stood when the question was asked, told again as the beginning of a lane: its files and who
 * brought them, its context, the words up to the question. The message ids are the Workbench's own.
 */
export const laneCommits = (given: Given, actor: Actor): readonly NewCommit[] => {
  const events = [...filesAgain(given), ...pathAgain(given), ...standing(given)];
  const commits: NewCommit[] = [];
  for (let at = 0; at < events.length; at += eventsPerCommit)
    commits.push(commitOf({ holds: new Map() }, events.slice(at, at + eventsPerCommit), actor));
  return commits;
};

const filesAgain = ({ bench, context, base, modelId }: Given): readonly WorkbenchEvent[] => {
  const { published, context: contextTree } = base.stamp;
  if (!bench.id) throw new Error('a comparison belongs to a Workbench that is there');
  const [first, ...later] = bench.supplied;
  const born = first?.tree ?? published;
  const category = Object.keys(context.entries)[0]?.split('/')[0] ?? 'situation';
  const contextAgain = (tree: ContentId): WorkbenchEvent => ({ kind: 'context.edited', category, tree, holds: [tree] });
  return [
    {
      kind: 'workbench.created',
      workbenchId: bench.id,
      name: bench.name,
      tree: born,
      modelId,
      folder: null,
      holds: [born, published],
    },
    ...later.map(({ tree, paths }): WorkbenchEvent => {
      return { kind: 'files.added', tree, paths: [...(paths ?? [])], origin: 'user', holds: [tree] };
    }),
    ...(Object.keys(bench.settings).length > 0
      ? [{ kind: 'workbench.settings_changed', set: bench.settings as Record<string, never> } as const]
      : []),
    ...(contextTree ? [contextAgain(contextTree)] : []),
  ];
};

const pathAgain = ({ talk, base, newRunId }: Given): readonly WorkbenchEvent[] => {
  const { published, context } = base.stamp;
  const stamp = { published, context, draft: null };
  let parentId: MessageId | null = null;
  return [...nodesUpFrom(talk, base.head)].reverse().flatMap(({ item }): readonly WorkbenchEvent[] => {
    if (item?.kind !== 'user' && item?.kind !== 'assistant') return [];
    const messageId = item.id as MessageId;
    const placed = { kind: 'message.placed', messageId, parentId, stamp } as const;
    parentId = messageId;
    if (item.kind === 'user')
      return [
        { kind: 'message.user', data: { messageId, text: item.text } },
        { ...placed, role: 'user', runId: null },
      ];
    const run = { runId: newRunId(), messageId };
    return [
      { kind: 'run.started', data: { ...beginning(run.runId, item.modelId) } },
      { kind: 'message.assistant_started', data: { ...run, modelId: item.modelId } },
      { ...placed, role: 'assistant', runId: run.runId },
      { kind: 'message.assistant_partial', data: { messageId, offset: 0, text: item.text } },
      { kind: 'message.assistant_completed', data: { ...run, isCut: item.state === 'cut' } },
      { kind: 'run.completed', data: { runId: run.runId } },
    ];
  });
};

/** Where the lane begins, a Draft that was open then included. */
const standing = (given: Given): readonly WorkbenchEvent[] => {
  const { bench, base, draftId, revisionId } = given;
  const { published, context, draft } = base.stamp;
  const [facts, revision] = [draft && bench.drafts.get(draft.draftId), draft && bench.revisions.get(draft.revisionId)];
  const now = { head: base.head, stamp: { published, context, draft: null } };
  const opened: readonly WorkbenchEvent[] =
    facts && revision && base.head
      ? [
          {
            kind: 'draft.created',
            draftId,
            base: facts.base,
            reference: facts.reference,
            source: { kind: 'workshop', ref: draftId },
            holds: [facts.base, facts.reference],
          },
          {
            kind: 'draft.revision_created',
            draftId,
            revisionId,
            baseRevisionId: null,
            messageId: base.head,
            tree: revision.tree,
            review: revision.review,
            bytes: 0,
            holds: revision.review ? [revision.tree, revision.review] : [revision.tree],
          },
        ]
      : [];
  return [{ kind: 'head.moved', reason: 'choose', mode: 'full', from: now, to: now }, ...opened];
};

const beginning = (runId: RunId, modelId: string) => ({ runId, modelId, effort: null, cap: null, scopeHash: '' });
