import { z } from 'zod';
import { type CanonicalBytes, canonicalBytes } from '../canonical-json.ts';
import { type BlobId, isBlobId } from '../digest.ts';
import { err, ok, type Result } from '../result.ts';
import { parseTreePath, type TreePathRefused } from './path.ts';

/** A state of a folder: what lies at each path. Folders exist through the files in them. */
export type Tree = { readonly v: 1; readonly entries: Readonly<Record<string, TreeEntry>> };
export type TreeEntry = { readonly blob: BlobId; readonly size: number; readonly kind: string };

export type TreeRefused =
  | TreePathRefused
  | { readonly code: 'BAD_ENTRY'; readonly path: string; readonly reason: 'blob' | 'size' | 'kind' }
  /** One path is a file and also a folder of another. */
  | { readonly code: 'PATH_CONFLICT'; readonly path: string; readonly within: string };

export type TreeUnreadable =
  | TreeRefused
  | { readonly code: 'NOT_A_TREE'; readonly reason: 'not_json' | 'shape' | 'unknown_version' | 'not_canonical' };

export const emptyTree: Tree = { v: 1, entries: {} };

/** The only maker of a tree's bytes; a tree's id is their hash. */
export const encodeTree = (tree: Tree): Result<CanonicalBytes, TreeRefused> => {
  const refused = problemOf(tree);
  if (refused) return err(refused);
  const entries: Record<string, TreeEntry> = Object.create(null);
  for (const [path, { blob, size, kind }] of Object.entries(tree.entries)) entries[path] = { blob, size, kind };
  const bytes = canonicalBytes({ v: 1, entries });
  if (!bytes.ok) throw new Error(`a checked tree is always JSON: ${bytes.error.at}`);
  return bytes;
};

const Shape = z.strictObject({
  v: z.literal(1),
  entries: z.record(z.string(), z.strictObject({ blob: z.string(), size: z.number(), kind: z.string() })),
});

export const decodeTree = (bytes: Uint8Array): Result<Tree, TreeUnreadable> => {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return err({ code: 'NOT_A_TREE', reason: 'not_json' });
  }
  const version = z.looseObject({ v: z.number() }).safeParse(value);
  if (version.success && version.data.v !== 1) return err({ code: 'NOT_A_TREE', reason: 'unknown_version' });
  if (!Shape.safeParse(value).success) return err({ code: 'NOT_A_TREE', reason: 'shape' });
  // The parsed value itself, not the schema's copy: a copy loses a file named `__proto__`.
  const tree = value as Tree;
  const encoded = encodeTree(tree);
  if (!encoded.ok) return encoded;
  if (!sameBytes(encoded.value, bytes)) return err({ code: 'NOT_A_TREE', reason: 'not_canonical' });
  return ok(tree);
};

const KIND = /^[a-z0-9][a-z0-9._+-]{0,63}$/;

const problemOf = ({ entries }: Tree): TreeRefused | undefined => {
  const paths = Object.keys(entries).sort();
  const files = new Set(paths);
  for (const path of paths) {
    const parsed = parseTreePath(path);
    if (!parsed.ok) return parsed.error;
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
      const folder = path.slice(0, slash);
      if (files.has(folder)) return { code: 'PATH_CONFLICT', path, within: folder };
    }
    const entry = entries[path] as TreeEntry;
    if (!isBlobId(entry.blob)) return { code: 'BAD_ENTRY', path, reason: 'blob' };
    if (!Number.isSafeInteger(entry.size) || entry.size < 0) return { code: 'BAD_ENTRY', path, reason: 'size' };
    if (!KIND.test(entry.kind)) return { code: 'BAD_ENTRY', path, reason: 'kind' };
  }
  return undefined;
};

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
