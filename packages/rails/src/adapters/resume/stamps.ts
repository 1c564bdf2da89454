import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { EventLog } from '@atelier/kernel/ports';
import type { SessionId } from '../../core/ids.ts';

/** A mark per session that differs once something was recorded. Cheap: no log is opened. */
export interface SessionStamps {
  /** Undefined when it is unknown whether anything changed; equal when nothing did. */
  readonly quick: () => string | undefined;
  /** `known` are stamps seen before: they spare looking for what they name. */
  readonly all: (known?: Iterable<readonly [SessionId, string]>) => Promise<ReadonlyMap<SessionId, string>>;
  readonly of: (sessionId: SessionId) => Promise<string | undefined>;
}

/** On disk: the newest manifest part and its size. The doorbell tells whether looking is worth it at all. */
export const createDiskStamps = (data: string): SessionStamps => {
  const folder = join(data, 'streams', 'session');
  const newestPart = new Map<SessionId, { readonly folderMtime: number; readonly part: string }>();

  const stampOf = (sessionId: SessionId): string | undefined => {
    const manifest = join(folder, sessionId, 'manifest');
    const born = statSync(manifest, { throwIfNoEntry: false });
    if (!born) return undefined;
    let known = newestPart.get(sessionId);
    if (known?.folderMtime !== born.mtimeMs) {
      const newest = readdirSync(manifest).sort().at(-1);
      if (newest === undefined) return undefined;
      known = { folderMtime: born.mtimeMs, part: newest };
      newestPart.set(sessionId, known);
    }
    const part = statSync(join(manifest, known.part), { throwIfNoEntry: false });
    return part ? `${known.folderMtime}:${known.part}:${part.size}` : undefined;
  };

  /** A folder is changed by the birth of a part: as long as it was not, the part named before is the newest. */
  const recallPart = (sessionId: SessionId, stamp: string): void => {
    const [mtime = '', part = ''] = stamp.split(':');
    if (!newestPart.has(sessionId) && /^\d{12}\.jsonl$/.test(part))
      newestPart.set(sessionId, { folderMtime: Number(mtime), part });
  };

  return {
    quick: () => {
      const bell = statSync(join(data, 'doorbell'), { throwIfNoEntry: false });
      return bell ? String(bell.mtimeMs) : undefined;
    },
    all: async (known = []) => {
      const stamps = new Map<SessionId, string>();
      for (const [sessionId, stamp] of known) recallPart(sessionId, stamp);
      let names: readonly string[];
      try {
        names = readdirSync(folder);
      } catch {
        return stamps;
      }
      for (const [index, name] of names.entries()) {
        const stamp = stampOf(name as SessionId);
        if (stamp !== undefined) stamps.set(name as SessionId, stamp);
        // Thousands of looks in a row would keep a waiting call waiting.
        if (index % 2_000 === 1_999) await new Promise((resume) => setImmediate(resume));
      }
      return stamps;
    },
    of: async (sessionId) => stampOf(sessionId),
  };
};

/** For logs without such files: how many events there are. */
export const createLogStamps = (log: Pick<EventLog, 'list' | 'health'>): SessionStamps => {
  const of = async (sessionId: SessionId): Promise<string | undefined> => {
    const health = await log.health(`session/${sessionId}`);
    return health.kind === 'healthy' ? String(health.next) : `unhealthy:${health.validNext}`;
  };
  return {
    quick: () => undefined,
    all: async () => {
      const stamps = new Map<SessionId, string>();
      for (const stream of await log.list('session')) {
        const sessionId = stream.slice('session/'.length) as SessionId;
        const stamp = await of(sessionId);
        if (stamp !== undefined) stamps.set(sessionId, stamp);
      }
      return stamps;
    },
    of,
  };
};
