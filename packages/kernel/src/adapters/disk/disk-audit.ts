import { join } from 'node:path';
import type { BlobId } from '../../core/digest.ts';
import type { HealthReason } from '../../core/log/commit-record.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import { isStreamKind, parseStreamId } from '../../core/stream-name.ts';
import { fileRefusalOf } from '../../core/system-error.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { AuditEnd, LogAudit } from '../../ports/log-audit.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { type CommitLines, linesOf } from './commit-lines.ts';
import { ALONE, streamFolder } from './layout.ts';
import { unreadableTrouble } from './unreadable.ts';
import { walkStream } from './whole-walk.ts';

const TURN_BYTES = 4 * 1024 * 1024;

export const createDiskAudit = (fs: FileSystem, data: string): LogAudit => ({
  streams: async () => {
    const top = join(data, 'streams');
    if (!(await fs.stat(top))) return [];
    const names: string[] = [];
    for (const kind of (await fs.readdir(top)).filter(isStreamKind)) {
      for (const id of await namesIn(fs, join(top, kind))) names.push(id === ALONE ? kind : `${kind}/${id}`);
    }
    return names.filter((name) => parseStreamId(name).ok).sort();
  },

  unlisted: async () => {
    const top = join(data, 'streams');
    if (!(await fs.stat(top))) return [];
    const refused: { readonly file: string; readonly system: string }[] = [];
    for (const kind of (await fs.readdir(top)).filter(isStreamKind)) {
      const file = join(top, kind);
      const system = await fs.readdir(file).then(() => undefined, fileRefusalOf);
      if (system !== undefined) refused.push({ file, system });
    }
    return refused;
  },

  walk: async function* (stream) {
    const commits = walkStream(fs, streamFolder(data, stream), stream);
    let reached: AuditEnd = { commits: 0, next: 0 };
    const step = (refused?: HealthReason) => {
      try {
        return commits.next(refused);
      } catch (cause) {
        const trouble = unreadableTrouble(cause, streamFolder(data, stream));
        if (!trouble) throw cause;
        return trouble;
      }
    };
    let next = step();
    let sinceTurn = 0;
    while (!('kind' in next) && !next.done) {
      const { record } = next.value;
      reached = { commits: record.commit, next: record.first };
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
      if (inline) reached = { commits: record.commit + 1, next: record.last + 1 };
      next = step(inline ? undefined : 'schema_validation_failed');
    }
    if ('kind' in next) return { ...reached, trouble: { ...next, validNext: reached.next, commit: reached.commits } };
    const { tail, trouble, met } = next.value;
    if (!trouble) return { commits: tail.commit, next: tail.next };
    return { commits: trouble.commit, next: trouble.validNext, trouble, ...(met ? { met } : {}) };
  },
});

/** A folder of streams that the system refuses keeps no other from being looked at; `unlisted` names it. */
const namesIn = async (fs: FileSystem, folder: string): Promise<readonly string[]> => {
  try {
    return await fs.readdir(folder);
  } catch (cause) {
    if (fileRefusalOf(cause) === undefined) throw cause;
    return [];
  }
};

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
