import type { BlobId } from '../../ports/blobs.ts';
import { roles } from '../blobs/stored-codes.ts';

const [RECIPE, TREE] = [roles.indexOf('recipe'), roles.indexOf('tree')];
// The same bytes as blob and as tree: the tree wins, for only it keeps its blobs alive. A tree is stored whole.
const KEEPS_ITS_BYTES = `atelier.objects.role = ${TREE} and excluded.role = ${RECIPE}`;
const keptOr = (column: string): string =>
  `${column} = case when ${KEEPS_ITS_BYTES} then atelier.objects.${column} else excluded.${column} end`;
const COLUMNS = 'id, role, encoding, size, stored, bytes, pack, at';

/** Where the rows come from: a table, or `ROWS` with the values of `columnsOf`. */
// Ordered, so that two batches with common content lock its rows in one order and never wait for each other.
// Bytes that are put again were hashed just now; those in the row may have been damaged since.
export const insertObjects = (from: string): string => `
  insert into atelier.objects (${COLUMNS}) select distinct on (id) ${COLUMNS} from ${from} order by id, role desc
  on conflict (id) do update set condemned = false,
    role = case when atelier.objects.role = ${TREE} then ${TREE} else excluded.role end,
    ${['encoding', 'size', 'stored', 'bytes', 'pack', 'at'].map(keptOr).join(', ')}`;

export const STAGED_COLUMNS =
  'id text, role smallint, encoding smallint, size bigint, stored integer, bytes bytea, pack text, at bigint';

// The bytes of all rows are one value: the driver sends that as it is, and an array of them as escaped text.
export const ROWS = `(select r.id, r.role, r.encoding, r.size, r.stored,
  case when r.pack is null then substring($7::bytea from r.start for r.stored) end as bytes, r.pack, r.at
  from unnest($1::text[], $2::smallint[], $3::smallint[], $4::bigint[], $5::integer[], $6::integer[], $8::text[], $9::bigint[])
    as r(id, role, encoding, size, stored, start, pack, at)) as rows`;

/** An object as it is inserted: with its bytes, or with its place in a pack. */
export type InsertRow = {
  readonly id: BlobId;
  readonly role: number;
  readonly encoding: number;
  readonly size: number;
  readonly stored: number;
} & (
  | { readonly bytes: Uint8Array; readonly pack?: undefined; readonly at?: undefined }
  | { readonly bytes?: undefined; readonly pack: string; readonly at: number }
);

export const columnsOf = (rows: readonly InsertRow[]): unknown[] => {
  const starts: number[] = [];
  let start = 1;
  for (const { bytes } of rows) {
    starts.push(start);
    start += bytes?.length ?? 0;
  }
  return [
    rows.map(({ id }) => id),
    rows.map(({ role }) => role),
    rows.map(({ encoding }) => encoding),
    rows.map(({ size }) => size),
    rows.map(({ stored }) => stored),
    starts,
    Buffer.concat(rows.flatMap(({ bytes }) => bytes ?? [])),
    rows.map(({ pack }) => pack ?? null),
    rows.map(({ at }) => at ?? null),
  ];
};
