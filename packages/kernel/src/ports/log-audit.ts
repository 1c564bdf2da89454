import type { BlobId, Sha256Hex } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';
import type { Trouble } from './event-log.ts';

/** A log that lets every byte of itself be checked. */
export interface LogAudit {
  /** Every stream, of whatever kind. */
  readonly streams: () => Promise<readonly StreamId[]>;
  /** Folders of streams that the system refuses: nobody can say what is in them. */
  readonly unlisted?: () => Promise<readonly { readonly file: string; readonly system: string }[]>;
  /** Every commit from the first on, chain and digests checked; ends at the last, or at the first that is wrong. */
  readonly walk: (stream: StreamId) => AsyncGenerator<AuditedCommit, AuditEnd>;
}

export type AuditedCommit = {
  readonly commit: number;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly hash: Sha256Hex;
  readonly pins: readonly BlobId[];
  readonly unpins: readonly BlobId[];
  /** Content that rides inside this commit, its bytes checked against its id. */
  readonly inline: readonly BlobId[];
};

export type AuditEnd = {
  readonly commits: number;
  readonly next: number;
  readonly trouble?: Trouble;
  /** The hash of the record where the chain broke, when that is one. */
  readonly met?: Sha256Hex;
};
