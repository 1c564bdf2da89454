import type { LogEvent, NewEvent, StreamId } from '../core/event.ts';
import type { AppendInvalid, InvalidAppend } from '../core/log/checked-append.ts';
import type { CommitFacts, HealthReason } from '../core/log/commit-record.ts';
import type { Result } from '../core/result.ts';
import type { WriteRefused } from '../core/system-error.ts';
import type { BlobId } from './blobs.ts';

export type { AppendInvalid, CommitFacts, HealthReason, InvalidAppend, WriteRefused };

export type AppendOptions = {
  /** The next seq the caller believes in, or `any`. */
  readonly expected: number | 'any';
  /** Content this commit makes live / lets go; recorded in the commit record, so that the two cannot be parted. */
  readonly pins?: readonly BlobId[];
  readonly unpins?: readonly BlobId[];
  /** Bytes of up to 4 KiB each that ride inside the commit; pinned by it, read back with `content`. */
  readonly content?: readonly Uint8Array[];
  /** The process has something better to do than to wait for the disk: the commit may take longer, nothing stops for it. */
  readonly unhurried?: boolean;
};

export type Appended = {
  readonly first: number;
  readonly next: number;
  readonly events: readonly LogEvent[];
  /** True when every key was recorded already and nothing was written. */
  readonly repeated: boolean;
  /** The chain as of `next`, as `read` says it; none where the log is never cut. */
  readonly head?: string | undefined;
};

export type Health =
  | { readonly kind: 'healthy'; readonly next: number }
  | {
      /** `unreadable` passes by itself once the system gives the file again; everything else needs a repair. */
      readonly kind: 'corrupt_tail' | 'corrupt_head' | 'unknown_version' | 'unreadable';
      readonly reason: HealthReason;
      /** Events before this seq are validated and may be shown, never continued from. */
      readonly validNext: number;
      readonly commit: number;
      /** Of one that is unreadable: the file or folder, and what the system called the refusal. */
      readonly file?: string;
      readonly system?: string;
    };

export type AppendRefused =
  | { readonly code: 'STALE'; readonly next: number }
  | { readonly code: 'LOCKED'; readonly afterMs: number; readonly ownerPid?: number }
  /** The stream is damaged. Nothing is appended to it until somebody repairs it. */
  | { readonly code: 'UNHEALTHY'; readonly reason: HealthReason; readonly health: Trouble; readonly detail?: string }
  | WriteRefused
  | AppendInvalid;

/** One commit of a stream that is imported. Its events may bring their own ids and times. */
export type NewCommit = { readonly events: readonly NewEvent[] } & Pick<AppendOptions, 'pins' | 'unpins' | 'content'>;

export type ImportRefused =
  /** There is a stream of this name, or the beginning of one. It was not touched; take another name. */
  { readonly code: 'STREAM_EXISTS' } | WriteRefused | AppendInvalid;

export type Trouble = Exclude<Health, { kind: 'healthy' }>;

export type ReadRefused =
  | { readonly code: 'UNHEALTHY'; readonly health: Trouble }
  | { readonly code: 'INVALID'; readonly reason: 'bad_stream' | 'bad_range'; readonly detail: string };

export type ReadRange = {
  readonly from?: number;
  readonly limit?: number;
  /**
   * What an earlier read said of the place `from`. When the stream no longer goes through it, because a repair cut
   * it off and others went on, nothing is read and `next` is 0: whoever goes on from there begins again.
   */
  readonly head?: string | undefined;
};

export type ReadPage = {
  readonly events: readonly LogEvent[];
  readonly next: number;
  /** The chain as of `next`, where a commit ends there. A log that is never cut gives none. */
  readonly head?: string | undefined;
};

/**
 * Append-only, hash-chained streams. One append is one commit: all of it or none.
 * Keys are checked first (a retry carries a stale `expected`), then `expected`.
 */
export interface EventLog {
  readonly append: (
    stream: StreamId,
    events: readonly NewEvent[],
    options: AppendOptions,
  ) => Promise<Result<Appended, AppendRefused>>;
  /**
   * Creates a stream of many commits, all or nothing: whatever stops it, a killed process and a power cut included,
   * the stream is there whole or not at all, and nobody sees a part of it. The commits are chained to `stream`, so a
   * stream exported elsewhere under another name is given its new name here. Each commit is bound by the limits of an
   * append; their number is not. On disk it is written beside the streams and renamed; on PostgreSQL it is one
   * transaction. A refusal with `inDoubt` may have come after the rename: read the stream to find out.
   */
  readonly importStream: (
    stream: StreamId,
    commits: readonly NewCommit[],
  ) => Promise<Result<{ readonly next: number }, ImportRefused>>;
  /** A stream that does not exist reads as empty. `limit` defaults to everything after `from`. */
  readonly read: (stream: StreamId, range?: ReadRange) => Promise<Result<ReadPage, ReadRefused>>;
  /** The commits themselves, from a commit number on: what each pins and lets go, and the chain. */
  readonly commits: (
    stream: StreamId,
    range?: { readonly from?: number; readonly limit?: number },
  ) => Promise<Result<{ readonly commits: readonly CommitFacts[]; readonly next: number }, ReadRefused>>;
  /** Bytes that rode inside a commit of this stream; undefined when no commit of it carried them. */
  readonly content: (stream: StreamId, id: BlobId) => Promise<Uint8Array | undefined>;
  /** Those of the ids whose bytes rode inside a commit of this stream. */
  readonly carried: (stream: StreamId, ids: ReadonlySet<BlobId>) => Promise<Result<ReadonlySet<BlobId>, ReadRefused>>;
  readonly health: (stream: StreamId) => Promise<Health>;
  /** Yields every committed event from `from` on, then waits; ends when `signal` aborts, or with `StreamCutOff`. */
  readonly follow: (stream: StreamId, from: number, signal: AbortSignal) => AsyncIterable<LogEvent>;
  /** The same, as many at a time as are there: for whoever has many followers, each of which costs something an event. */
  readonly followPages: (stream: StreamId, from: number, signal: AbortSignal) => AsyncIterable<readonly LogEvent[]>;
  /**
   * Streams of a kind (`session`, `bench`, …), in code-unit order. One whose first append was cut short
   * may be among them; it reads as empty.
   */
  readonly list: (kind: string) => Promise<readonly StreamId[]>;
  /** Flushes, releases locks, signs heads. Appends after this are refused as faults. */
  readonly close: () => Promise<void>;
}
