import type { StreamId } from '../core/event.ts';
import type { CommitFacts } from '../core/log/commit-record.ts';
import type { Tail } from '../core/log/tail.ts';

/** A commit and its lines: all there is to know of it, wherever it lies. */
export type WholeCommit = { readonly facts: CommitFacts; readonly lines: string };

/** Streams as whole commits, without a look inside: what a move reads from one place and writes to another. */
export interface CommitStore {
  /** Every commit from the first on. Throws `StreamDamaged` where it is not what was attested. */
  readonly commits: (stream: StreamId) => AsyncIterable<WholeCommit>;
  /** Adds commits that follow `before` and were written together or one after the other; durable when it resolves. */
  readonly add: (stream: StreamId, commits: readonly WholeCommit[], before: Tail, after: Tail) => Promise<void>;
}

export class StreamDamaged extends Error {
  readonly commit: number;
  constructor(commit: number, reason: string) {
    super(`commit ${commit} is damaged: ${reason}`);
    this.commit = commit;
  }
}
