import type { PoolClient } from 'pg';
import type { BlobId } from '../../ports/blobs.ts';
import { decode } from '../blobs/encoding.ts';
import type { FinishedPack } from '../blobs/pack-writer.ts';
import { isSound } from '../blobs/sound-object.ts';
import { encodings } from '../blobs/stored-codes.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import type { Database } from './database.ts';
import { columnsOf, type InsertRow, insertObjects, ROWS } from './object-inserts.ts';
import { type ObjectRow, rowToHead } from './object-rows.ts';
import { type PackedObject, writePack } from './packed-batch.ts';
import { type PackedRow, soundOf, stretchOf } from './packed-rows.ts';
import { PACKED } from './sweep-bucket.ts';

export type ContentMoved = {
  readonly objects: number;
  /** Not what their id says where they are, so they were left there. */
  readonly damaged: readonly BlobId[];
};

const PAGE = 100;

/** Gathers what lies in rows into packs. Cut off, what was moved stays moved, and the next call goes on. */
export const rowsToBucket = async ({ pool }: Database, bucket: ContentBucket): Promise<ContentMoved> => {
  const damaged: BlobId[] = [];
  let objects = 0;
  let after = '';
  let more = true;

  async function* onePack(): AsyncGenerator<PackedObject> {
    for (let bytes = 0; bytes < bucket.packBytes; ) {
      const found = await pool.query<ObjectRow>(
        `select id, role, encoding, size, bytes from atelier.objects where bytes is not null and id > $1 order by id limit ${PAGE}`,
        [after],
      );
      for (const row of found.rows) {
        after = row.id;
        const packed = soundRow(row);
        if (packed === undefined) damaged.push(row.id);
        else {
          bytes += row.bytes.length;
          objects += 1;
          yield packed;
        }
      }
      more = found.rows.length === PAGE;
      if (!more) return;
    }
  }

  while (more) await writePack(pool, bucket, onePack(), pointRowsTo);
  return { objects, damaged };
};

const soundRow = (row: ObjectRow): PackedObject | undefined => {
  const encoding = encodings[row.encoding];
  if (encoding === undefined) return undefined;
  try {
    const object = rowToHead(row);
    const sound = isSound({ ...object, bytes: decode(encoding, row.bytes) });
    return sound ? { object, encoded: { encoding, stored: row.bytes } } : undefined;
  } catch {
    return undefined;
  }
};

const pointRowsTo = async (client: PoolClient, { name, entries }: FinishedPack): Promise<void> => {
  await client.query(
    `update atelier.objects o set bytes = null, pack = $1, at = n.at
      from unnest($2::text[], $3::bigint[]) as n(id, at) where o.id = n.id and o.bytes is not null`,
    [name, entries.map(({ id }) => id), entries.map(({ offset }) => offset)],
  );
};

/** Brings all content back into rows. What is in the bucket stays there. */
export const bucketToRows = async ({ pool }: Database, { blocks }: ContentBucket): Promise<ContentMoved> => {
  const damaged: BlobId[] = [];
  let objects = 0;
  for (let after = ''; ; ) {
    const found = await pool.query<PackedRow>(`${PACKED} where o.id > $1 order by o.id limit ${PAGE}`, [after]);
    const rows: InsertRow[] = [];
    for (const row of found.rows) {
      after = row.id;
      const bytes = await blocks.read(stretchOf(row));
      if (bytes === undefined || !soundOf(row, bytes)) damaged.push(row.id);
      else rows.push({ ...row, size: Number(row.size), pack: undefined, at: undefined, bytes });
    }
    if (rows.length > 0) await pool.query(insertObjects(ROWS), columnsOf(rows));
    objects += rows.length;
    if (found.rows.length < PAGE) break;
  }
  // Nothing points into them any more; whoever keeps the bucket decides when its objects go.
  if (damaged.length === 0) await pool.query('delete from atelier.packs');
  return { objects, damaged };
};
