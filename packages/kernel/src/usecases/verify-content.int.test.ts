import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDiskStorage } from '../adapters/storage/disk-storage.ts';
import type { BlobId } from '../core/digest.ts';
import { noise } from '../testing/blobs-noise.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createSeeded } from '../testing/seeded.ts';
import { type Finding, verify } from './verify.ts';

const STREAM = 'session/s';
const HEADER_BYTES = 8;
const TRAILER_BYTES = 56;

type Stored = { readonly pack: string; readonly finding: Omit<Finding, 'kind'> };

/** A real data folder: content as it is, compressed, and in chunks; pinned, and named by a pinned tree. */
const dataFolder = async () => {
  const data = await mkdtemp(join(tmpdir(), 'atelier-verify-'));
  onTestFinished(() => rm(data, { recursive: true }));
  const packs = join(data, 'objects', 'packs');
  const storage = openDiskStorage(data);
  const content = await storage.content();
  const stored: { readonly pack: string; readonly id: BlobId; commit: number; readonly member: boolean }[] = [];
  const known = new Set<string>();
  const keep = async (put: Promise<BlobId>, commit: number, member = false): Promise<BlobId> => {
    const id = await put;
    for (const name of await readdir(packs)) {
      if (known.has(name)) continue;
      known.add(name);
      stored.push({ pack: join(packs, name), id, commit, member });
    }
    return id;
  };
  const sized = (blob: BlobId, size: number) => ({ blob, size, kind: 'file' });
  const small = await keep(content.blobs.put(noise(5_000, 1)), 0);
  const text = await keep(content.blobs.put(Buffer.from('the same words again and again. '.repeat(900))), 1);
  const large = await keep(content.blobs.put(noise(700_000, 2)), 2);
  const note = await keep(content.blobs.put(noise(6_000, 3)), 3, true);
  const deck = await keep(content.blobs.put(noise(600_000, 4)), 3, true);
  const entries = { 'a/note.txt': sized(note, 6_000), 'deck.bin': sized(deck, 600_000) };
  const tree = await keep(content.trees.put({ v: 1, entries }).then(unwrap), 3);
  for (const [n, id] of [small, text, large, tree].entries())
    unwrap(await storage.log.append(STREAM, [said(`n${n}`)], { expected: n, pins: [id] }));
  await storage.close();
  const findings = async (): Promise<readonly Finding[]> => {
    const opened = openDiskStorage(data);
    try {
      return (await verify({ ...opened, content: await opened.content() })()).findings;
    } finally {
      await opened.close();
    }
  };
  return {
    findings,
    stored: stored.map(({ pack, id, commit, member }): Stored => {
      const finding = { stream: STREAM, commit, id, ...(member ? { tree } : {}) };
      return { pack, finding };
    }),
  };
};

test('a bit flipped anywhere in stored content, tree members included, is found and named', {
  timeout: 120_000,
}, async () => {
  const { stored, findings } = await dataFolder();
  const { below } = createSeeded(7);
  expect(await findings()).toEqual([]);
  expect(stored).toHaveLength(6);
  for (const { pack, finding } of stored) {
    const bytes = await readFile(pack);
    const indexAt = Number(bytes.readBigUInt64BE(bytes.length - TRAILER_BYTES));
    const offsets = [HEADER_BYTES, indexAt - 1];
    while (offsets.length < 25) offsets.push(HEADER_BYTES + below(indexAt - HEADER_BYTES));
    for (const at of offsets) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ (1 << below(8));
      await writeFile(pack, changed);
      expect(await findings(), `${pack} at ${at} of ${indexAt}`).toEqual([{ kind: 'content_changed', ...finding }]);
    }
    await writeFile(pack, bytes);
  }
  expect(await findings()).toEqual([]);
});

test('content whose pack is gone, or whose index is not to be believed, is missing', { timeout: 60_000 }, async () => {
  const { stored, findings } = await dataFolder();
  for (const { pack, finding } of stored) {
    await rename(pack, `${pack}.away`);
    expect(await findings()).toEqual([{ kind: 'content_missing', ...finding }]);
    await rename(`${pack}.away`, pack);
    const bytes = await readFile(pack);
    const changed = Buffer.from(bytes);
    const at = bytes.length - TRAILER_BYTES - 5;
    changed[at] = (changed[at] ?? 0) ^ 1;
    await writeFile(pack, changed);
    expect(await findings()).toEqual([{ kind: 'content_missing', ...finding }]);
    await writeFile(pack, bytes);
  }
});
