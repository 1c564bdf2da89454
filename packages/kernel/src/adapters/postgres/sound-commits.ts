import type { LogEvent, StreamId } from '../../core/event.ts';
import { eventsOf } from '../../core/log/commit-events.ts';
import { type CommitFacts, commitHash, genesisHash, type HealthReason } from '../../core/log/commit-record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Trouble } from '../../ports/event-log.ts';
import { sha256 } from '../node/sha256.ts';
import type { CommitReader } from './commit-reader.ts';
import { isIntact, troubleAt } from './commit-rows.ts';

export type Range = { readonly from: number; readonly to: number };
type Checked = { readonly commit: number; readonly next: number; readonly trouble?: Trouble };

/**
 * Rows are read as the disk's files are: each commit follows the one before it, holds what it swears to, and none is
 * passed over because its row is gone.
 */
export const createSoundCommits = (reader: CommitReader) => {
  const missing = async (stream: StreamId, reason: HealthReason): Promise<Trouble> => {
    const { commit, next } = await reader.withoutGap(stream);
    return troubleAt(next, commit, reason);
  };

  /** The events of each commit that holds seqs of the range; returns what is wrong where it has to stop. */
  async function* holding(
    stream: StreamId,
    { from, to }: Range,
  ): AsyncGenerator<readonly LogEvent[], Trouble | undefined> {
    let before: CommitFacts | undefined;
    for await (const commit of reader.holding(stream, from, to)) {
      const { facts } = commit;
      const begins = before ? follows(facts, before) : facts.first <= from;
      if (!begins) return missing(stream, 'non_contiguous_indices');
      if (facts.prev !== hashBefore(stream, facts, before) || !isIntact(commit))
        return troubleAt(facts.first, facts.commit, 'digest_mismatch');
      const events = eventsOf(commit.facts, commit.lines);
      if (typeof events === 'string') return troubleAt(facts.first, facts.commit, events);
      yield events;
      before = facts;
    }
    return from < to && (before?.last ?? -1) + 1 < to ? missing(stream, 'missing_attested_segment') : undefined;
  }

  /** The last commit is there, whole, and the one that the stream's row says it is. */
  const end = async (stream: StreamId): Promise<Checked> => {
    const { commit, next, head } = await reader.end(stream);
    if (commit === 0) return { commit, next };
    const [last] = await reader.between(stream, commit - 1, commit);
    if (last === undefined) return { commit, next, trouble: await missing(stream, 'missing_attested_segment') };
    const whole = isIntact(last) && commitHash(last.facts, sha256) === head && last.facts.last + 1 === next;
    if (whole) return { commit, next };
    return { commit, next, trouble: troubleAt(last.facts.first, last.facts.commit, 'digest_mismatch') };
  };

  return {
    holding,

    /** All of them, by their numbers. */
    between: async (stream: StreamId, { from, to }: Range): Promise<Result<readonly CommitFacts[], Trouble>> => {
      const found = await reader.factsBetween(stream, from, to);
      for (const [index, facts] of found.entries()) {
        const before = found[index - 1];
        if (facts.commit !== from + index || (before && !follows(facts, before)))
          return err(await missing(stream, 'non_contiguous_indices'));
        if (facts.prev !== hashBefore(stream, facts, before))
          return err(troubleAt(facts.first, facts.commit, 'digest_mismatch'));
      }
      return found.length < to - from ? err(await missing(stream, 'missing_attested_segment')) : ok(found);
    },

    end,

    /** As `end`, and none before it is missing: those are counted, not read. */
    health: async (stream: StreamId): Promise<Checked> => {
      const checked = await end(stream);
      if (checked.trouble || (await reader.count(stream, checked.commit)) === checked.commit) return checked;
      return { ...checked, trouble: await missing(stream, 'non_contiguous_indices') };
    },
  };
};

const follows = (facts: CommitFacts, before: CommitFacts): boolean =>
  facts.commit === before.commit + 1 && facts.first === before.last + 1;

/** What a commit has to swear to; of one in the midst of a stream it is known only when the one before was read too. */
const hashBefore = (stream: StreamId, facts: CommitFacts, before: CommitFacts | undefined): string => {
  if (before) return commitHash(before, sha256);
  return facts.commit === 0 ? genesisHash(stream, sha256) : facts.prev;
};
