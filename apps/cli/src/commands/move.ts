import { setTimeout } from 'node:timers/promises';
import { countUsers, createPostgresRecords, type Database, reachDatabase } from '@atelier/kernel/postgres';
import {
  agreeOnContentPlace,
  type ContentBucket,
  claimFolder,
  hereDataFolder,
  openContentBucket,
  readBucketSettings,
  storageRefusedToSentence,
  writePlaceInUse,
} from '@atelier/kernel/storage';
import { copyKeys, isServed, ownCall } from '@atelier/server/installation';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { moveContent } from '../move-content.ts';
import { isBeginningThere, moveEverything } from '../move-everything.ts';

/** Copies and proves; the source stays as it is. A move that was cut off is begun again and goes on where it was. */
export const move: RunCommand = async (flags, io) => {
  const url = io.env.ATELIER_DATABASE_URL;
  const { to, content } = flags;
  if ((to === undefined) === (content === undefined))
    return refuse(
      io,
      'say where to: --to database or --to disk; or for content alone --content bucket or --content database.',
    );
  if (!url) return refuse(io, 'set ATELIER_DATABASE_URL to the database, such as postgres://user@host/atelier.');
  const settings = readBucketSettings(io.env);
  if (!settings.ok) return refuse(io, storageRefusedToSentence(settings.error));
  const data = flags.data ?? hereDataFolder();
  if (await isServed(data)) return refuse(io, `stop the running server first: ${LEFT_BEHIND}`);
  // From here on nothing starts on this folder, and nothing that has it open goes unnoticed.
  const letGo = claimFolder(data);
  if (!letGo)
    return refuse(io, `another process has ${data} open, such as that of an agent. Stop it first: ${LEFT_BEHIND}`);
  try {
    const database = await reachDatabase({ url, name: 'atelier move', mustBeUsed: to !== 'database' });
    if (!database.ok) {
      io.err(`atelier: ${storageRefusedToSentence(database.error, ownCall(data))}`);
      return exit.failed;
    }
    try {
      if (await isUsed(database.value))
        return refuse(io, `another server or agent uses the database. Stop it first: ${LEFT_BEHIND}`);
      const bucket = settings.value;
      if (content) return await moveContent(content, data, database.value, bucket, io);
      const hasContent = async () => to === 'disk';
      const records = createPostgresRecords(database.value);
      const agreed = await agreeOnContentPlace(records, bucket, { hasContent, readOnly: to === 'disk' });
      if (!agreed.ok) return refuse(io, storageRefusedToSentence(agreed.error, ownCall(data)));
      const opened = bucket && openContentBucket({ ...bucket, data });
      return await moveTo(to ?? 'database', data, database.value, opened, io);
    } finally {
      await database.value.close();
    }
  } finally {
    letGo();
  }
};

const LEFT_BEHIND = 'what it writes meanwhile would be left behind.';

const moveTo = async (
  to: NonNullable<Flags['to']>,
  data: string,
  database: Database,
  bucket: ContentBucket | undefined,
  io: Io,
): Promise<number> => {
  if (!(await isBeginningThere(to, data, database, bucket, io))) return exit.failed;
  // First of what is copied: the heads that are signed over there are signed with the same key.
  await copyKeys(to, data, createPostgresRecords(database));
  if (!(await moveEverything(to, data, database, bucket, io))) return exit.failed;
  // Only now: a move that is cut off leaves the side in use that was.
  await writePlaceInUse(data, to);
  for (const line of inUseLines[to](data)) io.out(line);
  return exit.done;
};

const inUseLines: Record<NonNullable<Flags['to']>, (data: string) => readonly string[]> = {
  database: (data) => [
    'In use from now on: the database. Keep ATELIER_DATABASE_URL set for everything that starts Atelier, agents too.',
    `Without it, Atelier refuses to start on ${data}, so that nothing is written to the side that was left.`,
    `What is in the folder stays as it was. To switch back, run: ${ownCall(data)('move --to disk')}`,
  ],
  disk: (data) => [
    `In use from now on: the folder ${data}. Unset ATELIER_DATABASE_URL for everything that starts Atelier, agents too.`,
    'While it is set, Atelier refuses to start on this folder, so that nothing is written to the side that was left.',
    `What is in the database stays as it was. To switch back, run: ${ownCall(data)('move --to database')}`,
  ],
};

/** Those who just ended take a moment to be gone. */
const isUsed = async (database: Database): Promise<boolean> => {
  for (let looks = 0; looks < 5; looks += 1) {
    if ((await countUsers(database)) === 0) return false;
    await setTimeout(200);
  }
  return true;
};

const refuse = (io: Io, sentence: string): number => {
  io.err(`atelier: ${sentence}`);
  return exit.usage;
};
