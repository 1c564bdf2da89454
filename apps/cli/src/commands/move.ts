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
  moveStream,
  openDatabase,
} from '@atelier/kernel/postgres';
import { askRunning, hereDataFolder } from '@atelier/server/installation';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';

const kinds = ['install', 'bench', 'project', 'session'];

/** Copies and proves; the source stays as it is. A move that was cut off is begun again and goes on where it was. */
export const move: RunCommand = async (flags, io) => {
  const url = io.env.ATELIER_DATABASE_URL;
  if (!flags.to) return refuse(io, 'say where to: --to database or --to disk.');
  if (!url) return refuse(io, 'set ATELIER_DATABASE_URL to the database, such as postgres://user@host/atelier.');
  const data = flags.data ?? hereDataFolder();
  if ((await askRunning(data)).ok)
    return refuse(io, 'stop the running server first: what it writes meanwhile would be left behind.');
  const database = await openDatabase({ url }).catch((cause: Error) => cause);
  if (database instanceof Error) {
    io.err(`atelier: the database cannot be reached: ${database.message}`);
    return exit.failed;
  }
  try {
    return await moveAll(flags.to, data, database, io);
  } finally {
    await database.close();
  }
};

type Database = Awaited<ReturnType<typeof openDatabase>>;

const moveAll = async (to: NonNullable<Flags['to']>, data: string, database: Database, io: Io): Promise<number> => {
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
    for (const kind of kinds) {
      for (const stream of await from.log.list(kind)) {
        const moved = await moveStream(stream, from.commits, target.commits);
        if (moved.ok)
          io.out(
            `${stream}: ${moved.value.events} events, ${moved.value.added} commits copied now, head ${moved.value.head.slice(0, 19)}`,
          );
        else {
          failed += 1;
          io.err(`atelier: ${stream} was not moved: ${sentenceFor[moved.error.code]} (commit ${moved.error.commit})`);
        }
      }
    }
    io.out(
      failed === 0
        ? 'Everything is there, with the same seqs and hashes.'
        : `${failed} things are not there; mend them and run this again.`,
    );
    return failed === 0 ? exit.done : exit.failed;
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
