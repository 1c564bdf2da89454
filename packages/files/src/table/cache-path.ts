import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Source } from '../tools/kind-handler.ts';

/** Raise when ingestion changes what it makes of the same bytes. */
const tableLayer = 3;

export const cachedPath = (source: Source, folder: string, variant = 'csv'): string =>
  join(folder, cacheName(source, variant));

/** The name decides the delimiter of a file without one, so the extension is part of the key. */
const cacheName = (source: Source, variant: string): string => {
  const key = createHash('sha256')
    .update([source.version, source.format, variant, tableLayer].join('\0'))
    .digest('hex');
  return `${key.slice(0, 40)}.duckdb`;
};
