import { join } from 'node:path';
import type { PlanItem } from '@atelier/contracts';
import { err, type Json, ok, type Result, type Tree } from '@atelier/kernel/core';
import type { EventLog, ProjectionRefused } from '@atelier/kernel/ports';
import { createDecide } from '@atelier/kernel/usecases';
import {
  type Actor,
  type Bench,
  benchStream,
  type ContentId,
  createDraftActions,
  createKeptBenches,
  createKeptTranscripts,
  createMetaFiles,
  createOriginalActions,
  createOriginalFiles,
  createReviewActions,
  defaultRevisionLimits,
  deleteWorkbench,
  parsePlan,
  readTree,
  type WorkbenchId,
  type WorkshopPorts,
} from '@atelier/workshop';
import type { BenchFacts, RequestFacts, Transcript } from '@atelier/workshop/view';
import type { Caller } from '../../caller.ts';
import type { SurfaceKit } from '../surface.ts';

export type LookRefused = ProjectionRefused | { readonly code: 'WORKBENCH_NOT_FOUND' };
export type Looked = { readonly bench: Bench; readonly talk: Transcript; readonly seq: number };

const mostTrees = 256;
const mostLooks = 50;

/** What everything about Workbenches stands on: their folds, their content, and what people do with them. */
export const openWorkshop = async (kit: SurfaceKit, log: EventLog) => {
  const content = await kit.storage.content();
  const benches = createKeptBenches(log, kit.storage.snapshots);
  const transcripts = createKeptTranscripts(log, kit.storage.snapshots);
  const newId = kit.newId as WorkshopPorts['newId'];
  const decide = createDecide({ log, states: benches });
  const ports = { benches, content, newId, decide };
  const revisionLimits = async () => ({ ...defaultRevisionLimits, bytes: (await kit.settings()).revisionBytes });

  /** A Workbench that is there, with what is said in it, both as of one seq. */
  const look = async (id: WorkbenchId): Promise<Result<Looked, LookRefused>> => {
    const stream = benchStream(id);
    for (let tries = 0; ; tries += 1) {
      const [bench, talk] = [await benches.at(stream), await transcripts.at(stream)];
      if (!bench.ok) return bench;
      if (!talk.ok) return talk;
      const { state, seq } = bench.value;
      if (state.id === null || state.isDeleted) return err({ code: 'WORKBENCH_NOT_FOUND' });
      // Somebody wrote between the two looks. A view of two moments would be shown twice what came between.
      if (seq === talk.value.seq) return ok({ bench: state, talk: talk.value.state, seq });
      if (tries > mostLooks) throw new Error(`${stream} is written to faster than it can be read`);
    }
  };

  const transcriptOf = async (id: WorkbenchId): Promise<Transcript> => {
    const talk = await transcripts.at(benchStream(id));
    if (!talk.ok) throw new Error(`${benchStream(id)} cannot be read`);
    return talk.value.state;
  };

  const trees = new Map<string, Tree>();
  /** A tree never changes, so the last few are kept. */
  const treeAt = async (id: ContentId | null): Promise<Tree> => {
    const known = id === null ? undefined : trees.get(id);
    if (known) return known;
    const tree = await readTree(content, id);
    if (id !== null) trees.set(id, tree);
    for (const oldest of trees.keys()) {
      if (trees.size <= mostTrees) break;
      trees.delete(oldest);
    }
    return tree;
  };

  const textOf = async (id: WorkbenchId, blob: ContentId): Promise<string | undefined> => {
    const bytes = (await content.blobs.get(blob)) ?? (await log.content(benchStream(id), blob));
    return bytes && new TextDecoder().decode(bytes);
  };

  const planAt = async (id: WorkbenchId, blob: ContentId | null): Promise<readonly PlanItem[] | null> => {
    const text = blob && (await textOf(id, blob));
    return text ? planItems(text) : null;
  };

  const contextTokensOf = async (modelId: string | null): Promise<number | null> => {
    const listed = await (await kit.models.open()).listed();
    if (!listed.ok) return null;
    const wanted = modelId ?? listed.value.defaultModel.modelId;
    return listed.value.entries.find(({ entry }) => entry.modelId === wanted)?.entry.contextTokens ?? unknownTokens;
  };

  /** Everything a view is made of. Trees are read before the last look, so that nothing waits after it. */
  const facts = async (id: WorkbenchId): Promise<Result<BenchFacts & { readonly seq: number }, LookRefused>> => {
    const { mostFiles, largestFileBytes } = await kit.settings();
    for (;;) {
      const first = await look(id);
      if (!first.ok) return first;
      const { bench } = first.value;
      const wanted = namesOf(bench);
      const published = await treeAt(wanted.published);
      const draft = wanted.draft ? await treeAt(wanted.draft) : null;
      const context = wanted.context ? await treeAt(wanted.context) : null;
      const plan = await planAt(id, wanted.plan);
      const contextTokens = await contextTokensOf(wanted.modelId);
      const now = await look(id);
      if (!now.ok) return now;
      if (JSON.stringify(namesOf(now.value.bench)) !== JSON.stringify(wanted)) continue;
      const limits = { mostFiles, largestFileBytes };
      return ok({ ...now.value, published, draft, context, plan, contextTokens, limits, now: Date.now() });
    }
  };

  return {
    ...ports,
    log,
    /** What a request came to that was carried out before. */
    repeated: async (id: WorkbenchId, requestId: string | undefined): Promise<RequestFacts | undefined> => {
      if (requestId === undefined) return undefined;
      const talk = await transcripts.at(benchStream(id));
      return talk.ok ? talk.value.state.requests.get(requestId) : undefined;
    },
    look,
    facts,
    treeAt,
    textOf,
    planAt,
    /** A Workbench that came to nothing is deleted again. */
    forget: async (id: WorkbenchId, actor: Actor): Promise<void> => {
      await deleteWorkbench(ports)(id, actor);
    },
    actions: createDraftActions({ ...ports, revisionLimits }),
    meta: createMetaFiles({
      ...ports,
      log,
      folder: join(kit.about.dataFolder, 'workbenches'),
      consents: async (id) => consentsOf(kit, id),
      onTamper: (file) =>
        kit.onFault(new Error(`${file} was changed by another program, and was written again.`), 'workbench meta'),
    }),
    originals: createOriginalActions({ ...ports, originals: createOriginalFiles() }),
    transcriptOf,
    review: createReviewActions({ ...ports, revisionLimits, talk: transcriptOf }),
  };
};
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;

