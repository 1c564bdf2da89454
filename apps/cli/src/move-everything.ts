import { blobIdOf, createContentStore, sha256 } from '@atelier/kernel/adapters';
import { commitHash } from '@atelier/kernel/core';
import {
  createPostgresCommits,
  createPostgresLog,
  createPostgresObjects,
  type Database,
} from '@atelier/kernel/postgres';
import type { ContentBucket } from '@atelier/kernel/storage';
import { copyObjects, type Finding, type Moved, moveStream, verify } from '@atelier/kernel/usecases';
import { type Call, ownCall } from '@atelier/server/installation';
import { openDiskSide } from './disk-side.ts';
import type { Io } from './io.ts';
import { findingToLine, isOfContent } from './verify-text.ts';

type Side = Awaited<ReturnType<typeof openDiskSide>> | ReturnType<typeof openRows>;
type Ends = ReadonlyMap<string, Pick<Moved, 'commits' | 'head'>>;

/**
 * Proves the source, copies, proves the copy, and looks whether the source is still what was copied. Says what is
 * wrong and returns false when any of it fails; the source stays as it is.
 */
export const moveEverything = async (
  to: 'database' | 'disk',
  data: string,
  database: Database,
  bucket: ContentBucket | undefined,
  io: Io,
): Promise<boolean> =>
  betweenSides(to, data, database, bucket, async (from, target) => {
    if (!(await prove(from, 'Where it is', ownCall(data), io))) return false;
    await copyContent(from, target, io);
    const ends = await copyStreams(from, target, io);
    if (!ends || !(await proveCopy(from, target, ownCall(data), io))) return false;
    if (!(await isStillSo(from, ends, io))) return false;
    io.out('Everything is there, with the same seqs and hashes.');
    return true;
  });

/**
 * Whether all that stands at the target already is a beginning of what is to be moved. Asked before anything is copied:
 * content, keys and sessions of one installation have no place in another's. The hash of a commit stands for all before it.
 */
export const isBeginningThere = async (
  to: 'database' | 'disk',
  data: string,
  database: Database,
  bucket: ContentBucket | undefined,
  io: Io,
): Promise<boolean> =>
  betweenSides(to, data, database, bucket, async (from, target) => {
    const others: string[] = [];
    for (const stream of await target.log.audit.streams())
      if (!(await isBeginningOf(target.log, from.log, stream))) others.push(stream);
    if (others.length === 0) return true;
    const [first, ...more] = others;
    const which = more.length === 0 ? `the stream ${first}` : `${others.length} streams, such as ${first},`;
    io.err(
      `atelier: nothing was copied: in the ${to === 'database' ? 'database' : 'folder'}, ${which} went another way than here. It belongs to another installation, or somebody worked there since the last move. Name another ${to === 'database' ? 'one in ATELIER_DATABASE_URL' : 'folder with --data'}.`,
    );
    return false;
  });

const betweenSides = async (
  to: 'database' | 'disk',
  data: string,
  database: Database,
  bucket: ContentBucket | undefined,
  work: (from: Side, target: Side) => Promise<boolean>,
): Promise<boolean> => {
  const [disk, rows] = [await openDiskSide(data), openRows(database, bucket)];
  try {
    return await (to === 'database' ? work(disk, rows) : work(rows, disk));
  } finally {
    await disk.close();
    await rows.close();
  }
};

/** What is damaged, or only there, is told by those who copy and prove. */
const isBeginningOf = async (there: Log, here: Log, stream: string): Promise<boolean> => {
  const [end, own] = [await endOf(there, stream), await endOf(here, stream)];
  if (end === undefined || own === undefined || end.next === 0 || own.next === 0) return true;
  if (end.next > own.next) return false;
  const [theirs, ours] = [await hashAt(there, stream, end.next - 1), await hashAt(here, stream, end.next - 1)];
  return theirs === undefined || ours === undefined || theirs === ours;
};

type Log = Pick<Side['log'], 'commits'>;

/** `next` is how many commits there are, whatever was asked for. */
const endOf = async (log: Log, stream: string): Promise<{ readonly next: number } | undefined> => {
  const found = await log.commits(stream, { from: Number.MAX_SAFE_INTEGER - 1, limit: 1 });
  return found.ok ? found.value : undefined;
};

const hashAt = async (log: Log, stream: string, commit: number): Promise<string | undefined> => {
  const found = await log.commits(stream, { from: commit, limit: 1 });
  const [facts] = found.ok ? found.value.commits : [];
  return facts && commitHash(facts, sha256);
};

