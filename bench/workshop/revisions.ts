import { join } from 'node:path';
import { ok } from '@atelier/kernel/core';
import { type ContentId, type MessageId, placed, type RunId, recordOn, send, writeDraft } from '@atelier/workshop';
import { type Bench, median } from '../bench.ts';
import { must, timed } from '../timing.ts';
import { startBench } from './server.ts';

const ROUNDS = 40;
const engine = { kind: 'engine', name: 'run' } as const;

/** What a turn records at its end, revision, answer and stamps in one commit; its bytes are in the store already. */
export const revisionCommit: Bench = {
  ids: ['revision-commit'],
  run: async ({ folder }) => {
    const { ports, create, client, stop } = await startBench(join(folder, 'data'));
    const { content, newId } = ports;
    try {
      const id = await create(Array.from({ length: 20 }, (_, at) => [`note-${at}.txt`, Buffer.from(`Note ${at}`)]));
      await must(client.WorkbenchSettingsSet({ workbenchId: id, set: { refineInDraft: true } }));
      const samples: number[] = [];
      for (let round = -4; round < ROUNDS; round += 1) {
        const [question, answer] = [newId('msg') as MessageId, newId('msg') as MessageId];
        const runId = newId('run') as RunId;
        let base: ContentId | null = null;
        await must(
          recordOn(ports)(id, engine, async (bench) => {
            base = bench.draft ? (bench.revisions.get(bench.draft.revisionId)?.tree ?? null) : bench.published;
            const sent = send(bench, { text: `Round ${round}`, mode: 'agent', messageId: question, runId, files: 20 });
            if (!sent.ok) return sent;
            const started = { runId, modelId: 'builtin:offline', effort: null, cap: null, scopeHash: '' };
            return ok([...sent.value, { kind: 'run.started', data: started }]);
          }),
        );
        if (base === null) throw new Error('there are no files');
        const now: ContentId = base;
        const bytes = Buffer.from(`Note of round ${round}`);
        const before = (await content.trees.get(now))?.entries ?? {};
        const entry = { blob: (await content.blobs.put(bytes)) as ContentId, size: bytes.length, kind: 'file' };
        const tree = (await must(
          content.trees.put({ v: 1, entries: { ...before, 'note-0.txt': entry } }),
        )) as ContentId;
        const run = { runId, messageId: answer };
        const took = await timed(() =>
          must(
            recordOn(ports)(id, engine, async (bench) => {
              const written = writeDraft(bench, {
                base: now,
                tree,
                review: null,
                bytes: bytes.length,
                draftId: newId('dft'),
                revisionId: newId('rev'),
                messageId: answer,
                source: { kind: 'workshop', ref: runId },
              });
              if (!written.ok) return written;
              return ok([
                ...written.value,
                ...placed(bench, [
                  { kind: 'message.assistant_started', data: { ...run, modelId: 'builtin:offline' } },
                  { kind: 'message.assistant_partial', data: { messageId: answer, offset: 0, text: 'Changed.' } },
                  { kind: 'message.assistant_completed', data: { ...run, isCut: false } },
                  { kind: 'run.completed', data: { runId } },
                ]),
              ]);
            }),
          ),
        );
        if (round >= 0) samples.push(took);
      }
      return [{ id: 'revision-commit', value: median(samples), unit: 'ms' }];
    } finally {
      await stop();
    }
  },
};
