import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Json, Sha256 } from '@atelier/kernel/core';
import { byCodeUnit } from '../../core/ids.ts';

export type FileContent =
  | { readonly ok: true; readonly json: Json; readonly digest: string }
  | { readonly ok: false; readonly reason: string; readonly digest: string };
export type ReadFile = { readonly file: string; readonly content: FileContent };
export type FolderRead =
  | { readonly ok: true; readonly files: readonly ReadFile[] }
  | { readonly ok: false; readonly reason: string };

const MAX_BYTES = 1024 * 1024;
const MAX_FILES = 500;
const SETTLED_MS = 2000;

/**
 * Reads the workflow files of a folder, again only where size, times or inode changed. Synchronous: a start looks at
 * a handful of small files, and each trip through the thread pool would cost more than all of them.
 */
export const createFolderReader = (sha256: Sha256, now: () => number = Date.now) => {
  const remembered = new Map<string, { readonly stamp: string; readonly content: FileContent }>();

  const readFile = (path: string): FileContent => {
    const seen = statSync(path, { bigint: true });
    const stamp = stampOf(seen);
    const known = remembered.get(path);
    if (known?.stamp === stamp) return known.content;
    const content = readContent(path, sha256);
    // A second write within the clock's grain would leave the stamp as it is.
    if (now() - Number(seen.mtimeMs) >= SETTLED_MS) remembered.set(path, { stamp, content });
    return content;
  };

  const readOne = (folder: string, file: string): ReadFile => {
    try {
      return { file, content: readFile(join(folder, file)) };
    } catch (cause) {
      const code = codeOf(cause);
      if (code === undefined) throw cause;
      return { file, content: { ok: false, reason: `it cannot be read (${code})`, digest: '' } };
    }
  };

  return (folder: string): FolderRead => {
    let names: readonly string[];
    try {
      names = jsonNames(folder, '', 0);
    } catch (cause) {
      return { ok: false, reason: codeOf(cause) ?? 'unknown' };
    }
    if (names.length > MAX_FILES) return { ok: false, reason: `it holds more than ${MAX_FILES} files` };
    return { ok: true, files: names.map((file) => readOne(folder, file)) };
  };
};

const MAX_LEVELS = 4;

/** Folders in folders, but nothing hidden, no dependencies, and no link, which could lead out or in a circle. */
const jsonNames = (folder: string, below: string, level: number): readonly string[] => {
  const path = join(folder, below);
  // Most folders of most people are not there; only one that is there and cannot be read is a problem.
  if (!statSync(path, { throwIfNoEntry: false })) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  const under = (name: string): string => (below === '' ? name : `${below}/${name}`);
  const files = entries.filter((entry) => !entry.isDirectory() && entry.name.endsWith('.json'));
  const folders = level >= MAX_LEVELS ? [] : entries.filter((entry) => entry.isDirectory() && isSearched(entry.name));
  return [
    ...files.map(({ name }) => under(name)).sort(byCodeUnit),
    ...folders
      .map(({ name }) => under(name))
      .sort(byCodeUnit)
      .flatMap((name) => jsonNames(folder, name, level + 1)),
  ];
};

const isSearched = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules';

const readContent = (path: string, sha256: Sha256): FileContent => {
  // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const { size } = fstatSync(file);
    if (size > MAX_BYTES) return { ok: false, reason: `it has ${size} bytes; ${MAX_BYTES} are allowed`, digest: '' };
    const text = readFileSync(file, 'utf8');
    const digest = `sha256:${sha256(text)}`;
    try {
      return { ok: true, json: JSON.parse(text.replace(/^\ufeff/, '')) as Json, digest };
    } catch (cause) {
      // Where, not what: the parser's message quotes the file, and a link may lead to anything.
      const place = /\(line \d+ column \d+\)/.exec(cause instanceof Error ? cause.message : '')?.[0];
      return { ok: false, reason: `it is not JSON${place ? ` ${place}` : ''}`, digest };
    }
  } finally {
    closeSync(file);
  }
};

const stampOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size}:${mtimeNs}:${ctimeNs}:${ino}`;

const codeOf = (cause: unknown): string | undefined =>
  cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