const openRows = (database: Database, bucket: ContentBucket | undefined) => {
  const log = createPostgresLog(database);
  const objects = createPostgresObjects(database, bucket);
  return { commits: createPostgresCommits(database), objects, log, close: log.close };
};

/** Chains, content and signed heads: a stream that was cut, or is left only as a head, is not carried over as if whole. */
const findingsIn = async ({ log, objects }: Side): Promise<readonly Finding[]> => {
  const { audit, heads } = log;
  return (await verify({ audit, heads, content: createContentStore(objects) })()).findings;
};

const prove = async (side: Side, where: string, call: Call, io: Io): Promise<boolean> =>
  isNothing(await findingsIn(side), where, call, io);

/** A tree names a blob, its recipe names chunks: damage of each is met only once what names it is whole. */
const LEVELS = 3;

/** What stood there before, such as what an earlier move left, was not copied again and may be damaged. */
const proveCopy = async (from: Side, target: Side, call: Call, io: Io): Promise<boolean> => {
  let findings = await findingsIn(target);
  for (let level = 0; level < LEVELS && findings.some(isOfContent); level += 1) {
    io.out('Content that was already there is damaged, so it is copied again.');
    // A store that has met damage no longer calls it held.
    await copyContent(from, target, io);
    findings = await findingsIn(target);
  }
  return isNothing(findings, 'Where it was copied to', call, io);
};

const isNothing = (findings: readonly Finding[], where: string, call: Call, io: Io): boolean => {
  for (const finding of findings) io.err(`atelier: ${findingToLine(finding, call)}`);
  if (findings.length === 0) return true;
  io.err(
    `atelier: ${where}, ${findings.length === 1 ? 'one thing is' : `${findings.length} things are`} wrong. Mend that first: ${call('verify')} names it, ${call('repair STREAM')} says what can be done.`,
  );
  return false;
};

/** Content first: a stream must never name what is not there yet. */
const copyContent = async (from: Side, target: Side, io: Io): Promise<void> => {
  const { objects, added, damaged } = await copyObjects({ from: from.objects, to: target.objects, idOf: blobIdOf });
  io.out(`content: ${objects} objects, ${added} copied now`);
  for (const id of damaged) io.err(`atelier: ${id} is damaged. Nothing uses it, so it was not copied.`);
};

const copyStreams = async (from: Side, target: Side, io: Io): Promise<Ends | undefined> => {
  const move = moveStream({ from: from.commits, to: target.commits, sha256 });
  const ends = new Map<string, Moved>();
  let failed = 0;
  for (const stream of await from.log.audit.streams()) {
    const moved = await move(stream);
    if (!moved.ok) {
      failed += 1;
      io.err(`atelier: ${stream} was not moved: ${sentenceFor[moved.error.code]} (commit ${moved.error.commit})`);
      continue;
    }
    const { events, commits, added, head } = moved.value;
    // What was signed over there before is a beginning of this: every commit was compared.
    const [unsigned] = await target.log.heads.sign(
      [{ stream, commits, head }],
      async (before) => before.commits <= commits,
    );
    if (unsigned) throw new Error(`the head of ${stream} could not be signed: ${unsigned.detail}`);
    ends.set(stream, moved.value);
    io.out(`${stream}: ${events} events, ${added} commits copied now, head ${head.slice(0, 19)}`);
  }
  if (failed === 0) return ends;
  io.err(`atelier: ${failed} ${failed === 1 ? 'stream is' : 'streams are'} not there; mend that and run this again.`);
  return undefined;
};

/** A process that nobody noticed may have gone on writing to the side that is about to be left. */
const isStillSo = async ({ log }: Side, ends: Ends, io: Io): Promise<boolean> => {
  const now = await log.audit.streams();
  for (const stream of new Set([...now, ...ends.keys()])) {
    const end = ends.get(stream);
    const found = await log.commits(stream, { from: Math.max(0, (end?.commits ?? 0) - 1) });
    const last = found.ok ? found.value.commits.at(-1) : undefined;
    if (end && last && last.commit + 1 === end.commits && commitHash(last, sha256) === end.head) continue;
    io.err(`atelier: ${stream} was written to while it was moved. Stop whatever writes to it and run this again.`);
    return false;
  }
  return true;
};

const sentenceFor = {
  SOURCE_DAMAGED: 'it is damaged; "repair" mends it',
  TARGET_DAMAGED: 'what is at the target is damaged',
  DIVERGED: 'the target has another stream of that name',
} as const;
