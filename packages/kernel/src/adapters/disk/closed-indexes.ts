import { commitHash } from '../../core/log/commit-record.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { sha256 } from '../node/sha256.ts';
import { buildClosedIndex, type ClosedIndex, decodeClosedIndex } from './closed-index.ts';
import { type CommitLines, readCommitLines } from './commit-lines.ts';
import { Corruption } from './corruption.ts';
import { indexPath } from './layout.ts';
import { type StreamView, troubleAt } from './stream-view.ts';
import { readUnlessRefused, writeWhole } from './whole-io.ts';

export type ClosedIndexes = {
  /** Of a closed part; read from its file, or built and, by a writer, filed. */
  readonly of: (first: number) => ClosedIndex;
  readonly forget: () => void;
};

export const createClosedIndexes = (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  mayWrite: () => boolean,
): ClosedIndexes => {
  const loaded = new Map<number, ClosedIndex>();

  const load = (first: number): ClosedIndex => {
    const { records, trouble } = view.closedPart(first);
    const last = records.at(-1);
    if (trouble || !last) throw new Corruption(trouble ?? troubleAt(first, 0, 'non_contiguous_indices'));
    const head = commitHash(last, sha256);
    const filed = readUnlessRefused(fs, indexPath(folder, first));
    const found = filed && decodeClosedIndex(first, head, filed);
    if (found) return found;
    const built = buildClosedIndex(first, head, wholeLines(readCommitLines(fs, folder, records)));
    if (mayWrite()) fileQuietly(first, built);
    return built;
  };

  /** Not synced and not needed: after a crash it is whole or it is built again. */
  const file = (first: number, index: ClosedIndex): void => {
    const path = indexPath(folder, first);
    fs.mkdirSync(`${folder}/index`);
    if (fs.statSync(path)) fs.unlinkSync(path);
    const open = fs.openSync(path, 'create');
    try {
      writeWhole(open, index.encode(), 0);
    } finally {
      open.closeSync();
    }
  };

  const fileQuietly = (first: number, index: ClosedIndex): void => {
    try {
      file(first, index);
    } catch {
      // Done without: the next process builds it again.
    }
  };

  return {
    of: (first) => {
      const index = loaded.get(first) ?? load(first);
      loaded.set(first, index);
      return index;
    },
    forget: () => loaded.clear(),
  };
};

function* wholeLines(lines: ReturnType<typeof readCommitLines>): Generator<CommitLines> {
  for (;;) {
    const next = lines.next();
    if (!next.done) yield next.value;
    else if (next.value)
      throw new Corruption(troubleAt(next.value.record.first, next.value.record.commit, next.value.reason));
    else return;
  }
}
