import type { PortableCommit } from '../../core/portable.ts';
import { ok, type Result } from '../../core/result.ts';
import type { BlobId, EventLog, NewCommit, ReadRefused } from '../../ports/index.ts';

type Log = Pick<EventLog, 'read' | 'commits' | 'content' | 'carried'>;

const commitsAtOnce = 200;

export type StreamOut = {
  /** What the stream still pins. */
  readonly pinned: ReadonlySet<BlobId>;
  /** How far it had come: what is appended later is not part of the file. */
  readonly next: number;
  readonly commits: () => AsyncGenerator<PortableCommit>;
};

/** A stream as the commits of a file, read as they are written out. */
export const streamOut = async (log: Log, stream: string): Promise<Result<StreamOut, ReadRefused>> => {
  const pinned = new Set<BlobId>();
  let next = 0;
  let count = 0;
  for (;;) {
    const page = await log.commits(stream, { from: count, limit: commitsAtOnce });
    if (!page.ok) return page;
    for (const { pins, unpins, last } of page.value.commits) {
      for (const id of pins) pinned.add(id);
      for (const id of unpins) pinned.delete(id);
      next = last + 1;
    }
    count += page.value.commits.length;
    if (page.value.commits.length < commitsAtOnce) break;
  }
  const commits = async function* (): AsyncGenerator<PortableCommit> {
    for (let at = 0; at < count; at += commitsAtOnce) {
      const page = await log.commits(stream, { from: at, limit: Math.min(commitsAtOnce, count - at) });
      if (!page.ok) throw new Error(`${stream} cannot be read: ${page.error.code}`);
      for (const { first, last, pins, unpins } of page.value.commits) {
        const read = await log.read(stream, { from: first, limit: last - first + 1 });
        const riding = await log.carried(stream, new Set(pins));
        if (!read.ok || !riding.ok) throw new Error(`${stream} cannot be read`);
        const carried: string[] = [];
        for (const id of riding.value) {
          const bytes = await log.content(stream, id);
          if (!bytes) throw new Error(`${id} rides in no commit of ${stream}`);
          carried.push(Buffer.from(bytes).toString('base64'));
        }
        yield {
          events: read.value.events.map(({ id, at: time, kind, key, data }) => ({
            id,
            at: time,
            kind,
            key,
            data: data as Record<string, never>,
          })),
          pins: pins.filter((id) => !riding.value.has(id)),
          unpins: [...unpins],
          carried,
        };
      }
    }
  };
  return ok({ pinned, next, commits });
};

/** The same commit as a log takes it in. */
export const portableToCommit = ({ events, pins, unpins, carried }: PortableCommit): NewCommit => ({
  events: events as NewCommit['events'],
  pins: pins as BlobId[],
  unpins: unpins as BlobId[],
  content: carried.map((text) => Buffer.from(text, 'base64')),
});
