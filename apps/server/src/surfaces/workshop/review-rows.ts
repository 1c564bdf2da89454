import type { CertificateRow, ReviewChanges, ReviewRow, ValueOf } from '@atelier/contracts';
import { diffTrees } from '@atelier/kernel/core';
import {
  type Bench,
  benchStream,
  type ContentId,
  lastDrop,
  parseNotes,
  type Revision,
  type RevisionId,
  reviewReport,
  type WorkbenchId,
} from '@atelier/workshop';
import { kindOfName, type Transcript } from '@atelier/workshop/view';
import type { BenchSides } from './bench-files.ts';
import type { Workshop } from './workshop.ts';

type TreeChange = ReturnType<typeof diffTrees>[number];
const changeOf = { added: 'added', changed: 'modified', removed: 'deleted' } as const;

/** The list of a review. What a run said of its files belongs to the Draft; two other states have only their difference. */
export const changesOf = async (
  workshop: Workshop,
  id: WorkbenchId,
  { from, to, bench, isDraft }: BenchSides,
): Promise<ReviewChanges> => {
  const draft = isDraft ? openDraft(bench) : undefined;
  const left = await leftTree(workshop, from, draft ? bench.published : null);
  const changes = diffTrees(left.tree, await workshop.treeAt(to));
  const talk = await workshop.transcriptOf(id);
  const notes = parseNotes(draft?.revision.review ? await bytesOf(workshop, draft.revision.review) : undefined);
  const draftSummary = draft ? summaryOf(talk, draft.revision) : null;
  const partly = draft ? await partlyDropped(workshop, bench, talk, draft) : new Set<string>();
  const viewed = draft ? await viewedPaths(workshop, bench, talk, draft, changes) : new Set<string>();
  return {
    draftId: draft?.revision.draftId ?? null,
    revisionId: draft?.revision.id ?? null,
    draftSummary,
    rows: changes.map((change): ReviewRow => {
      const { path } = change;
      const said = Object.hasOwn(notes.files, path) ? notes.files[path] : undefined;
      const summary = said?.summary || draftSummary;
      return {
        path,
        change: changeOf[change.kind],
        kind: kindOfName(path),
        ...sizesOf(change),
        summary: summary ?? null,
        summaryOf: said?.summary ? 'file' : draftSummary ? 'draft' : null,
        warnings: said?.warnings ?? [],
        losesMuch: draft !== undefined && losesMuch(change),
        isPartlyDropped: partly.has(path),
        hint: said?.hint ?? null,
        isViewed: viewed.has(path),
        isConfirmed: draft?.facts.confirmedDeletions.has(path) ?? false,
      };
    }),
    reference: left.reference,
    canUndoDrop: draft !== undefined && lastDrop(talk, draft.revision.draftId, draft.revision.id) !== undefined,
  };
};

/** File by file: what is other and what is byte for byte the same, and who wrote what is other. */
export const certificateOf = async (
  workshop: Workshop,
  id: WorkbenchId,
  { from, to, bench, isDraft }: BenchSides,
): Promise<CertificateRow[]> => {
  const draft = isDraft ? openDraft(bench) : undefined;
  const notes = parseNotes(draft?.revision.review ? await bytesOf(workshop, draft.revision.review) : undefined);
  const [left, right] = [await workshop.treeAt(from), await workshop.treeAt(to)];
  const changes = new Map(diffTrees(left, right).map((change) => [change.path, change]));
  const paths = new Set([...Object.keys(left.entries), ...Object.keys(right.entries)]);
  const talk = await workshop.transcriptOf(id);
  const rows: CertificateRow[] = [];
  for (const path of [...paths].toSorted()) {
    const change = changes.get(path);
    const same = left.entries[path]?.blob ?? null;
    const { versionBefore, versionAfter } = change ? sizesOf(change) : { versionBefore: same, versionAfter: same };
    rows.push({
      path,
      versionBefore,
      versionAfter,
      change: change ? changeOf[change.kind] : 'unchanged',
      certificate: (change && notes.files[path]?.certificate) || null,
      writtenBy: change && draft ? await writersOf(workshop, bench, talk, draft, path) : [],
    });
  }
  return rows;
};

/** Of the open Draft, else of the one that was published last. */
export const reportOf = async (
  { log }: Workshop,
  id: WorkbenchId,
  bench: Bench,
): Promise<ValueOf<'ReviewCertificate'>['report']> => {
  const published = [...bench.checkpoints.values()].findLast(
    ({ published: done }) => done && !done.isUndone,
  )?.published;
  const draftId = bench.draft?.draftId ?? published?.draft.draftId;
  if (draftId === undefined) return null;
  const read = await log.read(benchStream(id));
  if (!read.ok) return null;
  const { decisions, models } = reviewReport(read.value.events, draftId);
  return { decisions: [...decisions], models: [...models] };
};

/** Who a document's tracked changes are by: the model that wrote it last, else whoever made the Draft. */
export const writerOf = async (
  workshop: Workshop,
  id: WorkbenchId,
  { bench }: BenchSides,
  path: string,
): Promise<{ readonly author: string; readonly at: string }> => {
  const draft = openDraft(bench);
  const last = draft && (await writersOf(workshop, bench, await workshop.transcriptOf(id), draft, path)).at(-1);
  const at = last?.at ?? draft?.facts.touchedAt ?? new Date(0).toISOString();
  const author = last?.modelId ?? last?.by ?? draft?.facts.source.ref ?? 'Atelier';
  return { author, at: at.replace(/\.\d+Z$/, 'Z') };
};

