import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { FileResult } from '../tools/errors.ts';

const inMemory = 200;
const keptBytes = 256 * 1024 * 1024;
const sweepEvery = 500;

/**
 * Answers that depend on bytes alone: kinds and maps, by version. They are kept on disk, where workers cannot write,
 * and made once however many callers ask. A refusal is never kept.
 */
export const createAnswerCache = (folder: string) => {
  const kept = new Map<string, Promise<FileResult<JsonObject>>>();
  const place = join(folder, 'answers');
  mkdirSync(place, { recursive: true });
  let writes = 0;

  const fileOf = (key: string): string => join(place, `${createHash('sha256').update(key).digest('hex')}.json`);

  const load = async (key: string): Promise<JsonObject | undefined> => {
    try {
      const stored = JSON.parse(await readFile(fileOf(key), 'utf8')) as { key: string; value: JsonObject };
      if (stored.key !== key) return undefined;
      const now = new Date();
      await utimes(fileOf(key), now, now);
      return stored.value;
    } catch {
      return undefined;
    }
  };

  const store = async (key: string, value: JsonObject): Promise<void> => {
    const part = `${fileOf(key)}.${randomUUID()}.part`;
    try {
      await writeFile(part, JSON.stringify({ key, value }));
      await rename(part, fileOf(key));
      writes += 1;
      if (writes % sweepEvery === 1) await sweep(place);
    } catch {
      // A cache that cannot be written costs time, nothing else.
      await rm(part, { force: true }).catch(() => undefined);
    }
  };

  const find = async (key: string, make: () => Promise<FileResult<JsonObject>>): Promise<FileResult<JsonObject>> => {
    const stored = await load(key);
    if (stored) return { ok: true, value: stored };
    const made = await make();
    if (made.ok) await store(key, made.value);
    return made;
  };

  return {
    once: async (key: string, make: () => Promise<FileResult<JsonObject>>): Promise<FileResult<JsonObject>> => {
      const found = kept.get(key);
      if (found) return found;
      const making = find(key, make);
      kept.set(key, making);
      for (const oldest of kept.keys()) {
        if (kept.size <= inMemory) break;
        kept.delete(oldest);
      }
      const isKept = await making.then(
        (made) => made.ok,
        () => false,
      );
      if (!isKept && kept.get(key) === making) kept.delete(key);
      return making;
    },
  };
};

export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** The least recently used go first. */
const sweep = async (place: string): Promise<void> => {
  const files = await Promise.all(
    (await readdir(place)).map(async (name) => {
      const file = join(place, name);
      const { size, mtimeMs } = await stat(file).catch(() => ({ size: 0, mtimeMs: 0 }));
      return { file, size, mtimeMs };
    }),
  );
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { file, size } of files.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= keptBytes) return;
    await rm(file, { force: true });
    total -= size;
  }
};
