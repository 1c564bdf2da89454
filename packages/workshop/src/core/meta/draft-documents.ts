import { diffTrees, type Tree } from '@atelier/kernel/core';
import type { Bench, DraftFacts, Revision } from '../bench.ts';
import type { ContentId } from '../ids.ts';
import type { ReviewNotes } from '../review-notes.ts';
import { blobDocument, jsonDocument, type MetaDocument, textDocument } from './document.ts';
import type { MetaState, ProposalFacts } from './lines.ts';

/** What is read to tell of a Draft; a tree or notes that are gone are told as empty. */
export type DraftReads = {
  readonly tree: (id: ContentId) => Promise<Tree>;
  readonly notes: (id: ContentId | null) => Promise<ReviewNotes>;
};

const kindOf = { added: 'added', changed: 'modified', removed: 'deleted' } as const;

/**
 * Each state of a Draft that can be rewound to, as the change that made it: what it changes, by which calls, and how it
 * was applied. `told` keeps what was told before: a revision never changes.
 */
export const proposalDocuments = async (
  bench: Bench,
  { proposals }: MetaState,
  reads: DraftReads,
  told: Map<string, readonly MetaDocument[]>,
): Promise<readonly MetaDocument[]> => {
  const open = [...bench.revisions.values()].filter(({ pruned, isReleased }) => pruned === null && !isReleased);
  for (const id of told.keys()) if (!open.some((revision) => revision.id === id)) told.delete(id);
  for (const revision of open) {
    const facts = proposals.get(revision.id);
    if (facts && !told.has(revision.id)) told.set(revision.id, await proposalOf(bench, revision, facts, reads));
  }
  return [...told.values()].flat();
};

const proposalOf = async (
  { revisions, drafts }: Bench,
  { id, draftId, baseRevisionId, messageId, tree, review }: Revision,
  { at, edits, attempts }: ProposalFacts,
  reads: DraftReads,
): Promise<readonly MetaDocument[]> => {
  const base = (baseRevisionId && revisions.get(baseRevisionId)?.tree) ?? drafts.get(draftId)?.base ?? tree;
  const changes = diffTrees(await reads.tree(base), await reads.tree(tree));
  const { files } = await reads.notes(review);
  const place = `workshop/proposals/${id}`;
  return [
    jsonDocument(`${place}.json`, {
      proposal_id: id,
      draft_id: draftId,
      created_at: at,
      message_id: messageId,
      base_tree: base,
      tree,
      changes: changes.map(({ path, kind }) => ({ path, kind: kindOf[kind] })),
      edits: edits.map(({ entryId, tool }) => ({ tool_log_entry: entryId, tool_name: tool })),
      no_changes: changes.length === 0,
    }),
    textDocument(`${place}/apply_attempts.jsonl`, attempts.map((attempt) => `${JSON.stringify(attempt)}\n`).join('')),
    ...edits.flatMap(({ entryId, content }) =>
      content === null ? [] : [blobDocument(`${place}/edits/${entryId}.json`, content as ContentId)],
    ),
    ...changes.flatMap(({ path }, at) => {
      const summary = Object.hasOwn(files, path) ? files[path]?.summary : undefined;
      return summary ? [textDocument(`${place}/summaries/${nameFor(path, at)}.md`, `${summary}\n`)] : [];
    }),
  ];
};

/** What Review starts from: the changes since the Draft began, what was said of each, and the ticks of a person. */
export const reviewDocuments = async (
  draft: DraftFacts,
  { id, tree, review, messageId }: Revision,
  { summaries }: MetaState,
  reads: DraftReads,
): Promise<readonly MetaDocument[]> => {
  const changes = diffTrees(await reads.tree(draft.reference), await reads.tree(tree));
  const { files } = await reads.notes(review);
  const saidOf = (path: string) => (Object.hasOwn(files, path) ? files[path] : undefined);
  const place = `review/${draft.id}`;
  const summary = summaries.get(messageId);
  return [
    jsonDocument(`${place}/change_set.json`, {
      draft_id: draft.id,
      revision_id: id,
      reference_tree: draft.reference,
      tree,
      changes: changes.map((change) => ({
        path: change.path,
        kind: kindOf[change.kind],
        bytes_before: change.kind === 'added' ? null : change.before.size,
        bytes_after: change.kind === 'removed' ? null : change.after.size,
        summary: saidOf(change.path)?.summary ?? null,
        focus_hint: saidOf(change.path)?.hint ?? null,
      })),
    }),
    ...(summary === undefined ? [] : [textDocument(`${place}/draft_summary.md`, `${summary}\n`)]),
    jsonDocument(`${place}/deletions.json`, {
      deletions: changes
        .filter(({ kind }) => kind === 'removed')
        .map(({ path }) => ({ path, confirmed: draft.confirmedDeletions.has(path) })),
    }),
    ...changes.flatMap(({ path }, at) => {
      const said = saidOf(path);
      const name = nameFor(path, at);
      return [
        ...(said?.summary ? [textDocument(`${place}/summaries/${name}.md`, `${said.summary}\n`)] : []),
        ...(said?.hint ? [jsonDocument(`${place}/focus_hints/${name}.json`, { path, hint: said.hint })] : []),
      ];
    }),
  ];
};

const longest = 60;

/** The file's own name; a long one is cut, because a name and its ending may be 255 bytes together. */
const nameFor = (path: string, at: number): string =>
  path.length <= longest ? path : `${path.slice(0, longest).toWellFormed()}~${at + 1}`;
