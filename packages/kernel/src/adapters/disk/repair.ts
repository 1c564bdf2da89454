import { basename, dirname, join } from 'node:path';
import type { LogEvent, StreamId } from '../../core/event.ts';
import { type ChainEnd, whyNotThrough } from '../../core/log/chain-end.ts';
import { eventsOf } from '../../core/log/commit-events.ts';
import { type CommitRecord, commitHash, genesisHash, recordLine } from '../../core/log/commit-record.ts';
import { walkManifest } from '../../core/log/manifest-walk.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { writeRefused } from '../../core/system-error.ts';
import type { AppendRefused, Health } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { Head, HeadDoubt, Heads } from '../../ports/heads.ts';
import { createHeadDoubt } from '../head-doubt.ts';
import { sha256 } from '../node/sha256.ts';
import { NoHeadsKey } from '../signed-head.ts';
import { firstOf, partPath, partsIn, segmentPath } from './layout.ts';
import { mendBit } from './mend-bit.ts';
import { mendPacked } from './packed-segment.ts';
import { noteAside, settleNote, unsettledNotes, writeNew } from './repair-notes.ts';
import { isPackedFile, packedBytes, replaceSegment } from './segment-file.ts';
import type { StreamWriter } from './stream-writer.ts';
import { readAppended, readExactly, readFile, writeWhole } from './whole-io.ts';
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
    const events = eventsOf(next.value.record, next.value.text);
    if (typeof events !== 'string') each(record, events);
    next = commits.next(typeof events === 'string' ? events : undefined);
  }
  return next.value;
};

export type RepairDone = {
  /** Where the stream, or what its head said, stands as it was; undefined when nothing was done. */
  readonly aside?: string;
  readonly next: number;
  readonly was: Health;
  /** Commits whose one changed bit was found and put right: nothing of them is lost. */
  readonly mended?: number;
  /** The stream is whole and yet not what its head attests. Only `acceptEnd` lets go of such a head. */
  readonly doubt?: HeadDoubt;
};
export type Repaired = Result<RepairDone, AppendRefused>;

type RepairDeps = {
  readonly fs: FileSystem;
  readonly data: string;
  readonly folder: string;
  readonly stream: StreamId;
  readonly writer: StreamWriter;
  readonly heads: Heads;
  readonly now: () => number;
};

/** Cuts what is damaged; of what is whole it only finishes a repair that was stopped before its head was signed. */
export const repairStream = (deps: RepairDeps): Promise<Repaired> => exclusively(deps, repairHeld);

/** Signs the stream as it stands. What its head said is noted aside. */
export const acceptStreamEnd = (deps: RepairDeps): Promise<Repaired> => exclusively(deps, acceptHeld);

const exclusively = async (deps: RepairDeps, act: (deps: RepairDeps) => Promise<Repaired>): Promise<Repaired> => {
  try {
    // Both end with a signature: what cannot be signed is not begun.
    const trouble = await deps.heads.keyTrouble();
    if (trouble) throw new NoHeadsKey(trouble);
    const done = await deps.writer.exclusively(() => act(deps));
    return done.ok ? done.value : done;
  } catch (cause) {
    return err(writeRefused(cause, false));
  }
};

const repairHeld = async (deps: RepairDeps): Promise<Repaired> => {
  const { fs, folder, stream } = deps;
  const good: CommitRecord[] = [];
  const walk = (): WalkEnd => {
    good.length = 0;
    return walkEvents(fs, folder, stream, (record) => good.push(record));
  };
  let { trouble, tail } = walk();
  if (!trouble) return finishRepair(deps, good, tail);
  const was = trouble;
  const aside = newAside(deps);
  copyFiles(fs, folder, aside);
  let mended = 0;
  while (trouble && mended < MOST_MENDED && mendAt(fs, folder, stream, trouble.commit)) {
    mended += 1;
    ({ trouble, tail } = walk());
  }
  if (!trouble) return ok({ aside, next: tail.next, was, mended });
  const validNext = trouble.validNext;
  const kept = good.filter((record) => record.first < validNext);
  const head = headAfter(stream, kept);
  // The head is signed last. Until then this says why the stream is shorter than its head attests.
  await noteAside(deps, aside, head);
  const part = kept.at(-1)?.segment ?? 0;
  cutAfter(
    fs,
    folder,
    part,
    kept.filter((record) => record.segment === part),
  );
  await deps.heads.signAnew(head);
  settleNote(fs, aside);
  return ok({ aside, next: validNext, was, ...(mended > 0 && { mended }) });
};

const MOST_MENDED = 64;

