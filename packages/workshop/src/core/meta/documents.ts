import type { Tree } from '@atelier/kernel/core';
import { activeTree, type Bench } from '../bench.ts';
import { stateOf } from '../gating.ts';
import type { ContentId } from '../ids.ts';

/** A small file that says what is true now: its text, or the content it is a copy of. */
export type MetaDocument =
  | { readonly file: string; readonly text: string }
  | { readonly file: string; readonly blob: ContentId };

/** The documents of a Workbench. `published`, `active` and `context` are the trees its fold names. */
export const metaDocuments = (
  bench: Bench,
  trees: { readonly published: Tree; readonly active: Tree; readonly context: Tree },
): readonly MetaDocument[] => {
  const document = (file: string, value: unknown): MetaDocument => ({
    file,
    text: `${JSON.stringify(value, null, 2)}\n`,
  });
  const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
  const files = (tree: Tree) =>
    Object.entries(tree.entries)
      .map(([path, { blob, size }]) => ({ path, size_bytes: size, version: blob }))
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  return [
    document('workbench.json', {
      workbench_id: bench.id,
      name: bench.name,
      folder: bench.folder,
      is_deleted: bench.isDeleted,
      settings: bench.settings,
    }),
    document('files.json', { published: files(trees.published) }),
    document('workshop_state.json', {
      conversation_head_id: bench.head,
      active_model_id: bench.modelId,
      active_draft_revision_id: bench.draft?.revisionId ?? null,
      state: stateOf(bench),
      run: bench.run && { run_id: bench.run.id, mode: bench.run.mode, state: bench.run.state, phase: bench.run.phase },
    }),
    document(
      'draft.json',
      draft && bench.draft
        ? {
            draft_id: draft.id,
            revision_id: bench.draft.revisionId,
            base: draft.base,
            created_at: draft.createdAt,
            touched_at: draft.touchedAt,
            source: draft.source,
            tree: activeTree(bench),
            files: files(trees.active),
          }
        : null,
    ),
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
      return blob ? [{ file: `workshop/_rpi/${name}.md`, blob }] : [];
    }),
    ...Object.entries(trees.context.entries).map(
      ([path, { blob }]): MetaDocument => ({ file: `context/${path}`, blob: blob as ContentId }),
    ),
  ];
};
