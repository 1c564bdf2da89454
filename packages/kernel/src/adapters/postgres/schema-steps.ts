/** How long an append waits for another process that appends to the same stream. */
export const LOCK_WAIT_MS = 200;

/** The sixty-four transactions among which the one at hand is. */
export const MOVED_ABOUT = '((pg_current_xact_id()::text)::bigint >> 6)';

/**
 * `commits` holds the chain and the commits' lines as they would lie on disk; `streams` says where each one ends
 * and is the row that appends lock. Keys are kept as hashes: short, and free of characters text cannot hold.
 */
const LOG_AND_CONTENT = `
create schema if not exists atelier;
create table atelier.schema_version (version integer not null);

create table atelier.streams (
  name text collate "C" primary key,
  next_commit bigint not null,
  next_seq bigint not null,
  head_hash text not null
);

create table atelier.commits (
  stream text collate "C" not null,
  commit bigint not null,
  first bigint not null,
  last bigint not null,
  bytes integer not null,
  sha256 text not null,
  prev text not null,
  grp integer not null,
  pins text[] not null,
  unpins text[] not null,
  lines text not null,
  primary key (stream, commit),
  unique (stream, first),
  unique (stream, last),
  check (last >= first)
);

create table atelier.keys (
  stream text collate "C" not null,
  key bytea not null,
  seq bigint not null,
  primary key (stream, key)
);

create table atelier.content (
  stream text collate "C" not null,
  id text not null,
  commit bigint not null,
  primary key (stream, id)
);

create table atelier.objects (
  id text collate "C" primary key,
  role smallint not null,
  encoding smallint not null,
  size bigint not null,
  stored integer not null,
  condemned boolean not null default false,
  bytes bytea not null
);
-- The bytes are compressed where it helps before they come here.
alter table atelier.objects alter column bytes set storage external;

create table atelier.marks (
  only_one boolean primary key default true check (only_one),
  at double precision not null
);

create table atelier.records (
  name text primary key,
  value text not null
);

-- One trip per commit. Nothing is written unless the caller knew where the stream ends and none of the keys is
-- recorded; otherwise it is told both and plans again.
create function atelier.append(
  in_stream text, in_commit bigint, in_head text, in_commits json, in_keys bytea[], in_seqs bigint[],
  in_content json, out_commit bigint, out_seq bigint, out_head text,
  out done boolean, out next_commit bigint, out next_seq bigint, out head_hash text, out known_keys bytea[],
  out known_seqs bigint[]
) language plpgsql set lock_timeout = '${LOCK_WAIT_MS}ms' as $$
begin
  select s.next_commit, s.next_seq, s.head_hash into next_commit, next_seq, head_hash
    from atelier.streams s where s.name = in_stream for update;
  if not found then
    next_commit := 0;
    next_seq := 0;
    head_hash := in_head;
    done := false;
    if in_commit <> 0 then return; end if;
    insert into atelier.streams values (in_stream, 0, 0, in_head) on conflict do nothing;
    select s.next_commit, s.next_seq, s.head_hash into next_commit, next_seq, head_hash
      from atelier.streams s where s.name = in_stream for update;
  end if;
  if cardinality(in_keys) > 0 then
    select array_agg(k.key), array_agg(k.seq) into known_keys, known_seqs
      from atelier.keys k where k.stream = in_stream and k.key = any(in_keys);
  end if;
  done := next_commit = in_commit and head_hash = in_head and known_keys is null;
  if not done then return; end if;
  insert into atelier.commits
    select in_stream, c.commit, c.first, c.last, c.bytes, c.sha256, c.prev, c.group, c.pins, c.unpins, c.lines
      from json_to_recordset(in_commits) as c(commit bigint, first bigint, last bigint, bytes integer, sha256 text,
        prev text, "group" integer, pins text[], unpins text[], lines text);
  if cardinality(in_keys) > 0 then
    insert into atelier.keys select in_stream, k.key, k.seq from unnest(in_keys, in_seqs) as k(key, seq);
  end if;
  if in_content is not null then
    insert into atelier.content
      select in_stream, c.id, c.commit from json_to_recordset(in_content) as c(id text, commit bigint)
      on conflict do nothing;
  end if;
  update atelier.streams s set next_commit = out_commit, next_seq = out_seq, head_hash = out_head
    where s.name = in_stream;
end $$;
`;

/** Folded states that spare a long read, and the signed ends of streams. */
const SNAPSHOTS_AND_HEADS = `
create table atelier.snapshots (
  stream text collate "C" not null,
  name text not null,
  version integer not null,
  seq bigint not null,
  head text not null,
  sha256 text not null,
  state text not null,
  primary key (stream, name)
);

create table atelier.heads (
  stream text collate "C" primary key,
  commits bigint not null,
  head text not null,
  signature text not null
);
`;

