import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { refusal } from '../tools/errors.ts';
import type { Source } from '../tools/kind-handler.ts';
import { cachedPath } from './cache-path.ts';
import { ingestTable } from './ingest.ts';
import type { TableFacts } from './types.ts';

export const largestCache = 2 * 1024 ** 3;

export type Ingest = (output: string, temp: string) => Promise<TableFacts>;

/**
 * The database of one source, built once. Blobs never change, so nothing is ever invalidated; a half-built file has
 * another name, so nobody sees it; and the whole folder may be deleted at any time.
 */
export const cachedTable = async (
  source: Source,
  folder: string,
  variant = 'csv',
  ingest?: Ingest,
): Promise<string> => {
  const file = cachedPath(source, folder, variant);
  if (existsSync(file)) {
    const now = new Date();
    await utimes(file, now, now);
    return file;
  }
  await mkdir(folder, { recursive: true });
  const temp = await mkdtemp(join(folder, 'build-'));
  try {
    const part = join(temp, `${randomUUID()}.duckdb`);
    await (ingest ?? ((output, scratch) => ingestTable(source, output, scratch)))(part, temp).catch(
      (cause: unknown) => {
        throw tooLarge(cause);
      },
    );
    await rename(part, file);
    await evict(folder, file);
    return file;
  } finally {
    await rm(temp, { recursive: true, force: true });
  }
};

/** A table that needs more memory than a table may is the file's doing, not ours. */
const tooLarge = (cause: unknown): unknown =>
  cause instanceof Error && /^Out of Memory/.test(cause.message)
    ? refusal('TOOL_FAILED', 'query_memory', 'The table needs more memory than a table may use.', {
        hint: 'Name a smaller range of the sheet, or split the file.',
      })
    : cause;

/** Least recently used first, until what is left fits. */
const evict = async (folder: string, keep: string): Promise<void> => {
  const entries = await Promise.all(
    (await readdir(folder))
      .filter((name) => name.endsWith('.duckdb'))
      .map(async (name) => {
        const path = join(folder, name);
        const { size, mtimeMs } = await stat(path);
        return { path, size, mtimeMs };
      }),
  );
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size } of entries.toSorted((a, b) => a.mtimeMs - b.mtimeMs)) {
    if (total <= largestCache) return;
    if (path === keep) continue;
    await rm(path, { force: true });
    total -= size;
  }
};
