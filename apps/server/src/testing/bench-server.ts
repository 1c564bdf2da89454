import { ok } from '@atelier/kernel/core';
import { createDecide } from '@atelier/kernel/usecases';
import {
  type Actor,
  activeTree,
  benchStream,
  type ContentId,
  createKeptBenches,
  type MessageId,
  placed,
  type RunId,
  readTree,
  recordOn,
  send,
  type WorkbenchEvent,
  type WorkbenchId,
  type WorkshopPorts,
  writeDraft,
} from '@atelier/workshop';
import { surfaces } from '../surfaces/index.ts';
import type { SurfaceKit } from '../surfaces/surface.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { workbenchOn } from './workshop.ts';

type Edits = Readonly<Record<string, string | Uint8Array | null>>;
export type Said = { readonly question: string; readonly answer: string; readonly revisionId: string | null };

const engine: Actor = { kind: 'engine', name: 'run' };

/** A real server, and beside it what a run records: questions, answers and Drafts, without a model. */
export const startBenchServer = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  let lent: SurfaceKit | undefined;
  const borrow = Object.assign(
    (kit: SurfaceKit) => {
      lent = kit;
      return { handlers: {}, streams: {} };
    },
    { surface: 'borrowing' },
  );
  const started = await startTestServer({ ...options, surfaces: [...surfaces, borrow] });
  if (!lent) throw new Error('the server lent nothing');
  const kit: SurfaceKit = lent;
  return { ...started, kit, bench: workbenchOn(started), ...(await runOn(kit)) };
};

const runOn = async (kit: SurfaceKit) => {
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
export type BenchServer = TestServer & Awaited<ReturnType<typeof startBenchServer>>;