/** What is remembered; what holds until the restart is nobody's to find on the disk. */
const consentsOf = async (kit: SurfaceKit, id: WorkbenchId): Promise<Json> => {
  const now = await (await kit.models.open()).stateNow();
  if (!now.ok) throw new Error(`what was agreed to cannot be read: ${now.error.reason}`);
  const { mode, persisted } = now.value.state.consent;
  const consents = persisted.filter(({ where }) => where === benchStream(id));
  return {
    mode,
    consents: consents.map(({ providerId, modelId, scopeHash, grantedAt, by = null, files = [] }) => ({
      provider_id: providerId,
      model_id: modelId,
      scope_hash: scopeHash,
      granted_at: grantedAt,
      by,
      files: files.map(({ path, sizeBytes }) => ({ path, size_bytes: sizeBytes })),
    })),
  };
};

/** Of a model nobody has described. */
const unknownTokens = 32_000;

const namesOf = (bench: Bench) => ({
  published: bench.published,
  draft: bench.draft ? (bench.revisions.get(bench.draft.revisionId)?.tree ?? null) : null,
  context: bench.context,
  plan: bench.artifacts.plan,
  modelId: bench.modelId,
});

export const planItems = (text: string): readonly PlanItem[] =>
  parsePlan(text).items.map(({ label, mark, reason }) => ({
    text: label,
    mark: mark === 'pending' ? 'open' : mark,
    reason,
  }));

export const actorOf = ({ person }: Caller): Actor => ({ kind: 'user', name: person });
