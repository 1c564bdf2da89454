import type { Sha256 } from '../core/digest.ts';
import type { StreamId } from '../core/event.ts';
import { commitHash } from '../core/log/commit-record.ts';
import { emptyTail, inNewSegment, type Tail } from '../core/log/tail.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type CommitStore, StreamDamaged, type WholeCommit } from '../ports/commit-store.ts';

export type MoveDeps = { readonly from: CommitStore; readonly to: CommitStore; readonly sha256: Sha256 };

export type Moved = {
  readonly commits: number;
  readonly events: number;
  readonly head: string;
  readonly added: number;
};
export type MoveRefused =
  | { readonly code: 'SOURCE_DAMAGED' | 'TARGET_DAMAGED'; readonly commit: number; readonly detail: string }
  /** The target has a stream of this name that is not a beginning of the source's. */
  | { readonly code: 'DIVERGED'; readonly commit: number };

const AT_ONCE_BYTES = 3 * 1024 * 1024;
const AT_ONCE_EVENTS = 4_000;

/**
 * Copies a stream with its seqs and hashes as they are, and walks the copy afterwards. What is there already is
 * compared, not copied, so a move that was cut off is simply begun again. The source stays as it is.
 */
export const moveStream =
  ({ from, to, sha256 }: MoveDeps) =>
  async (stream: StreamId): Promise<Result<Moved, MoveRefused>> => {
    const walk = walkWith(sha256);
    const there = await walk(to, stream, 'TARGET_DAMAGED');
    if (!there.ok) return there;
    let tail = emptyTail(stream, sha256);
    let added = 0;
    let group: WholeCommit[] = [];
    let before = tail;

    const flush = async (): Promise<void> => {
      if (group.length > 0) await to.add(stream, group, inNewSegment(before), inNewSegment(tail));
      added += group.length;
      group = [];
      before = tail;
    };

    const copied = await walk(from, stream, 'SOURCE_DAMAGED', async (commit, after) => {
      if (commit.facts.commit < there.value.hashes.length) {
        if (there.value.hashes[commit.facts.commit] !== after.head)
          return { code: 'DIVERGED', commit: commit.facts.commit };
        before = after;
      } else {
        // Commits that were written together stay together: the chain says that they were.
        if (commit.facts.group === 0 && isFull(group)) await flush();
        group.push(commit);
      }
      tail = after;
      return undefined;
    });
    if (!copied.ok) return copied;
    if (copied.value.hashes.length < there.value.hashes.length) {
      return err({ code: 'DIVERGED', commit: copied.value.hashes.length });
    }
    await flush();
    const proof = await walk(to, stream, 'TARGET_DAMAGED');
    if (!proof.ok) return proof;
    if (proof.value.hashes.at(-1) !== copied.value.hashes.at(-1)) {
      return err({ code: 'DIVERGED', commit: proof.value.hashes.length });
    }
    return ok({ commits: proof.value.hashes.length, events: tail.next, head: tail.head, added });
  };

const isFull = (group: readonly WholeCommit[]): boolean => {
  const bytes = group.reduce((sum, { facts }) => sum + facts.bytes, 0);
  const events = group.reduce((sum, { facts }) => sum + facts.last - facts.first + 1, 0);
  return bytes > AT_ONCE_BYTES || events > AT_ONCE_EVENTS;
};

type Visit = (commit: WholeCommit, after: Tail) => Promise<MoveRefused | undefined>;

/** Follows the chain from the stream's name on; the hashes of its commits are the proof that two copies agree. */
const walkWith =
  (sha256: Sha256) =>
  async (
    store: CommitStore,
    stream: StreamId,
    damaged: 'SOURCE_DAMAGED' | 'TARGET_DAMAGED',
    visit: Visit = async () => undefined,
  ): Promise<Result<{ readonly hashes: readonly string[] }, MoveRefused>> => {
    const hashes: string[] = [];
    let tail = emptyTail(stream, sha256);
    try {
      for await (const commit of store.commits(stream)) {
        const { facts } = commit;
        const follows = facts.commit === tail.commit && facts.first === tail.next && facts.prev === tail.head;
        if (!follows || sha256(commit.lines) !== facts.sha256)
          throw new StreamDamaged(facts.commit, 'its hash or its place is wrong');
        const head = commitHash(facts, sha256);
        tail = { ...tail, commit: facts.commit + 1, next: facts.last + 1, head, group: facts.group };
        hashes.push(head);
        const refused = await visit(commit, tail);
        if (refused !== undefined) return err(refused);
      }
      return ok({ hashes });
    } catch (cause) {
      if (cause instanceof StreamDamaged) return err({ code: damaged, commit: cause.commit, detail: cause.message });
      throw cause;
    }
  };
