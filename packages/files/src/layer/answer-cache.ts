import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { FileResult } from '../tools/errors.ts';

const mostInMemory = 48 * 1024 * 1024;
const mostEntries = 5_000;
const keptBytes = 256 * 1024 * 1024;
const sweepEvery = 500;

/**
 * Answers that depend on bytes alone: kinds and maps, by version. They are kept on disk, where workers cannot write,
 * and made once however many callers ask. A refusal is never kept.
 */
export const createAnswerCache = (folder: string, inMemory = mostInMemory) => {
  type Kept = { readonly answer: Promise<FileResult<JsonObject>>; size: number };
  const kept = new Map<string, Kept>();
  let held = 0;
  const place = join(folder, 'answers');
  mkdirSync(place, { recursive: true });
  let writes = 0;

  const fileOf = (key: string): string => join(place, `${createHash('sha256').update(key).digest('hex')}.json`);

  const load = async (key: string): Promise<Answer | undefined> => {
    try {
      const text = await readFile(fileOf(key), 'utf8');
      const stored = JSON.parse(text) as { key: string; value: JsonObject };
      if (stored.key !== key) return undefined;
      const now = new Date();
      // When it was used matters to a sweep and to nobody who waits.
      utimes(fileOf(key), now, now).catch(() => undefined);
      return { made: { ok: true, value: stored.value }, size: text.length };
    } catch {
      return undefined;
    }
  };

  const store = async (key: string, text: string): Promise<void> => {
    const part = `${fileOf(key)}.${randomUUID()}.part`;
    try {
      await writeFile(part, text);
      await rename(part, fileOf(key));
      writes += 1;
      if (writes % sweepEvery === 1) await sweep(place);
    } catch {
      // A cache that cannot be written costs time, nothing else.
      await rm(part, { force: true }).catch(() => undefined);
    }
  };

  const find = async (key: string, make: () => Promise<FileResult<JsonObject>>): Promise<Answer> => {
    const stored = await load(key);
    if (stored) return stored;
    const made = await make();
    if (!made.ok) return { made, size: 0 };
    const text = JSON.stringify({ key, value: made.value });
    await store(key, text);
    return { made, size: text.length };
  };

  const forget = (key: string): void => {
    held -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };

  return {
    once: async (key: string, make: () => Promise<FileResult<JsonObject>>): Promise<FileResult<JsonObject>> => {
      const known = kept.get(key);
      if (known) {
        kept.delete(key);
        kept.set(key, known);
        return known.answer;
      }
      const finding = find(key, make);
      const entry: Kept = { answer: finding.then(({ made }) => made), size: 0 };
      kept.set(key, entry);
      const found = await finding.catch(() => undefined);
      if (kept.get(key) === entry) {
        if (found?.made.ok) {
          entry.size = found.size;
          held += found.size;
        } else forget(key);
        for (const oldest of kept.keys()) {
          if (held <= inMemory && kept.size <= mostEntries) break;
          forget(oldest);
        }
      }
      return entry.answer;
    },
  };
};

/** What was found or made, and how much memory it takes. */
type Answer = { readonly made: FileResult<JsonObject>; readonly size: number };

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
