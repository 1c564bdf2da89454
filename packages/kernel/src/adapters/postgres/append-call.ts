import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { StreamId } from '../../core/event.ts';
import type { CheckedAppend } from '../../core/log/checked-append.ts';
import type { CommitFacts } from '../../core/log/commit-record.ts';
import { contentOfLine } from '../../core/log/content-line.ts';
import { keyOfLine } from '../../core/log/event-line.ts';
import { emptyTail, inNewSegment, type Tail } from '../../core/log/tail.ts';
import type { WholeCommit } from '../../ports/commit-store.ts';
import { sha256 } from '../node/sha256.ts';
import { LOCK_WAIT_MS, MOVED_ABOUT } from './schema-steps.ts';

export type AppendAnswer =
  | { readonly done: true; readonly tail: Tail }
  /** Where the stream ends, and which of the keys it has. */
  | { readonly done: false; readonly tail: Tail; readonly seqByKey: ReadonlyMap<string, number> };

type Planned = {
  readonly records: readonly CommitFacts[];
  readonly lines: readonly string[];
  readonly tail: Tail;
};

type AppendRow = {
  readonly done: boolean;
  readonly next_commit: string;
  readonly next_seq: string;
  readonly head_hash: string;
  readonly known_keys: readonly Buffer[] | null;
  readonly known_seqs: readonly string[] | null;
};

const APPEND = 'select * from atelier.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)';

/**
 * What most trips bring: one commit. In one statement, which is a transaction of its own: the row of the stream is
 * moved on only where the caller knew it, which takes its lock and checks it at once, and the commit follows from
 * that. A key that comes in between moves the stream, and then nothing is written.
 */
const commitText = (unlessKnown: string, beside: string): string => `
with moved as (
  update atelier.streams
    set next_commit = $2::bigint + 1, next_seq = $5::bigint + 1, head_hash = $12,
      moved = pg_current_xact_id(), moved_about = ${MOVED_ABOUT}
    where name = $1 and next_commit = $2::bigint and head_hash = $3
      and set_config('lock_timeout', '${LOCK_WAIT_MS}ms', true) is not null ${unlessKnown}
    returning true
)${beside}
insert into atelier.commits select $1, $2::bigint, $4, $5::bigint, $6, $7, $8, 0, $9, $10, $11 from moved`;

const COMMIT = { name: 'atelier-commit', text: commitText('', '') };
const COMMIT_KEYED = {
  name: 'atelier-commit-keyed',
  text: commitText(
    'and not exists (select from atelier.keys where stream = $1 and key = $13)',
    ', noted as (insert into atelier.keys select $1, $13, $14 from moved)',
  ),
};
/** With any number of keys and content of its own. */
const COMMIT_CARRYING = {
  name: 'atelier-commit-carrying',
  text: commitText(
    'and not exists (select from atelier.keys where stream = $1 and key = any($13::bytea[]))',
    `, noted as (
  insert into atelier.keys select $1, k.key, k.seq from moved, unnest($13::bytea[], $14::bigint[]) as k(key, seq)
), carried as (
  insert into atelier.content select $1, c.id, $2::bigint from moved, unnest($15::text[]) as c(id) on conflict do nothing
)`,
  ),
};

export const keyHash = (key: string): Buffer => hash('sha256', key, 'buffer');

export type AppendTrip = {
  /** None planned: the trip only asks where the stream ends. */
  readonly plan: Planned;
  readonly waiting: readonly { readonly checked: CheckedAppend }[];
  readonly before: Tail;
  /** The answer to the same trip was lost. */
  readonly again: boolean;
};

export const createAppendCall =
  (pool: Pool, stream: StreamId) =>
  async ({ plan, waiting, before, again }: AppendTrip): Promise<AppendAnswer> => {
    const keys = waiting.flatMap(({ checked }) => checked.events.flatMap(({ event }) => event.key ?? []));
    const commits = plan.records.map((facts, index) => ({ facts, lines: plan.lines[index] ?? '' }));
    const plain = plainCommit(stream, commits, keys, waiting, before, plan.tail);
    if (plain) {
      const written = await pool.query(plain);
      if (written.rowCount === 1) return { done: true, tail: plan.tail };
    }
    // Where one plain commit was not written, the whole function says why.
    const values =
      plain || commits.length === 0
        ? [stream, -1, before.head, '[]', keys.map(keyHash), [], null, 0, 0, '']
        : appendValues(stream, commits, before, plan.tail);
    const rows = await pool.query<AppendRow>({ name: 'atelier-append', text: APPEND, values });
    const [row] = rows.rows;
    if (row === undefined) throw new Error('atelier.append answered nothing');
    if (row.done) return { done: true, tail: plan.tail };
    const tail = tailOf(stream, row, before);
    if (again && (await isThere(pool, stream, plan.records[0]))) return { done: true, tail };
    return { done: false, tail, seqByKey: seqsOf(row, keys) };
  };

