import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesHost, HostFile, StagedFile } from './files-host.ts';

export type MemoryHost = FilesHost & {
  readonly put: (path: string, bytes: Uint8Array) => HostFile;
  /** From here on the present files are the reference and new ones are the Draft. */
  readonly beginDraft: () => void;
  readonly bytes: (path: string) => Buffer | undefined;
  readonly staged: readonly StagedFile[];
  readonly lose: (version: string) => void;
  readonly remove: (path: string) => void;
};

export const versionOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** A host that keeps everything in memory, for tests and for trying the layer out. */
export const createMemoryHost = (): MemoryHost => {
  const blobs = new Map<string, Buffer>();
  const files = new Map<string, HostFile>();
  const staged: StagedFile[] = [];
  let reference: ReadonlyMap<string, HostFile> | undefined;

  const put = (path: string, bytes: Uint8Array): HostFile => {
    const version = versionOf(bytes);
    blobs.set(version, Buffer.from(bytes));
    const file: HostFile = { path, version, size_bytes: bytes.length, root: reference ? 'draft' : 'published' };
    files.set(path, file);
    return file;
  };

  return {
    put,
    staged,
    beginDraft: () => {
      reference = new Map(files);
    },
    bytes: (path) => blobs.get(files.get(path)?.version ?? ''),
    lose: (version) => void blobs.delete(version),
    remove: (path) => void files.delete(path),
    list: async () => [...files.values()],
    materialise: async (version, folder) => {
      const bytes = blobs.get(version);
      if (!bytes) return undefined;
      const file = join(folder, version.replace(/[^a-z0-9]/gi, '_'));
      await writeFile(file, bytes);
      return file;
    },
    stage: async (change) => {
      const { version } = put(change.path, await readFile(change.file));
      staged.push(change);
      return { ok: true, value: { version } };
    },
    reference: async (path) => {
      const file = reference?.get(path) ?? null;
      if (file && blobs.has(file.version)) return { source: 'draft_start_snapshot', file };
      const published = files.get(path);
      if (file && published && blobs.has(published.version)) {
        return {
          source: 'published_current_fallback',
          file: published,
          warning: 'The reference could not be read; the current file stands in for it.',
        };
      }
      return { source: 'none', file: null };
    },
  };
};
