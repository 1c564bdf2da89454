import { type CanonicalBytes, type CanonicalText, canonicalText, textToBytes } from '../canonical-json.ts';
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
  const text = treeToText(tree);
  return text.ok ? ok(textToBytes(text.value)) : text;
};

const treeToText = (tree: Tree): Result<CanonicalText, TreeRefused> => {
  const refused = problemOf(tree);
  if (refused) return err(refused);
  const entries: Record<string, TreeEntry> = Object.create(null);
  for (const [path, { blob, size, kind }] of Object.entries(tree.entries)) entries[path] = { blob, size, kind };
  const text = canonicalText({ v: 1, entries });
  if (!text.ok) throw new Error(`a checked tree is always JSON: ${text.error.at}`);
  return text;
};

/** Each byte counts, a leading mark too: text and bytes then say the same, and the text alone can be compared. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const decodeTree = (bytes: Uint8Array): Result<Tree, TreeUnreadable> => {
  let text: string;
  let value: unknown;
  try {
    text = decoder.decode(bytes);
    value = JSON.parse(text);
  } catch {
    return err({ code: 'NOT_A_TREE', reason: 'not_json' });
  }
  if (isObject(value) && typeof value.v === 'number' && value.v !== 1)
    return err({ code: 'NOT_A_TREE', reason: 'unknown_version' });
  if (!isShaped(value)) return err({ code: 'NOT_A_TREE', reason: 'shape' });
  const encoded = treeToText(value);
  if (!encoded.ok) return encoded;
  if (encoded.value !== text) return err({ code: 'NOT_A_TREE', reason: 'not_canonical' });
  return ok(value);
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** By hand: a schema costs more than the rest of the reading, and its copy loses a file named `__proto__`. */
const isShaped = (value: unknown): value is Tree =>
  isObject(value) && hasOnly(value, 2) && value.v === 1 && isObject(value.entries) && holdsEntries(value.entries);

const holdsEntries = (entries: Readonly<Record<string, unknown>>): boolean => {
  for (const path of Object.keys(entries)) {
    const entry = entries[path];
    if (!isObject(entry) || !hasOnly(entry, 3)) return false;
    if (typeof entry.blob !== 'string' || typeof entry.size !== 'number' || typeof entry.kind !== 'string')
      return false;
  }
  return true;
};

const hasOnly = (value: object, members: number): boolean => Object.keys(value).length === members;

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
