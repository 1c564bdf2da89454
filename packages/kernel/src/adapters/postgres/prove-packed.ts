import { basename } from 'node:path';
import type { Pool } from 'pg';
import { isMissing } from '../../core/system-error.ts';
import type { BlobId } from '../../ports/blobs.ts';
import { proveInPass } from '../blobs/content-pass.ts';
import type { Located } from '../blobs/pack-folder.ts';
import { encodings } from '../blobs/stored-codes.ts';
import type { ContentBucket } from '../bucket/content-bucket.ts';
import { rowToHead } from './object-rows.ts';
import { packedEntries } from './sweep-bucket.ts';

/** Reads each pack once, in order and past the cache: a pass over everything would only push out what is used. */
export const provePacked = async (
  pool: Pool,
  bucket: ContentBucket,
  ids: Iterable<BlobId>,
  onBytes: (count: number) => void,
): Promise<ReadonlySet<BlobId>> => {
  const located = new Map<BlobId, Located>();
  const bytesByPack = new Map<string, number>();
  for (const row of await packedEntries(pool)) {
    const { id, pack, at, stored, pack_bytes } = row;
    const encoding = encodings[row.encoding];
    if (encoding) located.set(id, { ...rowToHead(row), encoding, offset: Number(at), storedLength: stored, pack });
    bytesByPack.set(pack, Number(pack_bytes));
  }
  const proved = new Set<BlobId>();
  const openSync = (path: string) => {
    const pack = basename(path, '.pack');
    const size = bytesByPack.get(pack) ?? 0;
    return {
      read: async (into: Uint8Array, from: number): Promise<number> => {
        const length = Math.min(into.length, size - from);
        if (length <= 0) return 0;
        const bytes = await bucket.blocks.readFresh({ pack, packBytes: size, from, length });
        if (bytes === undefined) throw Object.assign(new Error(`no such pack: ${pack}`), { code: 'ENOENT' });
        into.set(bytes);
        return length;
      },
      closeSync: () => undefined,
    };
  };
  try {
    const onProved = (id: BlobId): void => void proved.add(id);
    await proveInPass({ fs: { openSync }, folder: '', find: (id) => located.get(id), onProved, onBytes }, ids);
  } catch (cause) {
    // A pack went meanwhile, and the plan with it. What was proved by then stays proved.
    if (!isMissing(cause)) throw cause;
  }
  return proved;
};
