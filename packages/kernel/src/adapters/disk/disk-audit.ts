import { join } from 'node:path';
import type { BlobId } from '../../core/digest.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { type CommitLines, linesOf } from './commit-lines.ts';
import { ALONE, streamFolder } from './layout.ts';
import { walkStream } from './whole-walk.ts';

const TURN_BYTES = 4 * 1024 * 1024;

export const createDiskAudit = (fs: FileSystem, data: string): LogAudit => ({
  streams: async () => {
    const top = join(data, 'streams');
    if (!(await fs.stat(top))) return [];
    const names: string[] = [];
    for (const kind of (await fs.readdir(top)).filter(isStreamKind)) {
      for (const id of await fs.readdir(join(top, kind))) names.push(id === ALONE ? kind : `${kind}/${id}`);
    }
    return names.filter((name) => parseStreamId(name).ok).sort();
  },

  walk: async function* (stream) {
    const commits = walkStream(fs, streamFolder(data, stream), stream);
    let next = commits.next();
    let sinceTurn = 0;
    while (!next.done) {
      const { record } = next.value;
      const inline = inlineContent(next.value);
      if (inline) {
        const { commit, first, last, bytes, pins, unpins } = record;
        yield { commit, first, last, bytes, pins, unpins, inline, hash: commitHash(record, sha256) };
      }
      sinceTurn += record.bytes;
      if (sinceTurn > TURN_BYTES) {
        sinceTurn = 0;
        await new Promise((resume) => setImmediate(resume));
      }
      next = commits.next(inline ? undefined : 'schema_validation_failed');
    }
    const { tail, trouble, met } = next.value;
    if (!trouble) return { commits: tail.commit, next: tail.next };
    return { commits: trouble.commit, next: trouble.validNext, trouble, ...(met ? { met } : {}) };
  },
});

/** Undefined when a content line does not hold what its id says. */
const inlineContent = (commit: CommitLines): readonly BlobId[] | undefined => {
  const { first, last, pins } = commit.record;
  if (pins.length === 0) return [];
  const ids: BlobId[] = [];
  for (const line of linesOf(commit).slice(last - first + 1)) {
    const content = contentOfLine(line);
    const id = content && blobIdOf(content.bytes);
    if (!id || id !== content.id) return undefined;
    ids.push(id);
  }
  return ids;
};
