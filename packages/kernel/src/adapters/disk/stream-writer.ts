import type { StreamId } from '../../core/event.ts';
import type { CheckedAppend } from '../../core/log/checked-append.ts';
import {
  type Attested,
  attestBatch,
  type Decision,
  type Decisions,
  decideBatch,
  type SegmentLimits,
} from '../../core/log/plan-batch.ts';
import { inNewSegment, type Tail } from '../../core/log/tail.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { writeRefused } from '../../core/system-error.ts';
import { createTurn } from '../../core/turns.ts';
import type { Appended, AppendOptions, AppendRefused } from '../../ports/event-log.ts';
import type { FileSystem } from '../../ports/file-system.ts';
import type { HeldLock, StreamLocks } from '../../ports/stream-locks.ts';
import type { Timers } from '../../ports/timers.ts';
import { nodePlatform } from '../node/sha256.ts';
import { createClosedIndexes } from './closed-indexes.ts';
import { Corruption } from './corruption.ts';
import { headAt } from './head-at.ts';
import { createKeyLookup } from './key-lookup.ts';
import { segmentPath } from './layout.ts';
import { CommitStopped, makeFolders, type OpenFiles, openFiles, type SyncPace } from './open-files.ts';
import { readSeqs } from './range-reader.ts';
import { type Seen, type StreamView, troubleAt } from './stream-view.ts';
import { isUnborn, removeUnborn } from './unborn-stream.ts';

export type WriterDeps = {
  readonly fs: FileSystem;
  readonly data: string;
  readonly folder: string;
  readonly stream: StreamId;
  readonly view: StreamView;
  readonly locks: StreamLocks;
  readonly limits: SegmentLimits;
  readonly timers: Timers;
  /** Kind folders whose own names are known to be durable; shared by the writers of a log. */
  readonly durableKinds: Set<string>;
  /** Nobody in the process waits for a commit but those taken: the synchronous path is the quick one. */
  readonly lone: (taken: number) => boolean;
  readonly syncBegun: SyncPace['begun'];
  /** Each append is answered once, whatever becomes of it. */
  readonly onAnswer: () => void;
  readonly onCommit: (tail: Tail, before: Tail) => void;
  /** How many commits the stream's signed head attests; 0 where there is none that can be trusted. */
  readonly signedCommits: () => Promise<number>;
};

export type StreamWriter = {
  readonly append: (checked: CheckedAppend, options: AppendOptions) => Promise<Result<Appended, AppendRefused>>;
  /** Runs while nobody can append, in turn with the appends. Whoever takes the lock's own folder away lets go at once. */
  readonly exclusively: <T>(act: () => Promise<T>, after?: 'rest' | 'let_go') => Promise<Result<T, AppendRefused>>;
  readonly isIdle: () => boolean;
  readonly close: () => Promise<void>;
};

type Answer = Result<Appended, AppendRefused>;
type Waiting = {
  readonly checked: CheckedAppend;
  readonly expected: number | 'any';
  readonly unhurried: boolean;
  readonly answer: (answer: Answer) => void;
};

const LOCK_WAIT_MS = 200;
const LOCK_RETRY_MS = 50;
/** A writer that pauses keeps the lock this long: a burst pays for it once, and another process waits but briefly. */
const LOCK_IDLE_MS = 10;
/** Long enough for a waiter, which looks at least every 8 ms, to find the lock free. */
const LET_IN_MS = 12;

