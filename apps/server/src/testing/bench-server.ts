import { ok } from '@atelier/kernel/core';
import { createDecide } from '@atelier/kernel/usecases';
import {
  type Actor,
  activeTree,
  benchStream,
  type ContentId,
  createKeptBenches,
  type MessageId,
  noNotes,
  notesAfter,
  placed,
  type RunId,
  readTree,
  recordOn,
  send,
  viewOf,
  type WorkbenchEvent,
  type WorkbenchId,
  type WorkshopPorts,
  type Written,
  writeDraft,
} from '@atelier/workshop';
import { surfaces } from '../surfaces/index.ts';
import type { CreateSurface, SurfaceKit } from '../surfaces/surface.ts';
import { createWorkshopSurface } from '../surfaces/workshop/index.ts';
import { startTestServer } from './test-server.ts';
import { workbenchOn } from './workshop.ts';

type Edits = Readonly<Record<string, string | Uint8Array | null>>;
export type Said = { readonly question: string; readonly answer: string; readonly revisionId: string | null };

const engine: Actor = { kind: 'engine', name: 'run' };

/** A real server, and beside it what a run records: questions, answers and Drafts, without a model. `lost` takes content away. */
export const startBenchServer = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  let lent: SurfaceKit | undefined;
  const borrow = Object.assign(
    (kit: SurfaceKit) => {
      lent = kit;
      return { handlers: {}, streams: {} };
    },
    { surface: 'borrowing' },
  );
  const lost = new Set<string>();
  const losing = surfaces.map(
    (create): CreateSurface =>
      create === createWorkshopSurface
        ? Object.assign((kit: SurfaceKit) => create({ ...kit, storage: withoutBlobs(kit.storage, lost) }), {
            surface: 'workshop',
          })
        : create,
  );
  const started = await startTestServer({ ...options, surfaces: [...losing, borrow] });
  if (!lent) throw new Error('the server lent nothing');
  const kit: SurfaceKit = lent;
  return { ...started, kit, lost, bench: workbenchOn(started), ...(await runOn(kit)) };
};

const withoutBlobs = (storage: SurfaceKit['storage'], lost: ReadonlySet<string>): SurfaceKit['storage'] => ({
  ...storage,
  content: async () => {
    const { blobs, trees, ...content } = await storage.content();
    const there = <T>(id: string, found: () => Promise<T>): Promise<T | undefined> =>
      lost.has(id) ? Promise.resolve(undefined) : found();
    return {
      ...content,
      trees: { ...trees, get: async (id) => there(id, () => trees.get(id)) },
      blobs: {
        ...blobs,
        get: (id) => there(id, () => blobs.get(id)),
        stream: (id) => there(id, () => blobs.stream(id)),
        size: (id) => there(id, () => blobs.size(id)),
        has: async (id) => !lost.has(id) && blobs.has(id),
        missing: async (ids) => new Set([...(await blobs.missing(ids)), ...ids.filter((id) => lost.has(id))]),
        check: async (id) => (lost.has(id) ? 'missing' : blobs.check(id)),
      },
    };
  },
});

