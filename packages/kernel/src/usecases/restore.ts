import { err, ok, type Result } from '../core/result.ts';
import type { Tree, TreeEntry } from '../core/trees/tree.ts';
import type { BlobId } from '../ports/blobs.ts';
import type { Entropy } from '../ports/clock.ts';
import type { ContentStore } from '../ports/content-store.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { StatCache } from '../ports/stat-cache.ts';
import type { TreeId } from '../ports/trees.ts';
import { type Scan, scanFolder } from './capture-scan.ts';
import { placeFiles, stageFile } from './restore-files.ts';

export type RestoreDeps = {
  readonly fs: FileSystem;
  readonly content: ContentStore;
  readonly cache: StatCache;
  readonly entropy: Entropy;
};

export type Restored = { readonly written: readonly string[]; readonly removed: readonly string[] };
export type RestoreRefused =
  | { readonly code: 'NO_SUCH_TREE'; readonly tree: TreeId }
  | { readonly code: 'CONTENT_MISSING'; readonly paths: readonly string[] }
  /** Something that is neither file nor folder stands where a file should be, or above it. */
  | { readonly code: 'PATH_TAKEN'; readonly paths: readonly string[] };

/**
 * Makes the folder what the tree says and touches only what differs. Every new file is written and verified beside
 * its place first; only when all of them are there is anything moved or removed.
 */
export const restore =
  (deps: RestoreDeps) =>
  async (id: TreeId, folder: string): Promise<Result<Restored, RestoreRefused>> => {
    const { fs, content } = deps;
    const tree = await content.trees.get(id);
    if (tree === undefined) return err({ code: 'NO_SUCH_TREE', tree: id });
    const scan = await scanFolder(fs, folder);
    const taken = pathsTaken(tree, scan);
    if (taken.length > 0) return err({ code: 'PATH_TAKEN', paths: taken });

    const wanted = new Map(Object.entries(tree.entries));
    const differing = await filesThatDiffer(deps, folder, wanted, scan);
    const missing: string[] = [];
    for (const [path, { blob }] of differing) if (!(await content.blobs.has(blob))) missing.push(path);
    if (missing.length > 0) return err({ code: 'CONTENT_MISSING', paths: missing });

    const removed = scan.files.map(({ path }) => path).filter((path) => !wanted.has(path));
    if (differing.size + removed.length + scan.staged.length === 0) return ok({ written: [], removed: [] });
    const newName = () => `.atelier-${Buffer.from(deps.entropy.bytes(12)).toString('hex')}.part`;
    const staged = new Map<string, string>();
    // Stays until everything is placed and synced, so that whoever finds it knows that names may be unsafe.
    const marker = `${folder}/${newName()}`;
    await (await fs.open(marker, 'create')).close();
    try {
      for (const [path, { blob }] of differing) {
        const part = `${folder}/${newName()}`;
        staged.set(path, part);
        await stageFile(fs, content, blob, part);
      }
    } catch (cause) {
      for (const part of staged.values()) await fs.unlink(part).catch(() => undefined);
      throw cause;
    }
    const cutOff = scan.staged.length > 0;
    await placeFiles(fs, folder, { staged, removed, folders: scan.folders, wanted: [...wanted.keys()], cutOff });
    for (const path of scan.staged) await fs.unlink(`${folder}/${path}`);
    await fs.unlink(marker);
    await fs.syncFolder(folder);
    return ok({ written: [...staged.keys()], removed });
  };

const pathsTaken = (tree: Tree, { problems }: Scan): readonly string[] => {
  const paths = Object.keys(tree.entries);
  const meets = (path: string, odd: string) => path === odd || path.startsWith(`${odd}/`) || odd.startsWith(`${path}/`);
  return problems.map(({ path }) => path).filter((odd) => paths.some((path) => meets(path, odd)));
};

const filesThatDiffer = async (
  deps: RestoreDeps,
  folder: string,
  wanted: ReadonlyMap<string, TreeEntry>,
  { files }: Scan,
): Promise<ReadonlyMap<string, TreeEntry>> => {
  const known = await deps.cache.load(folder);
  const differing = new Map(wanted);
  for (const file of files) {
    const entry = wanted.get(file.path);
    if (entry === undefined || entry.size !== file.stat.size) continue;
    const seen = known.get(file.path);
    const same =
      seen?.stamp === file.stamp
        ? seen.blob === entry.blob
        : await holds(deps, `${folder}/${file.path}`, entry.blob, seen?.blob);
    if (same) differing.delete(file.path);
  }
  return differing;
};

/** `supposed` was read in the tick of the file's last change, or before it: no proof, but a good guess. */
const holds = async (
  { fs, content }: RestoreDeps,
  path: string,
  blob: BlobId,
  supposed: BlobId | undefined,
): Promise<boolean> => {
  const file = fs.openSync(path, 'read');
  try {
    return await content.blobs.matches(blob, file, supposed);
  } finally {
    file.closeSync();
  }
};
