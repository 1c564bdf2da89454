import { basename, dirname, join } from 'node:path';
import type { LogEvent, StreamId } from '../../core/event.ts';
import { type CommitRecord, recordLine } from '../../core/log/commit-record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { AppendRefused, Health } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import { eventsOf } from './commit-lines.ts';
import { firstOf, partPath } from './layout.ts';
import type { StreamWriter } from './stream-writer.ts';
import { readFile, writeWhole } from './whole-io.ts';
import { type WalkEnd, walkStream } from './whole-walk.ts';

export type Salvaged = { readonly events: readonly LogEvent[]; readonly health: Health };

/** Everything from the first commit on, until one is not what was attested. */
export const salvageStream = (fs: FileSystem, folder: string, stream: StreamId): Salvaged => {
  const events: LogEvent[] = [];
  const { trouble, tail } = walkEvents(fs, folder, stream, (_, found) => {
    for (const event of found) events.push(event);
  });
  const health = trouble ?? ({ kind: 'healthy', next: tail.next } as const);
  return { events: events.slice(0, trouble?.validNext ?? tail.next), health };
};

const walkEvents = (
  fs: FileSystem,
  folder: string,
  stream: StreamId,
  each: (record: CommitRecord, events: readonly LogEvent[]) => void,
): WalkEnd => {
  const commits = walkStream(fs, folder, stream);
  let next = commits.next();
  while (!next.done) {
    const { record } = next.value;
    const events = eventsOf(next.value);
    if (typeof events !== 'string') each(record, events);
    next = commits.next(typeof events === 'string' ? events : undefined);
  }
  return next.value;
};

/** `aside` is where the stream stands as it was; undefined when it was healthy and nothing was done. */
export type Repaired = Result<{ readonly aside?: string; readonly next: number; readonly was: Health }, AppendRefused>;

type RepairDeps = {
  readonly fs: FileSystem;
  readonly data: string;
  readonly folder: string;
  readonly stream: StreamId;
  readonly writer: StreamWriter;
  readonly now: () => number;
};

export const repairStream = async (deps: RepairDeps): Promise<Repaired> => {
  try {
    const done = await deps.writer.exclusively(async () => repairHeld(deps));
    return done.ok ? ok(done.value) : done;
  } catch (cause) {
    return err({ code: 'UNHEALTHY', reason: 'io', detail: cause instanceof Error ? cause.message : String(cause) });
  }
};

const repairHeld = ({ fs, data, folder, stream, now }: RepairDeps): { aside?: string; next: number; was: Health } => {
  const good: CommitRecord[] = [];
  const { trouble, tail } = walkEvents(fs, folder, stream, (record) => good.push(record));
  if (!trouble) return { next: tail.next, was: { kind: 'healthy', next: tail.next } };
  const aside = copyAside(fs, data, folder, now());
  const kept = good.filter((record) => record.first < trouble.validNext);
  const part = kept.at(-1)?.segment ?? 0;
  cutAfter(
    fs,
    folder,
    part,
    kept.filter((record) => record.segment === part),
  );
  return { aside, next: trouble.validNext, was: trouble };
};

/** The whole stream, durable, before the first byte of it is touched. */
const copyAside = (fs: FileSystem, data: string, folder: string, now: number): string => {
  const top = join(data, 'aside');
  const aside = freeName(fs, join(top, `${basename(dirname(folder))}-${basename(folder)}-${now}`));
  fs.mkdirSync(top);
  fs.mkdirSync(aside);
  for (const name of ['events', 'manifest']) {
    fs.mkdirSync(join(aside, name));
    if (!fs.statSync(join(folder, name))) continue;
    for (const file of fs.readdirSync(join(folder, name))) {
      writeNew(fs, join(aside, name, file), readFile(fs, join(folder, name, file)) ?? new Uint8Array(0));
    }
    fs.syncFolderSync(join(aside, name));
  }
  for (const path of [aside, top, data]) fs.syncFolderSync(path);
  return aside;
};

const freeName = (fs: FileSystem, wanted: string): string => {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!fs.statSync(name)) return name;
  }
};

/**
 * First the part that holds the end is replaced, by rename; then later parts go, newest first. A stop on the way
 * leaves a part that does not follow from the one before it: still unhealthy, and repair can be run again.
 */
const cutAfter = (fs: FileSystem, folder: string, part: number, good: readonly CommitRecord[]): void => {
  const manifest = join(folder, 'manifest');
  const fresh = join(manifest, 'repaired.part');
  if (fs.statSync(fresh)) fs.unlinkSync(fresh);
  writeNew(fs, fresh, Buffer.from(good.map((record) => `${recordLine(record)}\n`).join(''), 'latin1'));
  fs.renameSync(fresh, partPath(folder, part));
  fs.syncFolderSync(manifest);
  for (const name of ['manifest', 'events']) {
    for (const file of fs.readdirSync(join(folder, name)).toReversed()) {
      if ((firstOf(file) ?? part) > part) fs.unlinkSync(join(folder, name, file));
      if (name === 'manifest') fs.syncFolderSync(manifest);
    }
  }
  fs.syncFolderSync(join(folder, 'events'));
};

const writeNew = (fs: FileSystem, path: string, bytes: Uint8Array): void => {
  const file = fs.openSync(path, 'create');
  try {
    writeWhole(file, bytes, 0);
    file.datasyncSync();
  } finally {
    file.closeSync();
  }
};