/** The first commit of a stream makes its row, and keys of appends that wait beside it are looked up: not here. */
const plainCommit = (
  stream: StreamId,
  commits: readonly WholeCommit[],
  keys: readonly string[],
  waiting: AppendTrip['waiting'],
  before: Tail,
  after: Tail,
): { readonly name: string; readonly text: string; readonly values: unknown[] } | undefined => {
  const [one, ...more] = commits;
  if (one === undefined || more.length > 0) return undefined;
  const { commit, first, last, bytes, sha256, prev, pins, unpins, group } = one.facts;
  if (commit === 0 || group > 0) return undefined;
  const values = [stream, commit, before.head, first, last, bytes, sha256, prev, pins, unpins, one.lines, after.head];
  const noted = waiting.length === 1 && waiting[0] ? notedOf(waiting[0].checked, first) : notedIn(one);
  if (noted.keys.length !== keys.length) return undefined;
  const [key] = noted.keys;
  if (noted.content.length > 0 || noted.keys.length > 1)
    return { ...COMMIT_CARRYING, values: [...values, noted.keys, noted.seqs, noted.content] };
  return key === undefined ? { ...COMMIT, values } : { ...COMMIT_KEYED, values: [...values, key, noted.seqs[0]] };
};

/** The same without taking the lines apart again. */
const notedOf = ({ events, contentLines }: CheckedAppend, first: number): Noted => {
  if (events.length === 1 && contentLines.length === 0) {
    const key = events[0]?.event.key ?? null;
    return key === null ? NOTHING : { keys: [keyHash(key)], seqs: [first], content: [] };
  }
  const keyed = events.flatMap(({ event: { key } }, index) => (key === null ? [] : [{ key, seq: first + index }]));
  return {
    keys: keyed.map(({ key }) => keyHash(key)),
    seqs: keyed.map(({ seq }) => seq),
    content: contentLines.flatMap((line) => contentOfLine(line)?.id ?? []),
  };
};

type Noted = {
  readonly keys: readonly Buffer[];
  readonly seqs: readonly number[];
  readonly content: readonly string[];
};

const NOTHING: Noted = { keys: [], seqs: [], content: [] };

/** What is looked up later: keys with their seqs, and the content that rides in the lines after the events'. */
const notedIn = ({ facts, lines }: WholeCommit): Noted => {
  const keys: Buffer[] = [];
  const seqs: number[] = [];
  const content: string[] = [];
  const count = facts.last - facts.first + 1;
  for (const [index, line] of lines.split('\n').slice(0, -1).entries()) {
    if (index >= count) {
      const carried = contentOfLine(line);
      if (carried) content.push(carried.id);
      continue;
    }
    const key = keyOfLine(line);
    if (key === null) continue;
    keys.push(keyHash(key));
    seqs.push(facts.first + index);
  }
  return { keys, seqs, content };
};

/** A commit is known by its place in the chain and its hash, whatever was appended after it. */
const isThere = async (pool: Pool, stream: StreamId, facts: CommitFacts | undefined): Promise<boolean> => {
  if (facts === undefined) return false;
  const found = await pool.query(
    'select 1 from atelier.commits where stream = $1 and commit = $2 and sha256 = $3 and prev = $4',
    [stream, facts.commit, facts.sha256, facts.prev],
  );
  return found.rows.length > 0;
};

/** Of a stream that is not there the row repeats what it was asked with: one that was removed begins anew. */
const tailOf = (stream: StreamId, row: AppendRow, before: Tail): Tail => {
  if (Number(row.next_commit) === 0) return inNewSegment(emptyTail(stream, sha256));
  return inNewSegment({
    ...before,
    commit: Number(row.next_commit),
    next: Number(row.next_seq),
    head: row.head_hash,
  });
};

const seqsOf = (row: AppendRow, keys: readonly string[]): ReadonlyMap<string, number> => {
  const seqByHash = new Map(
    row.known_keys?.map((key, index) => [key.toString('hex'), Number(row.known_seqs?.[index])]),
  );
  const seqByKey = new Map<string, number>();
  for (const key of keys) {
    const seq = seqByHash.get(keyHash(key).toString('hex'));
    if (seq !== undefined) seqByKey.set(key, seq);
  }
  return seqByKey;
};

/** The arguments of `atelier.append` for commits that follow `before` and lead to `after`. */
export const appendValues = (
  stream: StreamId,
  commits: readonly WholeCommit[],
  before: Tail,
  after: Tail,
): unknown[] => {
  const noted = commits.map((commit) => ({ commit: commit.facts.commit, ...notedIn(commit) }));
  const content = noted.flatMap(({ commit, content }) => content.map((id) => ({ id, commit })));
  return [
    stream,
    before.commit,
    before.head,
    JSON.stringify(commits.map(({ facts, lines }) => ({ ...facts, lines }))),
    noted.flatMap(({ keys }) => keys),
    noted.flatMap(({ seqs }) => seqs),
    content.length === 0 ? null : JSON.stringify(content),
    after.commit,
    after.next,
    after.head,
  ];
};
