import type { BlobId } from '../../core/digest.ts';
import type { LogEvent, StreamId } from '../../core/event.ts';
import { eventsOf } from '../../core/log/commit-events.ts';
import { commitHash } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import { emptyTail } from '../../core/log/tail.ts';
import type { WholeCommit } from '../../ports/commit-store.ts';
import type { Health, HealthReason } from '../../ports/event-log.ts';
import type { AuditEnd, LogAudit } from '../../ports/log-audit.ts';
import { blobIdOf, sha256 } from '../node/sha256.ts';
import { createCommitReader } from './commit-reader.ts';
import { contentLinesOf, isIntact, troubleAt } from './commit-rows.ts';
import type { Database } from './database.ts';

const PAGE = 200;

type Walked = { readonly commit: WholeCommit; readonly hash: string; readonly inline: readonly BlobId[] };

/** Every row of the log checked as the disk's files are: the chain from the name on, each digest, and where it ends. */
export const createPostgresAudit = (database: Database) => {
  const reader = createCommitReader(database);

  async function* walkRows(stream: StreamId): AsyncGenerator<Walked, AuditEnd> {
    // Asked first: what is committed while we walk is not missed at the end.
    const end = await reader.end(stream);
    let tail = emptyTail(stream, sha256);
    const wrong = (reason: HealthReason, met?: string): AuditEnd => ({
      commits: tail.commit,
      next: tail.next,
      trouble: troubleAt(tail.next, tail.commit, reason),
      ...(met === undefined ? {} : { met }),
    });
    for (;;) {
      const page = await reader.between(stream, tail.commit, tail.commit + PAGE);
      for (const commit of page) {
        const { facts } = commit;
        const hash = commitHash(facts, sha256);
        if (facts.commit !== tail.commit || facts.first !== tail.next) return wrong('non_contiguous_indices');
        if (facts.prev !== tail.head) return wrong('digest_mismatch', hash);
        if (!isIntact(commit)) return wrong('digest_mismatch');
        const inline = inlineContent(commit);
        if (inline === undefined) return wrong('schema_validation_failed');
        yield { commit, hash, inline };
        tail = { ...tail, commit: facts.commit + 1, next: facts.last + 1, head: hash };
      }
      if (page.length < PAGE) break;
    }
    if (tail.commit < end.commit) return wrong('missing_attested_segment');
    if (tail.commit === end.commit && end.commit > 0 && tail.head !== end.head) return wrong('digest_mismatch');
    return { commits: tail.commit, next: tail.next };
  }

  const audit: LogAudit = {
    streams: async () => {
      const found = await database.pool.query<{ name: StreamId }>(
        `select name from atelier.streams where next_seq > 0
          union select stream as name from atelier.commits group by stream order by name`,
      );
      return found.rows.map(({ name }) => name);
    },
    walk: async function* (stream) {
      const rows = walkRows(stream);
      for (;;) {
        const next = await rows.next();
        if (next.done) return next.value;
        const { commit, first, last, bytes, pins, unpins } = next.value.commit.facts;
        yield { commit, first, last, bytes, pins, unpins, hash: next.value.hash, inline: next.value.inline };
      }
    },
  };

  return {
    audit,
    /** The validated prefix of a stream: to be shown, never continued from. */
    salvage: async (stream: StreamId): Promise<{ readonly events: readonly LogEvent[]; readonly health: Health }> => {
      const events: LogEvent[] = [];
      const rows = walkRows(stream);
      for (;;) {
        const next = await rows.next();
        if (!next.done) {
          const { facts } = next.value.commit;
          const more = eventsOf(next.value.commit.facts, next.value.commit.lines);
          if (typeof more === 'string') return { events, health: troubleAt(facts.first, facts.commit, more) };
          events.push(...more);
          continue;
        }
        const { trouble, next: end } = next.value;
        return { events, health: trouble ?? { kind: 'healthy', next: end } };
      }
    },
  };
};

/** Undefined when a content line does not hold what its id says. */
const inlineContent = (commit: WholeCommit): readonly BlobId[] | undefined => {
  if (commit.facts.pins.length === 0) return [];
  const ids: BlobId[] = [];
  for (const line of contentLinesOf(commit)) {
    const content = contentOfLine(line);
    const id = content && blobIdOf(content.bytes);
    if (!id || id !== content.id) return undefined;
    ids.push(id);
  }
  return ids;
};
