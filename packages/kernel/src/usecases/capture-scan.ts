import { parseTreePath, type TreePathRefused } from '../core/trees/path.ts';
import { stampOf } from '../core/trees/stamp.ts';
import type { FileStat, FileSystem } from '../ports/file-system.ts';

/** Files that a restore writes before it moves them into place. */
export const STAGED = /^[.]atelier-[0-9a-f]+[.]part$/;

export type FoundFile = { readonly path: string; readonly stat: FileStat; readonly stamp: string };
export type ScanProblem = TreePathRefused | { readonly code: 'NOT_A_FILE'; readonly path: string };
export type Scan = {
  readonly files: readonly FoundFile[];
  /** Relative, parents before their children. */
  readonly folders: readonly string[];
  readonly staged: readonly string[];
  readonly problems: readonly ScanProblem[];
};

/** Everything in a folder, links not followed. */
export const scanFolder = async (fs: FileSystem, folder: string): Promise<Scan> => {
  const files: FoundFile[] = [];
  const staged: string[] = [];
  const problems: ScanProblem[] = [];
  const folders: string[] = [];
  const waiting = [''];
  let looked = 0;
  for (let within = waiting.shift(); within !== undefined; within = waiting.shift()) {
    for (const name of fs.readdirSync(within === '' ? folder : `${folder}/${within}`)) {
      const path = within === '' ? name : `${within}/${name}`;
      // A call is shorter than a trip through the thread pool; now and then the process gets its turn.
      looked += 1;
      if (looked % TURN === 0) await new Promise((resolve) => setImmediate(resolve));
      const stat = fs.lookSync(`${folder}/${path}`);
      if (stat === undefined) continue;
      const parsed = parseTreePath(path);
      if (STAGED.test(name)) staged.push(path);
      else if (!parsed.ok) problems.push(parsed.error);
      else if (stat.kind === 'file') files.push({ path, stat, stamp: stampOf(stat) });
      else if (stat.kind === 'other') problems.push({ code: 'NOT_A_FILE', path });
      else {
        folders.push(path);
        waiting.push(path);
      }
    }
  }
  return { files, folders, staged, problems };
};

const TURN = 512;
