import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  createFiles,
  createFileWorkers,
  createTreeHost,
  type FilesHost,
  fixedTrees,
  type TreePlace,
} from '@atelier/files';
import { openDiskStorage } from '@atelier/kernel/storage';
import type { ContentId } from '@atelier/workshop';
import { assemble } from '../../packages/workshop/src/core/prompt/assemble.ts';
import { gatherFiles } from '../../packages/workshop/src/usecases/run/materials.ts';
import { type Bench, median } from '../bench.ts';
import { packedBytes, textBytes } from '../kernel/content-files.ts';
import { must, timed } from '../timing.ts';
import { workbook } from './workbooks.ts';

const MB = 1_000_000;
const ROUNDS = 5;

const withContent = async <T>(
  folder: string,
  work: (place: {
    readonly content: Awaited<ReturnType<ReturnType<typeof openDiskStorage>['content']>>;
    readonly treeOf: (files: Iterable<readonly [string, Uint8Array]>) => Promise<ContentId>;
  }) => Promise<T>,
): Promise<T> => {
  mkdirSync(folder, { recursive: true });
  const storage = openDiskStorage(folder);
  const content = await storage.content();
  const treeOf = async (files: Iterable<readonly [string, Uint8Array]>): Promise<ContentId> => {
    const entries: Record<string, { blob: ContentId; size: number; kind: string }> = {};
    for (const [name, bytes] of files)
      entries[name] = { blob: (await content.blobs.put(bytes)) as ContentId, size: bytes.length, kind: 'file' };
    return (await must(content.trees.put({ v: 1, entries }))) as ContentId;
  };
  try {
    return await work({ content, treeOf });
  } finally {
    await storage.close();
  }
};

/** After a restart nothing is laid out for workers any more, and maps are still known: what a rewind finds at worst. */
export const firstRead: Bench = {
  ids: ['first-read-after-rewind'],
  run: async ({ folder }) =>
    withContent(join(folder, 'data'), async ({ content, treeOf }) => {
      const bytes = textBytes(50 * MB, 5);
      const tree = await treeOf([['long.txt', bytes]]);
      const cache = join(folder, 'cache');
      const ask = async (tool: string, args: object, isTimed: boolean): Promise<number> => {
        const workers = createFileWorkers(cache);
        try {
          const files = createFiles(createTreeHost(content, fixedTrees(tree)), workers);
          if (isTimed) await warmWorker(workers, folder);
          return await timed(async () => {
            const answer = await files.call(tool, { path: 'long.txt', ...args });
            if (!answer.ok) throw new Error(JSON.stringify(answer).slice(0, 300));
          });
        } finally {
          await workers.close();
        }
      };
      await ask('get_file_map', {}, false);
      const [reads, raws]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        raws.push(
          await timed(() => {
            createHash('sha256').update(bytes).digest('hex');
            writeFileSync(join(folder, 'raw.txt'), bytes);
          }),
        );
        reads.push(await ask('read_file', {}, true));
      }
      return [{ id: 'first-read-after-rewind', value: median(reads), unit: 'ms', yardstick: median(raws) }];
    }),
};

/** A worker process that has answered before; starting one is no part of a read. */
const warmWorker = async (workers: ReturnType<typeof createFileWorkers>, folder: string): Promise<void> => {
  const host: FilesHost = {
    list: async () => [{ path: 'note.txt', version: 'warm', size_bytes: 5, root: 'draft' }],
    materialise: async () => {
      writeFileSync(join(folder, 'note.txt'), 'note\n');
      return join(folder, 'note.txt');
    },
    stage: async () => ({ ok: true, value: { version: 'none' } }),
    reference: async () => [],
  };
  const answer = await createFiles(host, workers).call('read_file', { path: 'note.txt' });
  if (!answer.ok) throw new Error('the worker did not answer');
};

