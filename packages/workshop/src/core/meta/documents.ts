import type { Tree } from '@atelier/kernel/core';
import { activeTree, type Bench, type DraftFacts } from '../bench.ts';
import { stateOf } from '../gating.ts';
import type { ContentId, RevisionId } from '../ids.ts';
import { blobDocument, jsonDocument, jsonText, type MetaDocument } from './document.ts';

/** The documents of a Workbench. `published`, `active` and `context` are the trees its fold names. */
export const metaDocuments = (
  bench: Bench,
  trees: { readonly published: Tree; readonly active: Tree; readonly context: Tree },
): readonly MetaDocument[] => {
  /** `facts` and the id of the tree are all that the text is made of. */
  const listing = (file: string, facts: object, tree: ContentId | null, value: () => unknown): MetaDocument => ({
    file,
    key: `${JSON.stringify(facts)}${tree}`,
    text: () => jsonText(value()),
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
    jsonDocument('workbench.json', {
      workbench_id: bench.id,
      name: bench.name,
      folder: bench.folder,
      is_deleted: bench.isDeleted,
      settings: bench.settings,
    }),
    listing('files.json', {}, bench.published, () => ({ published: files(trees.published) })),
    jsonDocument('workshop_state.json', {
      conversation_head_id: bench.head,
      active_model_id: bench.modelId,
      active_draft_revision_id: bench.draft?.revisionId ?? null,
      state: stateOf(bench),
      run: bench.run && { run_id: bench.run.id, mode: bench.run.mode, state: bench.run.state, phase: bench.run.phase },
    }),
    draft && bench.draft ? draftDocument(draft, bench.draft.revisionId) : jsonDocument('draft.json', null),
    ...[...bench.revisions.values()].map(({ id, draftId, baseRevisionId, messageId, tree, bytes, pruned }) =>
      jsonDocument(`workshop/draft_revisions/${id}/rev.json`, {
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
        jsonDocument(`checkpoints/${id}.json`, {
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
      return blob ? [blobDocument(`workshop/_rpi/${name}.md`, blob)] : [];
    }),
    ...Object.entries(trees.context.entries).map(([path, { blob }]) =>
      blobDocument(`context/${path}`, blob as ContentId),
    ),
  ];
};
