import { readdir } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { hereDataFolder, prepareDataFolder, readPlaceInUse, unusableToWords } from '@atelier/kernel/storage';
import { ownCall } from '@atelier/server/installation';
import { backUp } from '../back-up.ts';
import { exit, type RunCommand } from '../command.ts';
import { findDataFolder, missingToSentence } from '../find-data-folder.ts';
import { findingToLine } from '../verify-text.ts';

/** A copy that is proved, of a folder that may be in use. */
export const backup: RunCommand = async ({ data, words }, io) => {
  const from = resolve(data ?? hereDataFolder());
  const to = resolve(words[0] ?? '');
  const refuse = (sentence: string): number => {
    io.err(`atelier: ${sentence}`);
    return exit.usage;
  };
  const found = await findDataFolder(from);
  if (!found.ok) return refuse(missingToSentence(found.error));
  const bucket = io.env.ATELIER_S3_BUCKET;
  if (readPlaceInUse(from) === 'database')
    return refuse(
      `the data of ${from} is in a PostgreSQL database. Back that up with: pg_dump --format=custom --schema=atelier --file=atelier.dump "$ATELIER_DATABASE_URL"${bucket ? `, then copy the bucket ${bucket} within a day` : ''}, and copy the folder, which keeps what is of this machine, with any tool.`,
    );
  if (!relative(from, to).startsWith('..')) return refuse(`${to} lies inside the data folder. Choose one elsewhere.`);
  if ((await readdir(to).catch(() => [])).length > 0)
    return refuse(`${to} is not empty. Name a new folder: two backups are never mixed.`);
  const prepared = await prepareDataFolder(to);
  if (!prepared.ok) return refuse(`${unusableToWords(prepared.error)}. Choose another.`);

  const done = await backUp(from, to);
  io.out(`${to}: ${done.streams} streams, ${done.commits} commits, ${done.objects} pieces of content.`);
  for (const stream of done.damaged)
    io.err(
      `atelier: ${stream} is damaged or can't be read; what could be read was copied as it is. See: ${ownCall(from)(`repair ${stream}`)}`,
    );
  for (const { file, system } of done.unreadable)
    io.err(`atelier: ${file} can't be read (${system}) and is not in the copy. Check its permissions and the disk.`);
  for (const finding of done.findings) io.err(`atelier: ${findingToLine(finding, ownCall(to))}`);
  if (done.damaged.length + done.unreadable.length + done.findings.length > 0) {
    io.err(`atelier: the copy is incomplete. To check the data folder itself, run: ${ownCall(from)('verify')}`);
    return exit.failed;
  }
  io.out(
    'Nothing is wrong with the copy. To use it, start Atelier with --data on it, or put it in the folder’s place.',
  );
  return exit.done;
};
