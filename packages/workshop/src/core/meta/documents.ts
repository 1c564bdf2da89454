import type { Tree } from '@atelier/kernel/core';
import { activeTree, type Bench, type DraftFacts } from '../bench.ts';
import { stateOf } from '../gating.ts';
import type { ContentId, RevisionId } from '../ids.ts';

/**
 * A small file that says what is true now: its text, or the content it is a copy of. Where the key is what was written
 * last, nothing is written, and a text of thousands of files is not made.
 */
export type MetaDocument =
  | { readonly file: string; readonly key: string; readonly text: () => string }
  | { readonly file: string; readonly key: ContentId; readonly blob: ContentId };

/** The documents of a Workbench. `published`, `active` and `context` are the trees its fold names. */
export const metaDocuments = (
  bench: Bench,
  trees: { readonly published: Tree; readonly active: Tree; readonly context: Tree },
): readonly MetaDocument[] => {
  const textOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
  const document = (file: string, value: unknown): MetaDocument => {
    const text = textOf(value);
    return { file, key: text, text: () => text };
  };
  /** `facts` and the id of the tree are all that the text is made of. */
  const listing = (file: string, facts: object, tree: ContentId | null, value: () => unknown): MetaDocument => ({
    file,
    key: `${JSON.stringify(facts)}${tree}`,
    text: () => textOf(value()),
  });
  const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
  const files = (tree: Tree) =>
    Object.entries(tree.entries)
      .map(([path, { blob, size }]) => ({ path, size_bytes: size, version: blob }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  const draftDocument = (draft: DraftFacts, revisionId: RevisionId): MetaDocument => {
    const tree = activeTree(bench);
    const facts = {
      draft_id: draft.id,
      revision_id: revisionId,
      base: draft.base,
      created_at: draft.createdAt,
      touched_at: draft.touchedAt,
      source: draft.source,
      tree,
    };
    return listing('draft.json', facts, tree, () => ({ ...facts, files: files(trees.active) }));
  };
  return [
    document('workbench.json', {
      workbench_id: bench.id,
      name: bench.name,
      folder: bench.folder,
      is_deleted: bench.isDeleted,
      settings: bench.settings,
    }),
    listing('files.json', {}, bench.published, () => ({ published: files(trees.published) })),
    document('workshop_state.json', {
      conversation_head_id: bench.head,
      active_model_id: bench.modelId,
      active_draft_revision_id: bench.draft?.revisionId ?? null,
      state: stateOf(bench),
      run: bench.run && { run_id: bench.run.id, mode: bench.run.mode, state: bench.run.state, phase: bench.run.phase },
    }),
    draft && bench.draft ? draftDocument(draft, bench.draft.revisionId) : document('draft.json', null),
    ...[...bench.revisions.values()].map(({ id, draftId, baseRevisionId, messageId, tree, bytes, pruned }) =>
      document(`workshop/draft_revisions/${id}/rev.json`, {
        revision_id: id,
        draft_id: draftId,
        base_revision_id: baseRevisionId,
        message_id: messageId,
        tree,
        bytes,
        pruned,
      }),
    ),
    ...[...bench.checkpoints.values()].map(
      ({ id, reason, description, tree, head, files: count, bytes, at, isExpired }) =>
        document(`checkpoints/${id}.json`, {
          checkpoint_id: id,
          reason,
          description,
          tree,
          head,
          files: count,
          bytes,
          at,
          is_expired: isExpired,
        }),
    ),
    ...(['research', 'plan'] as const).flatMap((name): readonly MetaDocument[] => {
      const blob = bench.artifacts[name];
      return blob ? [{ file: `workshop/_rpi/${name}.md`, key: blob, blob }] : [];
    }),
    ...Object.entries(trees.context.entries).map(
      ([path, { blob }]): MetaDocument => ({
        file: `context/${path}`,
        key: blob as ContentId,
        blob: blob as ContentId,
      }),
    ),
  ];
};
