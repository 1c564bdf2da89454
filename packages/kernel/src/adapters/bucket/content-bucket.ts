import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type Blocks, createBlockCache } from './block-cache.ts';
import { type BucketClient, type BucketClientOptions, createBucketClient } from './bucket-client.ts';

/** The bucket as content uses it: packs go out whole and come back in blocks. */
export type ContentBucket = {
  readonly client: BucketClient;
  readonly blocks: Blocks;
  /** Never used twice: nothing in the bucket is ever replaced. */
  readonly newName: () => string;
  /** A pack is closed past this size. */
  readonly packBytes: number;
  /** A batch up to this size stays in rows: one trip, and the outputs of agents never touch the bucket. */
  readonly rowBytes: number;
};

export type ContentBucketOptions = BucketClientOptions & {
  /** Of the data folder; blocks are kept in `cache/blocks`. Undefined keeps none. */
  readonly data?: string | undefined;
  readonly cacheBytes?: number | undefined;
  readonly packBytes?: number;
  readonly rowBytes?: number;
};

/** Nine parts: 64 MB and its index are one pack. */
const PACK_BYTES = 72 * 1024 * 1024;
const ROW_BYTES = 64 * 1024;

export const openContentBucket = ({
  data,
  cacheBytes,
  packBytes = PACK_BYTES,
  rowBytes = ROW_BYTES,
  ...options
}: ContentBucketOptions): ContentBucket => {
  const client = createBucketClient(options);
  const folder = data === undefined ? undefined : join(data, 'cache', 'blocks');
  return {
    client,
    blocks: createBlockCache({ client, folder, quotaBytes: cacheBytes }),
    newName: () => randomBytes(16).toString('hex'),
    packBytes,
    rowBytes,
  };
};