/** In place, once everything is copied aside: a stop half-way leaves the commit as wrong as it was. */
const mendAt = (fs: FileSystem, folder: string, stream: StreamId, commit: number): boolean => {
  const record = recordOf(fs, folder, stream, commit);
  const path = record && segmentPath(folder, record.segment);
  if (!record || !path || !fs.statSync(path)) return false;
  const file = fs.openSync(path, 'update');
  try {
    if (isPackedFile(file)) return mendPackedAt(fs, path, record);
    const right = mendBit(readExactly(file, record.bytes, record.offset), record.sha256, sha256);
    if (!right) return false;
    writeWhole(file, Uint8Array.of(right.byte), record.offset + right.at);
    file.datasyncSync();
    return true;
  } finally {
    file.closeSync();
  }
};

/** Whole again, it is left unpacked: it was of some use to be able to read it. */
const mendPackedAt = (fs: FileSystem, path: string, { offset, bytes, sha256: wanted }: CommitRecord): boolean => {
  const isRight = (lines: Buffer) => sha256(lines.subarray(offset, offset + bytes)) === wanted;
  const right = mendPacked(packedBytes(fs, path) ?? Buffer.alloc(0), isRight);
  if (!right) return false;
  replaceSegment(fs, path, right);
  return true;
};

/** As the manifest has it, which is whole up to there: the chain was followed that far. */
const recordOf = (fs: FileSystem, folder: string, stream: StreamId, commit: number): CommitRecord | undefined => {
  let tail = emptyTail(stream, sha256);
  for (const first of partsIn(fs, folder)) {
    const walked = walkManifest(readAppended(fs, partPath(folder, first)), inNewSegment(tail), first, sha256);
    const found = walked.records.find((record) => record.commit === commit);
    if (found || walked.broken) return found;
    tail = walked.tail;
  }
  return undefined;
};

const finishRepair = async (deps: RepairDeps, records: readonly CommitRecord[], end: Tail): Promise<Repaired> => {
  const { fs, data, stream, heads } = deps;
  const whole = { next: end.next, was: { kind: 'healthy', next: end.next } } as const;
  const chain: ChainEnd = { end, prevOf: async (commit) => records[commit]?.prev };
  const unfinished = unsettledNotes(fs, data, stream);
  const doubt = await createHeadDoubt(heads, async () => chain)(stream);
  let aside: string | undefined;
  if (doubt) {
    for (const note of unfinished) if (!(await whyNotThrough(note.head, chain))) aside = note.aside;
    if (aside === undefined) return ok({ ...whole, doubt });
    await heads.signAnew(headAfter(stream, records));
  }
  for (const note of unfinished) settleNote(fs, note.aside);
  return ok(aside === undefined ? whole : { ...whole, aside });
};

const acceptHeld = async (deps: RepairDeps): Promise<Repaired> => {
  const records: CommitRecord[] = [];
  const { trouble, tail } = walkEvents(deps.fs, deps.folder, deps.stream, (record) => records.push(record));
  if (trouble) return err({ code: 'UNHEALTHY', reason: trouble.reason, health: trouble });
  const head = headAfter(deps.stream, records);
  const aside = newAside(deps);
  await noteAside(deps, aside, head);
  await deps.heads.signAnew(head);
  settleNote(deps.fs, aside);
  return ok({ aside, next: tail.next, was: { kind: 'healthy', next: tail.next } });
};

const headAfter = (stream: StreamId, records: readonly CommitRecord[]): Head => {
  const last = records.at(-1);
  return { stream, commits: records.length, head: last ? commitHash(last, sha256) : genesisHash(stream, sha256) };
};

const newAside = ({ fs, data, folder, now }: RepairDeps): string => {
  const top = join(data, 'aside');
  const aside = freeName(fs, join(top, `${basename(dirname(folder))}-${basename(folder)}-${now()}`));
  fs.mkdirSync(top);
  fs.mkdirSync(aside);
  return aside;
};

const freeName = (fs: FileSystem, wanted: string): string => {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted}-${count}`;
    if (!fs.statSync(name)) return name;
  }
};

/** The whole stream, durable, before the first byte of it is touched. */
const copyFiles = (fs: FileSystem, folder: string, aside: string): void => {
  for (const name of ['events', 'manifest']) {
    fs.mkdirSync(join(aside, name));
    if (!fs.statSync(join(folder, name))) continue;
    for (const file of fs.readdirSync(join(folder, name))) {
      writeNew(fs, join(aside, name, file), readFile(fs, join(folder, name, file)) ?? new Uint8Array(0));
    }
    fs.syncFolderSync(join(aside, name));
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