type OpenDraft = { readonly facts: NonNullable<ReturnType<Bench['drafts']['get']>>; readonly revision: Revision };

const openDraft = (bench: Bench): OpenDraft | undefined => {
  const facts = bench.draft && bench.drafts.get(bench.draft.draftId);
  const revision = bench.draft && bench.revisions.get(bench.draft.revisionId);
  return facts && revision ? { facts, revision } : undefined;
};

const bytesOf = ({ content }: Workshop, id: ContentId): Promise<Uint8Array | undefined> =>
  content.blobs.get(id).catch(() => undefined);

/** Where the start of the Draft is lost, Published stands in for it, and the review says so. */
const leftTree = async (workshop: Workshop, from: ContentId, published: ContentId | null) => {
  const fallback = { source: 'published_current_fallback', warning: 'start_lost' } as const;
  const own = await workshop.treeAt(from).catch(() => undefined);
  if (own) return { tree: own, reference: { source: 'draft_start_snapshot', warning: null } as const };
  const now = published && (await workshop.treeAt(published).catch(() => undefined));
  if (now) return { tree: now, reference: fallback };
  return { tree: { v: 1 as const, entries: {} }, reference: { source: 'none', warning: 'start_lost' } as const };
};

const sizesOf = (change: TreeChange) => {
  const before = change.kind === 'added' ? undefined : change.before;
  const after = change.kind === 'removed' ? undefined : change.after;
  return {
    bytesBefore: before?.size ?? null,
    bytesAfter: after?.size ?? null,
    versionBefore: before?.blob ?? null,
    versionAfter: after?.blob ?? null,
  };
};

/** Below this nothing much can be lost. */
const littleBytes = 200;

/** Less than half of a file is left: asked for perhaps, and too easily passed over when it was not. */
const losesMuch = (change: TreeChange): boolean =>
  change.kind === 'changed' && change.before.size >= littleBytes && change.after.size < change.before.size / 2;

/** What the answer that made the Draft said. */
const summaryOf = (talk: Transcript, { messageId }: Revision): string | null => {
  const item = talk.nodes.get(messageId)?.item;
  return item?.kind === 'assistant' && item.text !== '' ? item.text : null;
};

/** A tick is about bytes: a file that changed after it was ticked has to be looked at again. */
const viewedPaths = async (
  workshop: Workshop,
  bench: Bench,
  talk: Transcript,
  { revision }: OpenDraft,
  changes: readonly TreeChange[],
): Promise<ReadonlySet<string>> => {
  const ticked = talk.viewed.get(revision.draftId);
  const viewed = new Set<string>();
  for (const change of changes) {
    const at = ticked?.get(change.path);
    const seen = at && bench.revisions.get(at as RevisionId);
    if (!seen || seen.isReleased) continue;
    const then = (await workshop.treeAt(seen.tree)).entries[change.path]?.blob ?? null;
    if (then === sizesOf(change).versionAfter) viewed.add(change.path);
  }
  return viewed;
};

/** The states of the Draft up to this one, oldest first. */
const revisionsTo = (bench: Bench, revision: Revision): readonly Revision[] => {
  const chain: Revision[] = [];
  for (let at: Revision | undefined = revision; at; ) {
    chain.unshift(at);
    at = at.baseRevisionId ? bench.revisions.get(at.baseRevisionId) : undefined;
  }
  return chain;
};

/** Files of which a person took something out on the way to this state. */
const partlyDropped = async (
  workshop: Workshop,
  bench: Bench,
  { drops }: Transcript,
  { revision }: OpenDraft,
): Promise<ReadonlySet<string>> => {
  const passed = new Set<string>(revisionsTo(bench, revision).map(({ id }) => id));
  const paths = new Set<string>();
  for (const { before, after } of drops) {
    const [was, is] = [bench.revisions.get(before as RevisionId), bench.revisions.get(after as RevisionId)];
    if (!passed.has(after) || !was || !is || was.isReleased || is.isReleased) continue;
    for (const { path } of diffTrees(await workshop.treeAt(was.tree), await workshop.treeAt(is.tree))) paths.add(path);
  }
  return paths;
};

/** The answers whose revisions changed a file, oldest first. */
const writersOf = async (
  workshop: Workshop,
  bench: Bench,
  talk: Transcript,
  { facts, revision }: OpenDraft,
  path: string,
): Promise<CertificateRow['writtenBy']> => {
  const chain = revisionsTo(bench, revision);
  const writers: CertificateRow['writtenBy'] = [];
  let before = (await workshop.treeAt(facts.reference).catch(() => undefined))?.entries[path]?.blob;
  for (const each of chain.filter(({ isReleased }) => !isReleased)) {
    const blob = (await workshop.treeAt(each.tree)).entries[path]?.blob;
    if (blob === before) continue;
    before = blob;
    const node = talk.nodes.get(each.messageId);
    const modelId = node?.item?.kind === 'assistant' ? node.item.modelId : null;
    const client = node?.item?.kind === 'card' ? node.item.facts.client : undefined;
    const by = typeof client === 'string' ? { by: client } : {};
    writers.push({ messageId: each.messageId, modelId, ...by, at: node?.at ?? facts.touchedAt });
  }
  return writers;
};
