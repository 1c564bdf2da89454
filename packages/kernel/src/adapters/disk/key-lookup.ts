import type { LogEvent } from '../../core/event.ts';
import { keyOfLine } from '../../core/log/event-line.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { ClosedIndexes } from './closed-indexes.ts';
import { linesOf } from './commit-lines.ts';
import { Corruption } from './corruption.ts';
import { commitsIn, readSeqs } from './range-reader.ts';
import type { StreamView } from './stream-view.ts';

export type KeyLookup = {
  readonly seqOfKey: (key: string) => number | undefined;
  /** Keys of a commit just made, so that they need not be read back. */
  readonly add: (part: number, events: readonly LogEvent[]) => void;
  readonly forget: () => void;
};

/** Keys of the open segment in memory, of closed ones by their indexes. Nothing is read before a key is asked for. */
export const createKeyLookup = (
  fs: FileSystem,
  folder: string,
  view: StreamView,
  indexes: ClosedIndexes,
): KeyLookup => {
  let seqByKey = new Map<string, number>();
  let part = -1;
  let reached = 0;

  const catchUp = (): void => {
    const { part: current, tail } = view.look();
    if (part !== current) {
      seqByKey = new Map();
      part = current;
      reached = current;
    }
    if (reached === tail.next) return;
    const commits = commitsIn(fs, folder, view, { from: reached, to: tail.next });
    for (;;) {
      const next = commits.next();
      if (next.done) {
        if (next.value) throw new Corruption(next.value);
        break;
      }
      const { record } = next.value;
      const lines = linesOf(next.value);
      for (let seq = record.first; seq <= record.last; seq += 1) {
        const key = keyOfLine(lines[seq - record.first] ?? '');
        if (key !== null) seqByKey.set(key, seq);
      }
      reached = record.last + 1;
    }
  };

  const inClosed = (key: string): number | undefined => {
    for (const first of view.look().parts.slice(0, -1).reverse()) {
      const seqs = indexes.of(first).seqsOfKey(key);
      if (seqs.length === 0) continue;
      const events = readSeqs(fs, folder, view, seqs);
      if (!events.ok) throw new Corruption(events.error);
      const found = events.value.find((event) => event.key === key);
      if (found) return found.seq;
    }
    return undefined;
  };

  return {
    seqOfKey: (key) => {
      catchUp();
      return seqByKey.get(key) ?? inClosed(key);
    },
    add: (of, events) => {
      if (of !== part || events[0]?.seq !== reached) return;
      for (const { key, seq } of events) if (key !== null) seqByKey.set(key, seq);
      reached += events.length;
    },
    forget: () => {
      part = -1;
    },
  };
};
