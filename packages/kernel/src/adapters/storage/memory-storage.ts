import type { BlobId } from '../../core/digest.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import type { LogAudit } from '../../ports/log-audit.ts';
import { createContentStore } from '../blobs/content-store.ts';
import { createMemoryObjects } from '../blobs/memory-objects.ts';
import { noHeads } from '../disk/head-keeper.ts';
import { createMemoryLog, type MemoryLog } from '../memory/memory-log.ts';
import { sha256 } from '../node/sha256.ts';
import { createProcessDrivers } from '../process-drivers.ts';
import { contentOf, type Storage } from './storage.ts';

/** Nothing outlives the process: for tests, and for looking around. */
export const openMemoryStorage = (): Storage => {
  const log = createMemoryLog();
  const made = createMemoryObjects();
  const objects = async () => made;
  const listening = new Set<() => void>();
  return {
    place: 'memory',
    log: {
      ...log,
      append: async (stream, events, options) => {
        const answer = await log.append(stream, events, options);
        if (answer.ok) for (const onCommit of listening) onCommit();
        return answer;
      },
      importStream: async (stream, commits) => {
        const answer = await log.importStream(stream, commits);
        if (answer.ok) for (const onCommit of listening) onCommit();
        return answer;
      },
    },
    snapshots: { load: async () => undefined, save: async () => undefined },
    audit: createMemoryAudit(log),
    heads: noHeads,
    headDoubt: async () => undefined,
    unsignedCommits: async () => 0,
    signUnsigned: async () => 0,
    unsignedHeads: () => [],
    objects,
    ...contentOf(objects, createContentStore),
    drivers: createProcessDrivers,
    listen: (onCommit) => {
      listening.add(onCommit);
      return () => void listening.delete(onCommit);
    },
    salvage: async (stream) => {
      const read = await log.read(stream);
      return { events: read.ok ? read.value.events : [], health: await log.health(stream) };
    },
    remove: log.remove,
    logBytes: async () => 0,
    close: log.close,
  };
};

/** Nothing can have been changed behind its back; what there is to walk are the commits as they stand. */
const createMemoryAudit = (log: MemoryLog): LogAudit => ({
  streams: log.streams,
  walk: async function* (stream) {
    const found = await log.commits(stream);
    const commits = found.ok ? found.value.commits : [];
    for (const { commit, first, last, bytes, pins, unpins, ...rest } of commits) {
      const inline: BlobId[] = [];
      for (const id of pins) if (await log.content(stream, id)) inline.push(id);
      const hash = commitHash({ commit, first, last, bytes, pins, unpins, ...rest }, sha256);
      yield { commit, first, last, bytes, pins, unpins, hash, inline };
    }
    return { commits: commits.length, next: (commits.at(-1)?.last ?? -1) + 1 };
  },
});