export const adopting: Bench = {
  ids: ['adopt-changed'],
  run: async ({ folder }) =>
    withContent(join(folder, 'data'), async ({ content, treeOf }) => {
      const before = packedBytes(50 * MB, 9);
      let now = await treeOf([['result.bin', before]]);
      let base: string | null = (await content.trees.get(now))?.entries['result.bin']?.blob ?? null;
      const place: TreePlace = {
        view: async () => ({ now, root: 'draft', references: [] }),
        adopt: async ({ tree, version }) => {
          [now, base] = [tree as ContentId, version];
          return { ok: true, value: null };
        },
      };
      const host = createTreeHost(content, place);
      const [adopted, raws]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const file = join(folder, `result-${round}.bin`);
        writeFileSync(file, packedBytes(50 * MB, 100 + round));
        raws.push(
          await timed(async () =>
            createHash('sha256')
              .update(await readFile(file))
              .digest('hex'),
          ),
        );
        const staged = {
          path: 'result.bin',
          file,
          size_bytes: 50 * MB,
          base,
          action: 'modified' as const,
          tool: 'bench',
          summary: '',
          focus_hint: null,
          certificate: null,
        };
        adopted.push(await timed(async () => must(host.stage(staged))));
      }
      return [{ id: 'adopt-changed', value: median(adopted), unit: 'ms', yardstick: median(raws) }];
    }),
};

/** A hundred files as people have them: notes, tables and workbooks. */
function* hundredFiles(): Generator<readonly [string, Uint8Array]> {
  for (let at = 0; at < 100; at += 1) {
    if (at % 5 < 2)
      yield [`note-${at}.md`, Buffer.from(`# Note ${at}\n\n${'Some words of a note.\n'.repeat(40 + at)}`)];
    else if (at % 5 < 4) yield [`table-${at}.csv`, textBytes(40_000, at + 1)];
    else yield [`book-${at}.xlsx`, workbook(40 + at)];
  }
}

export const assembling: Bench = {
  ids: ['assemble-100', 'assemble-100-restart'],
  run: async ({ folder, say }) =>
    withContent(join(folder, 'data'), async ({ content, treeOf }) => {
      const tree = await treeOf(hundredFiles());
      const cache = join(folder, 'cache');
      const open = () => {
        const workers = createFileWorkers(cache);
        return { workers, files: createFiles(createTreeHost(content, fixedTrees(tree)), workers) };
      };
      const prompt = async (files: ReturnType<typeof open>['files']): Promise<void> => {
        const gathered = await must(gatherFiles(content, tree, files, ''));
        const made = await must(
          assemble({
            part: 'research',
            contextTokens: 200_000,
            files: gathered,
            context: [],
            styles: {},
            conversation: [],
            payload: [],
            request: 'Total the amounts of all tables.',
            tools: [],
          }),
        );
        if (gathered.length !== 100 || made.messages.length === 0) throw new Error('not a prompt for 100 files');
      };
      const first = open();
      say('making the maps');
      await prompt(first.files);
      const warm: number[] = [];
      for (let round = 0; round < 15; round += 1) warm.push(await timed(() => prompt(first.files)));
      await first.workers.close();
      const cold: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const again = open();
        cold.push(await timed(() => prompt(again.files)));
        await again.workers.close();
      }
      return [
        { id: 'assemble-100', value: median(warm), unit: 'ms' },
        { id: 'assemble-100-restart', value: median(cold), unit: 'ms' },
      ];
    }),
};

/** Bytes that are laid out for workers, or read from storage, while the files of 1 GB are listed. */
export const listing: Bench = {
  ids: ['list-copied'],
  run: async ({ folder, say }) =>
    withContent(join(folder, 'data'), async ({ content, treeOf }) => {
      const tree = await treeOf(
        (function* () {
          for (let at = 0; at < 20; at += 1) yield [`file-${at}.bin`, packedBytes(50 * MB, at + 1)] as const;
        })(),
      );
      mkdirSync(join(folder, 'cache'), { recursive: true });
      const workers = createFileWorkers(join(folder, 'cache'));
      let copied = 0;
      const host = createTreeHost(content, fixedTrees(tree));
      const counting: FilesHost = {
        ...host,
        materialise: async (version, to) => {
          const file = await host.materialise(version, to);
          if (file !== undefined) copied += (await readFile(file)).length;
          return file;
        },
      };
      try {
        const list = async () => {
          const listed = await createFiles(counting, workers).call('list_files', {});
          if (!listed.ok || (listed.files as unknown[]).length !== 20) throw new Error('20 files are listed');
        };
        await list();
        say(`${copied} bytes while kinds were not known`);
        copied = 0;
        await list();
        return [{ id: 'list-copied', value: copied, unit: 'bytes' }];
      } finally {
        await workers.close();
      }
    }),
};
