import { join } from 'node:path';
import { err, ok, type Result } from '../../core/result.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { RemoveRefused } from '../../ports/stream-removal.ts';
import type { StreamView } from './stream-view.ts';
import type { StreamWriter } from './stream-writer.ts';

type Deps = {
  readonly fs: FileSystem;
  readonly data: string;
  readonly folder: string;
  readonly view: StreamView;
  readonly writer: StreamWriter;
  readonly forgetHead: () => Promise<void>;
  /** Of this removal alone. */
  readonly ownName: string;
};

/**
 * Under the stream's own lock, so that nobody is writing it. Its signed head goes first: a stream without one is merely
 * unsigned, a head without its stream would read as a log that was cut off. Then it is out of sight in one move, and
 * only then taken apart. What a power cut leaves of that goes with the next removal.
 */
export const removeStream = async (deps: Deps, expected: number): Promise<Result<undefined, RemoveRefused>> => {
  const { fs, data, folder, view, writer } = deps;
  const removed = join(data, 'removed');
  const done = await writer.exclusively(async (): Promise<Result<undefined, RemoveRefused>> => {
    const { tail, trouble } = view.look();
    if (trouble) return err({ code: 'UNHEALTHY', reason: trouble.reason, health: trouble });
    if (tail.next !== expected) return err({ code: 'STALE', next: tail.next });
    await deps.forgetHead();
    fs.mkdirSync(removed);
    fs.renameSync(folder, join(removed, deps.ownName));
    fs.syncFolderSync(join(folder, '..'));
    return ok(undefined);
  }, 'let_go');
  if (!done.ok) return done;
  // The stream is gone whatever becomes of its files.
  if (done.value.ok) for (const name of fs.readdirSync(removed)) await remove(fs, join(removed, name)).catch(() => {});
  return done.value;
};

const remove = async (fs: FileSystem, path: string): Promise<void> => {
  if (fs.lookSync(path)?.kind !== 'folder') return fs.unlink(path);
  for (const name of await fs.readdir(path)) await remove(fs, join(path, name));
  return fs.rmdir(path);
};
