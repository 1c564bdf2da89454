import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { versionOf } from '../package/version-of.ts';
import type { FilesHost, HostFile, StagedFile } from '../ports/files-host.ts';
import { stale } from './stale.ts';

export type MemoryHost = FilesHost & {
  readonly put: (path: string, bytes: Uint8Array) => HostFile;
  /** From here on the present files are the reference and new ones are the Draft. */
  readonly beginDraft: () => void;
  readonly bytes: (path: string) => Buffer | undefined;
  readonly staged: readonly StagedFile[];
  readonly lose: (version: string) => void;
  readonly remove: (path: string) => void;
  /** Changes Published behind the Draft's back. */
  readonly publish: (path: string, bytes: Uint8Array) => HostFile;
};

/** A host that keeps everything in memory, for tests and for trying the layer out. */
export const createMemoryHost = (): MemoryHost => {
  const blobs = new Map<string, Buffer>();
  const files = new Map<string, HostFile>();
  const staged: StagedFile[] = [];
  let reference: ReadonlyMap<string, HostFile> | undefined;
  const publishedNow = new Map<string, HostFile>();

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
      for (const [path, file] of files) publishedNow.set(path, file);
    },
    bytes: (path) => blobs.get(files.get(path)?.version ?? ''),
    lose: (version) => void blobs.delete(version),
    publish: (path, bytes) => {
      const file: HostFile = { path, version: versionOf(bytes), size_bytes: bytes.length, root: 'published' };
      blobs.set(file.version, Buffer.from(bytes));
      publishedNow.set(path, file);
      return file;
    },
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
      if ((files.get(change.path)?.version ?? null) !== change.base) {
        await rm(change.file, { force: true });
        return stale(change.path);
      }
      const { version } = put(change.path, await readFile(change.file));
      await rm(change.file, { force: true });
      staged.push(change);
      return { ok: true, value: { version } };
    },
    reference: async (path) => {
      const [start, published] = [reference?.get(path), publishedNow.get(path)];
      return [
        ...(start ? [{ source: 'draft_start_snapshot' as const, file: start }] : []),
        ...(start && published ? [{ source: 'published_current_fallback' as const, file: published }] : []),
      ];
    },
  };
};
