import type { Between, TreePoint, ValueOf } from '@atelier/contracts';
import type { FileResult, Files, TreePlace } from '@atelier/files';
import { err, ok, type Result, type Tree } from '@atelier/kernel/core';
import {
  type Bench,
  type CheckpointId,
  type ContentId,
  type MessageId,
  stampAt,
  viewOf,
  type WorkbenchId,
} from '@atelier/workshop';
import type { FileServices } from '../../services/files.ts';
import type { LookRefused, Workshop } from './workshop.ts';

export type SidesRefused = LookRefused | { readonly code: 'NO_DRAFT' | 'POINT_NOT_FOUND' | 'FILE_NOT_FOUND' };

type WireJson = ValueOf<'WorkbenchFileMap'>['answer'];

/** The trees that are compared, and where the left one comes from. */
export type BenchSides = {
  readonly from: ContentId;
  readonly to: ContentId;
  readonly bench: Bench;
  /** The Draft's own review: its marks and summaries belong to it. */
  readonly isDraft: boolean;
};

/** The file layer over states of a Workbench. A host costs nothing: all that is known goes by content. */
export const createBenchFiles = (services: FileServices, open: () => Promise<Workshop>) => {
  const over = async (place: TreePlace): Promise<Files> => {
    const { createTreeHost } = await import('@atelier/files');
    return services.over(createTreeHost((await open()).content, place));
  };

  const sides = async (id: WorkbenchId, between?: Between): Promise<Result<BenchSides, SidesRefused>> => {
    const looked = await (await open()).look(id);
    if (!looked.ok) return looked;
    const { bench } = looked.value;
    if (!between && !bench.draft) return err({ code: 'NO_DRAFT' });
    const { from, to } = between ?? { from: { at: 'reference' }, to: { at: 'draft' } };
    const treeOf = async (point: TreePoint): Promise<ContentId | null> => {
      if (point.at !== 'folder') return treeAtPoint(bench, point);
      const folder = await (await open()).originals.treeOf(id);
      return folder.ok ? folder.value : null;
    };
    const [left, right] = [await treeOf(from), await treeOf(to)];
    if (!left || !right) return err({ code: 'POINT_NOT_FOUND' });
    const isDraft = !between || (from.at === 'reference' && to.at === 'draft');
    return ok({ from: left, to: right, bench, isDraft });
  };

  return {
    sides,
    over,
    /** The two states of a review. The Draft's own falls back to Published where its start is lost. */
    compared: async (id: WorkbenchId, between?: Between): Promise<Result<Files, SidesRefused>> => {
      const found = await sides(id, between);
      if (!found.ok) return found;
      const { from, to, bench, isDraft } = found.value;
      const { fixedTrees } = await import('@atelier/files');
      return ok(await over(isDraft ? { view: async () => viewOf(bench) } : fixedTrees(to, from)));
    },
    /** One file as a viewer shows it: of the active view, or any version that the Workbench has had. */
    ofVersion: async (
      id: WorkbenchId,
      path: string,
      version: string | undefined,
    ): Promise<Result<Files, SidesRefused>> => {
      const workshop = await open();
      const looked = await workshop.look(id);
      if (!looked.ok) return looked;
      const tree = await treeWith(workshop, looked.value.bench, path, version);
      if (!tree) return err({ code: 'FILE_NOT_FOUND' });
      const { fixedTrees } = await import('@atelier/files');
      return ok(await over(fixedTrees(tree)));
    },
    plain,
    answer: async (asked: Promise<FileResult<unknown>>): Promise<WireJson> => {
      const { errorToEnvelope } = await import('@atelier/files');
      const told = await asked;
      return plain(told.ok ? told : { ok: false, error: errorToEnvelope(told.error) });
    },
  };
};
export type BenchFiles = ReturnType<typeof createBenchFiles>;

/** As it will be on the wire. */
const plain = (value: unknown): WireJson => JSON.parse(JSON.stringify(value)) as WireJson;

const treeAtPoint = (bench: Bench, point: Exclude<TreePoint, { at: 'folder' }>): ContentId | null => {
  const draft = bench.draft && bench.drafts.get(bench.draft.draftId);
  switch (point.at) {
    case 'published':
      return bench.published;
    case 'draft':
      return bench.draft ? revisionTree(bench, bench.draft.revisionId) : null;
    case 'reference':
      return draft?.reference ?? null;
    case 'checkpoint': {
      const found = bench.checkpoints.get(point.checkpointId as CheckpointId);
      return found && !found.isExpired ? found.tree : null;
    }
    case 'message': {
      const id = point.messageId as MessageId;
      const stamp = bench.messages.has(id) ? stampAt(bench, id) : null;
      if (!stamp) return null;
      return stamp.draft ? revisionTree(bench, stamp.draft.revisionId) : stamp.published;
    }
  }
};

const revisionTree = (bench: Bench, id: Parameters<Bench['revisions']['get']>[0]): ContentId | null => {
  const revision = bench.revisions.get(id);
  return revision && !revision.isReleased ? revision.tree : null;
};

/** The newest of the states a person can see in which the file has these bytes. */
export const treeWith = async (
  workshop: Workshop,
  bench: Bench,
  path: string,
  version: string | undefined,
): Promise<ContentId | undefined> => {
  const active = bench.draft ? revisionTree(bench, bench.draft.revisionId) : bench.published;
  const holds = (tree: Tree): boolean => {
    const entry = Object.hasOwn(tree.entries, path) ? tree.entries[path] : undefined;
    return entry !== undefined && (version === undefined || entry.blob === version);
  };
  for (const id of candidates(bench, active, version)) {
    if (id && holds(await workshop.treeAt(id).catch(() => ({ v: 1, entries: {} }) as Tree))) return id;
  }
  return undefined;
};

function* candidates(bench: Bench, active: ContentId | null, version: string | undefined): Generator<ContentId | null> {
  yield active;
  if (version === undefined) return;
  yield bench.published;
  for (const draft of [...bench.drafts.values()].reverse()) yield draft.reference;
  for (const checkpoint of [...bench.checkpoints.values()].reverse()) if (!checkpoint.isExpired) yield checkpoint.tree;
  for (const revision of [...bench.revisions.values()].reverse()) if (!revision.isReleased) yield revision.tree;
  for (const { tree } of [...bench.supplied].reverse()) yield tree;
}