/**
 * What most commits are: one, without content of its own, with a key or none. The same rules as `append`, without
 * taking lists apart.
 */
const APPEND_ONE = `
create function atelier.append_one(
  in_stream text, in_commit bigint, in_head text, in_first bigint, in_last bigint, in_bytes integer, in_sha256 text,
  in_prev text, in_pins text[], in_unpins text[], in_lines text, in_key bytea, in_key_seq bigint, out_head text,
  out done boolean, out next_commit bigint, out next_seq bigint, out head_hash text, out known_keys bytea[],
  out known_seqs bigint[]
) language plpgsql set lock_timeout = '${LOCK_WAIT_MS}ms' as $$
declare
  known bigint;
begin
  select s.next_commit, s.next_seq, s.head_hash into next_commit, next_seq, head_hash
    from atelier.streams s where s.name = in_stream for update;
  if not found then
    done := false;
    next_commit := 0;
    next_seq := 0;
    head_hash := in_head;
    return;
  end if;
  if in_key is not null then
    select k.seq into known from atelier.keys k where k.stream = in_stream and k.key = in_key;
    if known is not null then
      known_keys := array[in_key];
      known_seqs := array[known];
    end if;
  end if;
  done := next_commit = in_commit and head_hash = in_head and known is null;
  if not done then return; end if;
  insert into atelier.commits values
    (in_stream, in_commit, in_first, in_last, in_bytes, in_sha256, in_prev, 0, in_pins, in_unpins, in_lines);
  if in_key is not null then insert into atelier.keys values (in_stream, in_key, in_key_seq); end if;
  update atelier.streams s set next_commit = in_commit + 1, next_seq = in_last + 1, head_hash = out_head
    where s.name = in_stream;
end $$;
`;

/**
 * The same in fewer steps: the row of the stream is moved on only where the caller knew it, which takes its lock and
 * checks it at once. And no index that nobody asks: a commit is found by its number and by its last event.
 */
const APPEND_ONE_AT_ONCE = `
alter table atelier.commits drop constraint commits_stream_first_key;

create or replace function atelier.append_one(
  in_stream text, in_commit bigint, in_head text, in_first bigint, in_last bigint, in_bytes integer, in_sha256 text,
  in_prev text, in_pins text[], in_unpins text[], in_lines text, in_key bytea, in_key_seq bigint, out_head text,
  out done boolean, out next_commit bigint, out next_seq bigint, out head_hash text, out known_keys bytea[],
  out known_seqs bigint[]
) language plpgsql set lock_timeout = '${LOCK_WAIT_MS}ms' as $$
declare
  known bigint;
begin
  -- A key that comes in between moves the stream, and then nothing is written.
  if in_key is not null then
    select k.seq into known from atelier.keys k where k.stream = in_stream and k.key = in_key;
  end if;
  done := false;
  if known is null then
    update atelier.streams s set next_commit = in_commit + 1, next_seq = in_last + 1, head_hash = out_head
      where s.name = in_stream and s.next_commit = in_commit and s.head_hash = in_head;
    done := found;
  end if;
  if done then
    insert into atelier.commits values
      (in_stream, in_commit, in_first, in_last, in_bytes, in_sha256, in_prev, 0, in_pins, in_unpins, in_lines);
    if in_key is not null then insert into atelier.keys values (in_stream, in_key, in_key_seq); end if;
    return;
  end if;
  select s.next_commit, s.next_seq, s.head_hash into next_commit, next_seq, head_hash
    from atelier.streams s where s.name = in_stream;
  if not found then
    next_commit := 0;
    next_seq := 0;
    head_hash := in_head;
    return;
  end if;
  if in_key is not null then
    select k.seq into known from atelier.keys k where k.stream = in_stream and k.key = in_key;
    if known is not null then
      known_keys := array[in_key];
      known_seqs := array[known];
    end if;
  end if;
end $$;
`;

/**
 * What moved is asked for alone, not with the whole table. `moved` is the transaction that did it: one that ended
 * before another began to look has a smaller number than every one that was still under way, which a plain counter
 * cannot promise. What was removed leaves a note for those who hold it as known.
 */
const STREAMS_BY_MOVE = `
alter table atelier.streams add column moved xid8 not null default '0';
create index streams_moved on atelier.streams (moved);

create table atelier.removed_streams (
  name text collate "C" primary key,
  moved xid8 not null
);
create index removed_streams_moved on atelier.removed_streams (moved);

create function atelier.note_move() returns trigger language plpgsql as $$
begin
  new.moved := pg_current_xact_id();
  return new;
end $$;
create trigger moved before insert or update on atelier.streams
  for each row execute function atelier.note_move();

create function atelier.note_removal() returns trigger language plpgsql as $$
begin
  insert into atelier.removed_streams values (old.name, pg_current_xact_id())
    on conflict (name) do update set moved = excluded.moved;
  return null;
end $$;
create trigger removed after delete on atelier.streams
  for each row execute function atelier.note_removal();
`;