export const createStreamWriter = (deps: WriterDeps): StreamWriter => {
  const { fs, data, folder, view, locks, limits, lone, timers } = deps;
  const indexes = createClosedIndexes(fs, folder, view, () => lock !== undefined);
  const keys = createKeyLookup(fs, folder, view, indexes);
  const queue: Waiting[] = [];
  let lock: HeldLock | undefined;
  /** Whether there was no such stream when the lock was taken: only then may what a failed append left go. */
  let isBirth = false;
  let files: OpenFiles | undefined;
  /** The part that `files` belong to and the commit count they were left at: either may have moved on without them. */
  let filesAt = { part: -1, commit: -1 };
  /** Which file the open segment is: another process may have put one in its place while nobody held the lock. */
  let segmentInode: bigint | undefined;
  const inodeOf = (part: number): bigint | undefined => fs.statSync(segmentPath(folder, part))?.inode;
  const turn = createTurn();
  let inTurns = 0;
  let draining = false;
  let stopIdle: (() => void) | undefined;

  const closeFiles = (): void => {
    files?.close();
    files = undefined;
  };

  /** Only what these files were left at: another process may have gone on from there. */
  const trimOwn = (own: OpenFiles): void => {
    const seen = view.look();
    if (!seen.trouble && filesAt.part === seen.part && filesAt.commit === seen.tail.commit) own.trim(seen);
  };

  const release = (): void => {
    stopIdle?.();
    stopIdle = undefined;
    view.hold(false);
    lock?.release();
    lock = undefined;
  };

  /** Nothing to wait for while the lock is held and nobody else wants it. */
  const acquire = (): Promise<AppendRefused | undefined> | undefined => {
    stopIdle?.();
    stopIdle = undefined;
    const letIn = lock?.wanted() === true;
    if (letIn) release();
    return lock ? undefined : takeLock(letIn);
  };

  const takeLock = async (letIn: boolean): Promise<AppendRefused | undefined> => {
    if (letIn) await timers.pause(LET_IN_MS);
    isBirth = !fs.statSync(segmentPath(folder, 0));
    makeFolders(fs, folder, deps.durableKinds);
    const taken = await locks.acquire(folder, LOCK_WAIT_MS);
    if (!taken.ok) return { code: 'LOCKED', afterMs: LOCK_RETRY_MS, ...taken.error };
    lock = taken.value;
    if (files && inodeOf(filesAt.part) !== segmentInode) closeFiles();
    return undefined;
  };

  /** What is on disk now, with files open to go on from it. Another process may have appended since the last time. */
  const ready = (): { readonly seen: Seen; readonly open: OpenFiles } => {
    const seen = view.look();
    if (seen.trouble) throw new Corruption(seen.trouble);
    if (filesAt.part !== seen.part || filesAt.commit !== seen.tail.commit) closeFiles();
    if (!files) {
      files = openFiles(fs, data, folder, seen, deps.durableKinds);
      segmentInode = inodeOf(seen.part);
    }
    filesAt = { part: seen.part, commit: seen.tail.commit };
    if (seen.residue > 0 || seen.parts.length === 0) {
      view.accept({ ...seen, residue: 0, parts: seen.parts.length === 0 ? [seen.part] : seen.parts });
    }
    view.hold(true);
    return { seen: view.look(), open: files };
  };

  /** Trouble is told by whoever makes ready to write. */
  const isWhereLeft = (): boolean => {
    const { part, tail, trouble } = view.look();
    return trouble !== undefined || (files !== undefined && filesAt.part === part && filesAt.commit === tail.commit);
  };

  /**
   * When this process begins to write the stream, or finds it elsewhere than it left it: commits that a head attests
   * and the manifest no longer shows are still in the segment, and the next commit would be written over them.
   */
  const refuseIfCut = async (): Promise<void> => {
    const { tail } = view.look();
    if ((await deps.signedCommits()) > tail.commit)
      throw new Corruption(troubleAt(tail.next, tail.commit, 'shorter_than_signed'));
  };

  const rotate = (full: Seen): void => {
    const { parts, tail } = full;
    files?.trim(full);
    closeFiles();
    // Born before the first commit that goes there; empty, they change nothing.
    const next: Seen = {
      parts: [...parts, tail.next],
      part: tail.next,
      records: [],
      end: 0,
      groupStart: 0,
      residue: 0,
      tail: inNewSegment(tail),
    };
    files = openFiles(fs, data, folder, next, deps.durableKinds);
    segmentInode = inodeOf(next.part);
    filesAt = { part: next.part, commit: next.tail.commit };
    view.accept(next);
  };

  const commit = async ({ decisions, commits }: Decisions, alone: () => boolean, seen: Seen, open: OpenFiles) => {
    if (commits.length === 0) return undefined;
    const attest = (): Attested => attestBatch(commits, seen.tail, seen.part, nodePlatform);
    const { attested, end } = await open.commit(
      commits.map(({ text }) => text),
      attest,
      seen,
      { lone: alone, begun: deps.syncBegun },
    );
    for (const record of attested.records) seen.records.push(record);
    view.accept({ ...seen, end, groupStart: seen.end, tail: attested.tail });
    filesAt = { part: seen.part, commit: attested.tail.commit };
    for (const decision of decisions) if (decision.kind === 'committed') keys.add(seen.part, decision.events);
    try {
      deps.onCommit(attested.tail, seen.tail);
    } catch {
      // The commit is durable: whoever was to hear of it looks again by itself, and no caller may be told it failed.
    }
    return attested;
  };

  /** To decisions one after the other; the head after each commit is what the next record goes on from. */
  const answering = (attested: Attested | undefined) => {
    let commits = 0;
    return (decision: Decision): Answer => {
      if (decision.kind === 'refused') return err(decision.error);
      if (decision.kind === 'recorded') return recorded(decision.seqs);
      commits += 1;
      const { events } = decision;
      const first = events[0]?.seq ?? 0;
      const head = attested?.records[commits]?.prev ?? attested?.tail.head;
      return ok({ first, next: first + events.length, events, repeated: false, head });
    };
  };

  /** What stops it concerns this retry alone: its neighbours in the batch are committed. */
  const recorded = (asked: readonly number[]): Answer => {
    try {
      const events = readSeqs(fs, folder, view, asked);
      if (!events.ok) return err({ code: 'UNHEALTHY', reason: events.error.reason, health: events.error });
      const seqs = events.value.map((event) => event.seq);
      const next = Math.max(...seqs) + 1;
      return ok({ first: Math.min(...seqs), next, events: events.value, repeated: true, head: headAt(view, next) });
    } catch (cause) {
      return err(refusalOf(cause));
    }
  };

  /** Whatever stopped it, the next append begins by reading the stream again. */
  const stopped = (cause: unknown): AppendRefused => {
    closeFiles();
    view.forget();
    keys.forget();
    indexes.forget();
    return refusalOf(cause);
  };

  const flush = async (): Promise<void> => {
    const batch = queue.splice(0);
    // Counted one by one: whatever stops this half-way, those left are told so.
    let answered = 0;
    const tell = (answer: Answer): void => {
      batch[answered]?.answer(answer);
      answered += 1;
      deps.onAnswer();
    };
    let refusal: AppendRefused | undefined;
    try {
      const taking = acquire();
      if (taking) refusal = await taking;
      if (!refusal && !isWhereLeft()) await refuseIfCut();
      while (!refusal && answered < batch.length) {
        const { seen, open } = ready();
        const rest = answered === 0 ? batch : batch.slice(answered);
        const decided = decideBatch(rest, seen.tail, keys.seqOfKey, nodePlatform, limits);
        const unhurried = rest.some((waiting) => waiting.unhurried);
        const answerTo = answering(await commit(decided, () => !unhurried && lone(rest.length), seen, open));
        for (const decision of decided.decisions) tell(answerTo(decision));
        if (answered < batch.length) rotate(view.look());
      }
    } catch (cause) {
      refusal = stopped(cause);
      if (lock && isBirth && 'inDoubt' in refusal && !refusal.inDoubt && isUnborn(fs, folder)) {
        await removeUnborn(fs, folder);
        release();
      }
    }
    if (refusal) while (answered < batch.length) tell(err(refusal));
  };

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    inTurns += 1;
    return turn(act).finally(() => {
      inTurns -= 1;
    });
  };

  const restIdle = (): void => {
    if (!lock || stopIdle) return;
    stopIdle = timers.after(LOCK_IDLE_MS, () => {
      stopIdle = undefined;
      if (inTurns === 0) release();
    });
  };

  const drain = async (): Promise<void> => {
    draining = true;
    while (queue.length > 0) await inTurn(flush);
    draining = false;
    restIdle();
  };

  return {
    append: (checked, { expected, unhurried = false }) =>
      new Promise((answer) => {
        queue.push({ checked, expected, unhurried, answer });
        // Appends made in the same turn of the event loop wait together.
        if (!draining) {
          draining = true;
          queueMicrotask(() => void drain());
        }
      }),
    exclusively: (act, after = 'rest') =>
      inTurn(async () => {
        const refusal = await acquire();
        if (refusal) return err(refusal);
        closeFiles();
        view.forget();
        keys.forget();
        indexes.forget();
        try {
          return ok(await act());
        } finally {
          view.forget();
          if (after === 'rest') restIdle();
          else release();
        }
      }),
    isIdle: () => !draining && lock === undefined,
    close: async () => {
      await inTurn(async () => {
        // Room that nobody gives back stays for good: a stream that is let go of is often finished. Or it is gone.
        if (files && !lock)
          lock = await locks.acquire(folder, 0).then(
            (taken) => (taken.ok ? taken.value : undefined),
            () => undefined,
          );
        if (lock && files) trimOwn(files);
        closeFiles();
        release();
      });
    },
  };
};

const refusalOf = (cause: unknown): AppendRefused => {
  if (cause instanceof Corruption)
    return { code: 'UNHEALTHY', reason: cause.trouble.reason, health: cause.trouble, detail: cause.message };
  return cause instanceof CommitStopped
    ? writeRefused(cause.cause, cause.phase === 'records')
    : writeRefused(cause, false);
};
