import { resolve } from 'node:path';
import type { CommandClient } from '@atelier/contracts';
import { hereDataFolder } from '@atelier/kernel/storage';
import { createServer } from '@atelier/server';
import { askRunning, notReachedToSentence } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { hasDesktop, openBrowser } from '../open-browser.ts';
import { untilSignal } from '../signals.ts';
import { sentenceOf } from './start.ts';

/** Opens a Workbench on copies of a folder's files, with the server that runs or one that is started for it. */
export const open: RunCommand = async ({ port, data, open: mayOpen, words: [folder = '.'] }, io) => {
  const dataFolder = data ?? hereDataFolder();
  const show = (link: string): void => {
    io.out(link);
    if (mayOpen && hasDesktop(io)) openBrowser(link, io.platform);
  };
  const running = await askRunning(dataFolder);
  if (running.ok) {
    const { client } = running.value;
    if (!(await openFolder(client, folder, io))) return exit.failed;
    const link = await client.LinkCreate({});
    if (link.ok) show(link.value.url);
    return link.ok ? exit.done : exit.failed;
  }
  if (running.error.code === 'NOT_ANSWERING') {
    io.err(`atelier: ${notReachedToSentence(running.error, dataFolder)}`);
    return exit.failed;
  }
  const signalled = untilSignal();
  const started = await createServer({
    dataFolder,
    databaseUrl: io.env.ATELIER_DATABASE_URL,
    ...(port !== undefined && { port }),
  });
  if (!started.ok) {
    io.err(`atelier: ${sentenceOf(started.error, dataFolder)}`);
    return started.error.code === 'DATA_FOLDER_UNUSABLE' ? exit.usage : exit.failed;
  }
  const own = await askRunning(dataFolder);
  const isOpened = own.ok && (await openFolder(own.value.client, folder, io));
  if (isOpened) {
    show(await started.value.link());
    await signalled;
  }
  await started.value.stop();
  return isOpened ? exit.done : exit.failed;
};

const openFolder = async (client: CommandClient, folder: string, io: Io): Promise<boolean> => {
  const opened = await client.WorkbenchOpenFolder({ folder: resolve(folder) });
  if (!opened.ok) {
    io.err(`atelier: ${opened.error.message} ${opened.error.suggestion ?? ''}`.trim());
    return false;
  }
  const { addResults, isNew } = opened.value;
  const skipped = addResults.filter(({ status }) => status === 'skipped');
  io.out(
    isNew
      ? `Copied ${addResults.length - skipped.length} files into a new Workbench. The originals are not changed.`
      : 'This folder has a Workbench already; it is open again.',
  );
  for (const { name, reason } of skipped) io.out(`Skipped ${name}: ${reasons[reason ?? 'unreadable']}.`);
  return true;
};

const reasons: Readonly<Record<string, string>> = {
  size_limit: 'it is larger than a file may be',
  link: 'it is a link; add the original instead',
  directory: 'it is a folder',
  unreadable: 'it cannot be read',
  invalid_name: 'its name cannot be used on every system',
};