/** How much content there is, kept as changes that nobody waits for and that are added up now and then. */
const STORED_CHANGES = `
create table atelier.stored_changes (
  id bigint generated always as identity primary key,
  objects bigint not null,
  bytes bigint not null
);
insert into atelier.stored_changes (objects, bytes) select count(*), coalesce(sum(stored), 0) from atelier.objects;

create function atelier.note_stored() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into atelier.stored_changes (objects, bytes)
      select count(*), sum(stored) from after having count(*) > 0;
  elsif tg_op = 'DELETE' then
    insert into atelier.stored_changes (objects, bytes)
      select -count(*), -sum(stored) from before having count(*) > 0;
  else
    insert into atelier.stored_changes (objects, bytes)
      select 0, a.bytes - b.bytes from (select sum(stored) as bytes from after) a, (select sum(stored) as bytes from before) b
      where a.bytes <> b.bytes;
  end if;
  return null;
end $$;
create trigger stored_more after insert on atelier.objects
  referencing new table as after for each statement execute function atelier.note_stored();
create trigger stored_less after delete on atelier.objects
  referencing old table as before for each statement execute function atelier.note_stored();
create trigger stored_otherwise after update on atelier.objects
  referencing old table as before new table as after for each statement execute function atelier.note_stored();
`;

/**
 * Content may lie in packs in a bucket: a row has its bytes, or says in which pack they are and where. A pack is noted
 * before its first byte goes out (`writing`), is part of the store once something points into it (`sealed`), and
 * is deleted a day after nothing does (`gone`). One with something alive and damaged stays as it is (`unsound`).
 */
const PACKS = `
alter table atelier.objects alter column bytes drop not null, add column pack text collate "C", add column at bigint,
  add constraint objects_somewhere check ((bytes is null) = (pack is not null) and (pack is null) = (at is null));
create index objects_pack on atelier.objects (pack) where pack is not null;

create table atelier.packs (
  name text collate "C" primary key,
  bytes bigint not null,
  state text not null check (state in ('writing', 'sealed', 'gone', 'unsound')),
  since timestamptz not null default now()
);
`;

/**
 * A commit is one plain statement that writes its stream's row in place. With an index on `moved` every commit wrote
 * both indexes of the table, and the trigger locked the row once more before it changed. Now the index is on groups of
 * 64 transactions: most commits leave theirs as it is, and PostgreSQL writes the row alone. Whoever moves a stream sets
 * `moved`.
 */
const COMMIT_IN_PLACE = `
drop trigger moved on atelier.streams;
drop function atelier.note_move;
drop index atelier.streams_moved;
-- Room in each page for what its rows become.
alter table atelier.streams set (fillfactor = 70);
alter table atelier.streams
  alter column moved set default pg_current_xact_id(),
  add column moved_about bigint not null generated always as ((moved::text)::bigint >> 6) stored;
create index streams_moved_about on atelier.streams (moved_about);

-- The functions as they are, but for the line that moves a stream on. Servers of the version before still call both.
do $$
declare
  f regproc;
begin
  foreach f in array array['atelier.append'::regproc, 'atelier.append_one'::regproc] loop
    execute replace(pg_get_functiondef(f), 'head_hash = out_head\n', 'head_hash = out_head, moved = pg_current_xact_id()\n');
  end loop;
end $$;
`;

/**
 * The group of transactions is written by whoever moves the stream. A generated column is read from the catalogue and
 * made ready again for every statement, which cost a commit more than its insert into an index.
 */
const MOVED_ABOUT_WRITTEN = `
alter table atelier.streams alter column moved_about drop expression;
alter table atelier.streams alter column moved_about set default ${MOVED_ABOUT};

-- The functions as they are, but for the line that moves a stream on.
do $$
declare
  f regproc;
begin
  foreach f in array array['atelier.append'::regproc, 'atelier.append_one'::regproc] loop
    execute replace(pg_get_functiondef(f), 'moved = pg_current_xact_id()', 'moved = pg_current_xact_id(), moved_about = ${MOVED_ABOUT}');
  end loop;
end $$;
`;

/** Each step leads from the version that is its place in the list to the next one. Written steps never change. */
export const STEPS: readonly string[] = [
  LOG_AND_CONTENT,
  SNAPSHOTS_AND_HEADS,
  APPEND_ONE,
  APPEND_ONE_AT_ONCE,
  STREAMS_BY_MOVE,
  STORED_CHANGES,
  PACKS,
  COMMIT_IN_PLACE,
  MOVED_ABOUT_WRITTEN,
];
