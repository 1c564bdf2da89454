import { createContentStore } from '@atelier/kernel/adapters';
import { StoreAway } from '@atelier/kernel/core';
import {
  bucketToRows,
  type ContentMoved,
  createPostgresLog,
  createPostgresObjects,
  createPostgresRecords,
  type Database,
  rowsToBucket,
} from '@atelier/kernel/postgres';
import {
  type BucketSettings,
  type ContentBucket,
  changeContentPlace,
  openContentBucket,
  readContentPlace,
} from '@atelier/kernel/storage';
import { verify } from '@atelier/kernel/usecases';
import { type Call, ownCall } from '@atelier/server/installation';
import { exit } from './command.ts';
import type { Io } from './io.ts';
import { troubleToSentence } from './trouble-words.ts';
import { findingToLine } from './verify-text.ts';

/** Moves content between the rows of a database and a bucket, and proves it. Cut off, it is begun again and goes on. */
export const moveContent = async (
  to: 'bucket' | 'database',
  data: string,
  database: Database,
  settings: BucketSettings | undefined,
  io: Io,
): Promise<number> => {
  const call = ownCall(data);
  if (!settings) {
    io.err('atelier: name the bucket: ATELIER_S3_ENDPOINT, ATELIER_S3_BUCKET and its two keys.');
    return exit.usage;
  }
  const records = createPostgresRecords(database);
  const before = await readContentPlace(records);
  const isElsewhere =
    before?.place === 'bucket' &&
    (before.bucket !== settings.bucket || before.prefix !== settings.prefix || before.endpoint !== settings.endpoint);
  if (isElsewhere && to === 'database') {
    io.err(
      `atelier: the content is in the bucket ${before.bucket}/${before.prefix} at ${before.endpoint}. Name that one.`,
    );
    return exit.usage;
  }
  // A copy of the bucket is proved by what it holds itself, not by what was cached of the first one.
  const bucket = openContentBucket(isElsewhere ? settings : { ...settings, data });
  try {
    // Before anything is written down: a bucket that cannot be used must not become the place of content.
    await tryOut(bucket);
    if (isElsewhere && !(await isProved({ objects: 0, damaged: [] }, database, bucket, call, io))) {
      io.err(
        `atelier: this is no complete copy of ${before.bucket}/${before.prefix} at ${before.endpoint}, which stays in use. Copy that bucket here, then run this again.`,
      );
      return exit.failed;
    }
    if (to === 'bucket' && !(await changeContentPlace(records, settings))) return changed(io);
    const moved = to === 'bucket' ? await rowsToBucket(database, bucket) : await bucketToRows(database, bucket);
    if (!(await isProved(moved, database, bucket, call, io))) return exit.failed;
    if (to === 'database' && !(await changeContentPlace(records, undefined))) return changed(io);
    for (const line of inUseLines[to](settings)) io.out(line);
    return exit.done;
  } catch (cause) {
    if (!(cause instanceof StoreAway)) throw cause;
    io.err(`atelier: ${cause.message}. ${troubleToSentence({ code: 'STORE_AWAY' })}`);
    return exit.failed;
  } finally {
    bucket.client.close();
  }
};

const changed = (io: Io): number => {
  io.err('atelier: another process changed where content is kept. Look, then run this again.');
  return exit.failed;
};

const tryOut = async ({ client, newName }: ContentBucket): Promise<void> => {
  const [name, bytes] = [newName(), Buffer.from('atelier')];
  await client.put(name, bytes);
  const read = await client.read(name, 2, 3);
  if (read === undefined || !bytes.subarray(2, 5).equals(read)) throw new StoreAway('it gave back something else');
  await client.remove(name);
};

const isProved = async (
  { objects, damaged }: ContentMoved,
  database: Database,
  bucket: ContentBucket,
  call: Call,
  io: Io,
): Promise<boolean> => {
  io.out(`content: ${objects} objects moved now`);
  for (const id of damaged) io.err(`atelier: ${id} is damaged, so it stays where it is.`);
  const log = createPostgresLog(database);
  try {
    const content = createContentStore(createPostgresObjects(database, bucket));
    const { findings } = await verify({ audit: log.audit, heads: log.heads, content })();
    for (const finding of findings) io.err(`atelier: ${findingToLine(finding, call)}`);
    if (findings.length > 0)
      io.err(`atelier: something is wrong. ${call('verify')} names it; mend that, then run this again.`);
    return findings.length === 0 && damaged.length === 0;
  } finally {
    await log.close();
  }
};

const inUseLines: Record<'bucket' | 'database', (settings: BucketSettings) => readonly string[]> = {
  bucket: ({ bucket, prefix, endpoint }) => [
    `Content is in the bucket ${bucket}/${prefix} at ${endpoint} from now on. Keep ATELIER_S3_… set for everything that starts Atelier, agents too.`,
  ],
  database: ({ bucket, prefix }) => [
    'Content is in the database from now on. Unset ATELIER_S3_ENDPOINT and ATELIER_S3_BUCKET for everything that starts Atelier, agents too.',
    `What is in ${bucket}/${prefix} stays there. Delete it once no backup needs it.`,
  ],
};
