import { join } from 'node:path';
import {
  createDiskLog,
  createDiskObjects,
  createNodeFileSystem,
  createSqliteLocks,
  systemWorld,
} from '@atelier/kernel/adapters';
import {
  copyObjects,
  createDiskCommits,
  createPostgresCommits,
  createPostgresLog,
  createPostgresObjects,
  createPostgresRecords,
  type Database,
  moveStream,
  reachDatabase,
} from '@atelier/kernel/postgres';
import { storageRefusedToSentence, writePlaceInUse } from '@atelier/kernel/storage';
import { askRunning, copyKeys, hereDataFolder } from '@atelier/server/installation';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';

/** Copies and proves; the source stays as it is. A move that was cut off is begun again and goes on where it was. */
export const move: RunCommand = async (flags, io) => {
  const url = io.env.ATELIER_DATABASE_URL;
  if (!flags.to) return refuse(io, 'say where to: --to database or --to disk.');
  if (!url) return refuse(io, 'set ATELIER_DATABASE_URL to the database, such as postgres://user@host/atelier.');
  const data = flags.data ?? hereDataFolder();
  if ((await askRunning(data)).ok)
    return refuse(io, 'stop the running server first: what it writes meanwhile would be left behind.');
  const database = await reachDatabase({ url });
  if (!database.ok) {
    io.err(`atelier: ${storageRefusedToSentence(database.error)}`);
    return exit.failed;
  }
  try {
    // First: the heads that are signed over there are signed with the same key.
    await copyKeys(flags.to, data, createPostgresRecords(database.value));
    const moved = await moveAll(flags.to, data, database.value, io);
    if (!moved) return exit.failed;
    // Only now: a move that is cut off leaves the side in use that was.
    await writePlaceInUse(data, flags.to);
    for (const line of inUseLines[flags.to](data)) io.out(line);
    return exit.done;
  } finally {
    await database.value.close();
  }
};

const inUseLines: Record<NonNullable<Flags['to']>, (data: string) => readonly string[]> = {
  database: (data) => [
    'In use from now on: the database. Keep ATELIER_DATABASE_URL set for everything that starts Atelier, agents too.',
    `Without it, Atelier refuses to start on ${data}, so that nothing is written to the side that was left.`,
    'What is in the folder stays as it was. To switch back, run: atelier move --to disk',
  ],
  disk: (data) => [
    `In use from now on: the folder ${data}. Unset ATELIER_DATABASE_URL for everything that starts Atelier, agents too.`,
    'While it is set, Atelier refuses to start on this folder, so that nothing is written to the side that was left.',
    'What is in the database stays as it was. To switch back, run: atelier move --to database',
  ],
};

const moveAll = async (to: NonNullable<Flags['to']>, data: string, database: Database, io: Io): Promise<boolean> => {
  const fs = createNodeFileSystem();
  const disk = {
    commits: createDiskCommits({ fs, data, locks: createSqliteLocks() }),
    objects: await createDiskObjects({ fs, folder: join(data, 'objects'), entropy: systemWorld.entropy }),
    log: createDiskLog({ data }),
  };
  const rows = {
    commits: createPostgresCommits(database),
    objects: createPostgresObjects(database),
    log: createPostgresLog(database),
  };
  const [from, target] = to === 'database' ? [disk, rows] : [rows, disk];
  try {
    // Content first: a stream must never name what is not there yet.
    const content = await copyObjects(from.objects, target.objects);
    io.out(`content: ${content.objects} objects, ${content.added} copied now`);
    for (const id of content.damaged) io.err(`atelier: ${id} is damaged where it was and was not copied.`);
    let failed = content.damaged.length;
    for (const stream of await from.log.audit.streams()) {
      const moved = await moveStream(stream, from.commits, target.commits);
      if (!moved.ok) {
        failed += 1;
        io.err(`atelier: ${stream} was not moved: ${sentenceFor[moved.error.code]} (commit ${moved.error.commit})`);
        continue;
      }
      const { events, commits, added, head } = moved.value;
      await target.log.heads.sign([{ stream, commits, head }], async () => true);
      io.out(`${stream}: ${events} events, ${added} commits copied now, head ${head.slice(0, 19)}`);
    }
    io.out(
      failed === 0
        ? 'Everything is there, with the same seqs and hashes.'
        : `${failed} things are not there; mend them and run this again.`,
    );
    return failed === 0;
  } finally {
    await disk.log.close();
    await disk.objects.close();
    await rows.log.close();
  }
};

const sentenceFor = {
  SOURCE_DAMAGED: 'it is damaged; "atelier repair" mends it',
  TARGET_DAMAGED: 'what is at the target is damaged',
  DIVERGED: 'the target has another stream of that name',
} as const;

const refuse = (io: Io, sentence: string): number => {
  io.err(`atelier: ${sentence}`);
  return exit.usage;
};
