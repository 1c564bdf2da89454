import { type BigIntStats, constants } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Json, Sha256 } from '@atelier/kernel/core';
import { byCodeUnit } from '../../core/ids.ts';

export type FileContent =
  | { readonly ok: true; readonly json: Json; readonly digest: string }
  | { readonly ok: false; readonly reason: string; readonly digest: string };
/** `stamp` changes whenever the content may have; a file touched a moment ago has none, and is not remembered. */
export type ReadFile = { readonly file: string; readonly stamp: string | undefined; readonly content: FileContent };
export type FolderRead =
  | { readonly ok: true; readonly files: readonly ReadFile[] }
  | { readonly ok: false; readonly reason: string };

const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 500;
const SETTLED_MS = 2000;

/** Reads the workflow files of a folder, again only where size, times or inode changed. */
export const createFolderReader = (sha256: Sha256, now: () => number = Date.now) => {
  const remembered = new Map<string, { readonly stamp: string; readonly content: FileContent }>();

  const readFile = async (path: string): Promise<{ stamp: string | undefined; content: FileContent }> => {
    const seen = await stat(path, { bigint: true });
    const stamp = stampOf(seen);
    const known = remembered.get(path);
    if (known?.stamp === stamp) return known;
    const content = await readContent(path, sha256);
    // A second write within the clock's grain would leave the stamp as it is.
    if (now() - Number(seen.mtimeMs) < SETTLED_MS) return { stamp: undefined, content };
    remembered.set(path, { stamp, content });
    return { stamp, content };
  };

  return async (folder: string): Promise<FolderRead> => {
    let names: readonly string[];
    try {
      names = [...(await jsonNames(folder, '')), ...(await jsonNames(folder, 'routines'))];
    } catch (cause) {
      return { ok: false, reason: codeOf(cause) ?? 'unknown' };
    }
    const files = await Promise.all(
      names.slice(0, MAX_FILES).map(async (file): Promise<ReadFile> => {
        try {
          return { file, ...(await readFile(join(folder, file))) };
        } catch (cause) {
          const code = codeOf(cause);
          if (code === undefined) throw cause;
          return { file, stamp: undefined, content: { ok: false, reason: `it cannot be read (${code})`, digest: '' } };
        }
      }),
    );
    return names.length > MAX_FILES
      ? { ok: false, reason: `it holds more than ${MAX_FILES} files` }
      : { ok: true, files };
  };
};

const jsonNames = async (folder: string, below: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(join(folder, below), { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json'))
      .map((entry) => (below === '' ? entry.name : `${below}/${entry.name}`))
      .sort(byCodeUnit);
  } catch (cause) {
    // Most folders of most people are not there; only one that is there and cannot be read is a problem.
    if (codeOf(cause) === 'ENOENT') return [];
    throw cause;
  }
};

const readContent = async (path: string, sha256: Sha256): Promise<FileContent> => {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = await handle.stat();
    if (size > MAX_BYTES) return { ok: false, reason: `it has ${size} bytes; ${MAX_BYTES} are allowed`, digest: '' };
    const text = await handle.readFile('utf8');
    const digest = `sha256:${sha256(text)}`;
    try {
      return { ok: true, json: JSON.parse(text) as Json, digest };
    } catch (cause) {
      return { ok: false, reason: `it is not JSON: ${cause instanceof Error ? cause.message : ''}`, digest };
    }
  } finally {
    await handle.close();
  }
};

const stampOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size}:${mtimeNs}:${ctimeNs}:${ino}`;

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
