import type { Trouble } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { firstOf, segmentPath } from './layout.ts';
import { commitsIn } from './range-reader.ts';
import { type Seen, type StreamView, troubleAt } from './stream-view.ts';

export type StreamHealth = { readonly check: () => { readonly trouble?: Trouble } };

/**
 * The newest part of the manifest, its segment's bytes against their digests, and that every older segment is
 * there. What was checked is not checked again by this process; the whole of every segment is for `verify`.
 */
export const createStreamHealth = (fs: FileSystem, folder: string, view: StreamView): StreamHealth => {
  let checked = { part: -1, next: 0, inode: 0n };

  const missingSegment = (seen: Seen): Trouble | undefined => {
    const there = new Set(fs.readdirSync(`${folder}/events`).map(firstOf));
    for (const part of seen.parts) {
      const attested = part === seen.part ? seen.records.length > 0 : true;
      if (attested && !there.has(part))
        return troubleAt(part, seen.records[0]?.commit ?? 0, 'missing_attested_segment');
    }
    return undefined;
  };

  return {
    check: () => {
      const seen = view.look();
      if (seen.trouble) return { trouble: seen.trouble };
      if (seen.tail.next === 0) return {};
      const segment = fs.statSync(segmentPath(folder, seen.part));
      if (checked.part !== seen.part || checked.inode !== segment?.inode) {
        const trouble = missingSegment(seen);
        if (trouble) return { trouble };
        checked = { part: seen.part, next: seen.part, inode: segment?.inode ?? 0n };
      }
      if (segment && segment.size < seen.tail.offset) checked = { ...checked, next: seen.part };
      const commits = commitsIn(fs, folder, view, { from: checked.next, to: seen.tail.next });
      for (;;) {
        const next = commits.next();
        if (!next.done) continue;
        if (next.value) return { trouble: next.value };
        checked = { ...checked, next: seen.tail.next };
        return {};
      }
    },
  };
};
