import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseStreamId } from '@atelier/kernel/core';
import type { EventLog, StreamLengths } from '@atelier/kernel/ports';
import type { SessionId } from '../../core/ids.ts';

/** A mark per session that differs once something was recorded. Cheap: no log is opened. */
export interface SessionStamps {
  /** Undefined when it is unknown whether anything changed; equal when nothing did. */
  readonly quick: () => string | undefined;
  /** `known` are stamps seen before: they spare looking for what they name. */
  readonly all: (known?: Iterable<readonly [SessionId, string]>) => Promise<ReadonlyMap<SessionId, string>>;
  readonly of: (sessionId: SessionId) => Promise<string | undefined>;
}

/** File times move in steps of some milliseconds: within one, a later write leaves no trace. */
const TICK_MS = 20;
let looks = 0;

/**
 * On disk: the newest manifest part, its size and when it was written; the size alone says little, because room is
 * kept ahead. The doorbell tells whether looking is worth it at all.
 */
export const createDiskStamps = (data: string, now: () => number = Date.now): SessionStamps => {
  const isFresh = ({ mtimeMs }: { readonly mtimeMs: number }): boolean => now() - mtimeMs < TICK_MS;
  const folder = join(data, 'streams', 'session');
  const newestPart = new Map<SessionId, { readonly folderMtime: number; readonly part: string }>();

  const stampOf = (sessionId: SessionId): string | undefined => {
    try {
      return lookAt(sessionId);
    } catch {
      // What the system refuses keeps no other session from being found; whoever reads this one is told why.
      return `refused ${looks++}`;
    }
  };

  const lookAt = (sessionId: SessionId): string | undefined => {
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
    // What was written just now may be written again unseen, so that this stamp is good for one look only.
    return (
      part &&
      `${known.folderMtime}:${known.part}:${part.size}:${part.mtimeMs}${isFresh(part) ? `:fresh ${process.pid} ${looks++} ${now()}` : ''}`
    );
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
      return bell && !isFresh(bell) ? String(bell.mtimeMs) : undefined;
    },
    all: async (known = []) => {
      const stamps = new Map<SessionId, string>();
      for (const [sessionId, stamp] of known) recallPart(sessionId, stamp);
      let names: readonly string[];
      try {
        // A folder that no stream can be called was put there by somebody else.
        names = readdirSync(folder).filter((name) => parseStreamId(`session/${name}`).ok);
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

/**
 * For logs without such files: how many events there are. Where `lengths` can tell it of all sessions at once, the
 * first look asks for all of them and every later one for those that moved.
 */
export const createLogStamps = (log: Pick<EventLog, 'list' | 'health'>, lengths?: StreamLengths): SessionStamps => {
  const known = new Map<SessionId, string>();
  let seen: string | undefined;
  const look = async (lengthsSince: StreamLengths): Promise<ReadonlyMap<SessionId, string>> => {
    const found = await lengthsSince('session', seen);
    for (const stream of found.removed) known.delete(idOf(stream));
    for (const [stream, next] of found.lengths) known.set(idOf(stream), String(next));
    seen = found.next;
    return known;
  };
  const of = async (sessionId: SessionId): Promise<string | undefined> => {
    const health = await log.health(`session/${sessionId}`);
    return health.kind === 'healthy' ? String(health.next) : `unhealthy:${health.validNext}`;
  };
  return {
    quick: () => undefined,
    all: async () => {
      if (lengths) return look(lengths);
      const stamps = new Map<SessionId, string>();
      for (const stream of await log.list('session')) {
        const sessionId = idOf(stream);
        const stamp = await of(sessionId);
        if (stamp !== undefined) stamps.set(sessionId, stamp);
      }
      return stamps;
    },
    of,
  };
};

const idOf = (stream: string): SessionId => stream.slice('session/'.length) as SessionId;