export const runOn = async (kit: SurfaceKit) => {
  const content = await kit.storage.content();
  const benches = createKeptBenches(kit.log);
  const newId = kit.newId as WorkshopPorts['newId'];
  const ports = { benches, content, newId, decide: createDecide({ log: kit.log, states: benches }) };

  const treeOf = async (before: ContentId, edits: Edits): Promise<ContentId> => {
    const entries = { ...(await readTree(content, before)).entries };
    for (const [path, text] of Object.entries(edits)) {
      if (text === null) {
        delete entries[path];
        continue;
      }
      const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
      entries[path] = { blob: await content.blobs.put(bytes), size: bytes.length, kind: 'file' };
    }
    const tree = await content.trees.put({ v: 1, entries });
    if (!tree.ok) throw new Error(tree.error.code);
    return tree.value as ContentId;
  };
  const record = async (
    id: WorkbenchId,
    decide: (bench: Parameters<typeof placed>[0]) => Promise<readonly WorkbenchEvent[]>,
  ): Promise<void> => {
    const recorded = await recordOn(ports)(id, engine, async (bench) => ok(await decide(bench)));
    if (!recorded.ok) throw new Error(recorded.error.code);
  };

  return {
    ports,
    at: async (workbenchId: string) => {
      const now = await benches.at(benchStream(workbenchId as WorkbenchId));
      if (!now.ok) throw new Error(now.error.code);
      return now.value.state;
    },
    /** What file tools make of the active view: new bytes by path, and what they say of them. */
    tools: async (
      workbenchId: string,
      calls: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[],
    ): Promise<{ readonly edits: Edits; readonly review: ContentId }> => {
      const { createTreeHost } = await import('@atelier/files');
      const bench = await benches.at(benchStream(workbenchId as WorkbenchId));
      if (!bench.ok) throw new Error(bench.error.code);
      let view = viewOf(bench.value.state);
      const writes: Written[] = [];
      const host = createTreeHost(content, {
        view: async () => view,
        adopt: async ({ tree, staged }) => {
          view = { ...view, now: tree as ContentId };
          const { path, action, tool, summary, focus_hint: hint, certificate } = staged;
          writes.push({ path, action, tool, summary, hint, certificate });
          return { ok: true, value: null };
        },
      });
      const files = await kit.files.over(host);
      for (const [tool, args] of calls) {
        const called = await files.call(tool, args);
        if (!called.ok) throw new Error(`${tool}: ${JSON.stringify(called)}`);
      }
      const edits: Record<string, Uint8Array> = {};
      for (const { path } of writes) {
        const blob = (await readTree(content, view.now)).entries[path]?.blob;
        const bytes = blob && (await content.blobs.get(blob));
        if (bytes) edits[path] = bytes;
      }
      const notes = new TextEncoder().encode(JSON.stringify(notesAfter(noNotes, writes)));
      return { edits, review: (await content.blobs.put(notes)) as ContentId };
    },
    /** A question and its answer, with what the run wrote on the way. `null` deletes a file, which no tool can. */
    say: async (
      workbenchId: string,
      text: string,
      edits: Edits = {},
      { ends = true, review = null }: { readonly ends?: boolean; readonly review?: ContentId | null } = {},
    ): Promise<Said> => {
      const id = workbenchId as WorkbenchId;
      const ids = { messageId: newId('msg') as MessageId, runId: newId('run') as RunId };
      const answer = newId('msg') as MessageId;
      const { runId } = ids;
      await record(id, async (bench) => {
        const sent = send(bench, { text, mode: 'agent', ...ids, files: 1 });
        if (!sent.ok) throw new Error(sent.error.code);
        const started = { runId, modelId: 'builtin:offline', effort: null, cap: null, scopeHash: '' };
        return [...sent.value, { kind: 'run.started', data: started }];
      });
      let revisionId: string | null = null;
      if (Object.keys(edits).length > 0)
        await record(id, async (bench) => {
          const base = activeTree(bench) as ContentId;
          const facts = { base, tree: await treeOf(base, edits), review, bytes: 100 };
          const made = { draftId: newId('dft'), revisionId: newId('rev'), messageId: answer } as const;
          const written = writeDraft(bench, { ...facts, ...made, source: { kind: 'workshop', ref: runId } });
          if (!written.ok) throw new Error(written.error.code);
          revisionId = made.revisionId;
          return written.value;
        });
      const run = { runId, messageId: answer };
      await record(id, async (bench) =>
        placed(bench, [
          { kind: 'message.assistant_started', data: { ...run, modelId: 'builtin:offline' } },
          { kind: 'message.assistant_partial', data: { messageId: answer, offset: 0, text: `Re: ${text}` } },
          { kind: 'message.assistant_completed', data: { ...run, isCut: false } },
          ...(ends
            ? [{ kind: 'run.completed', data: { runId } } as const]
            : [{ kind: 'run.canceled', data: { runId, reason: 'person' } } as const]),
        ]),
      );
      return { question: ids.messageId, answer, revisionId };
    },
  };
};
