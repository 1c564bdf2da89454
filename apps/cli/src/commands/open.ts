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
    const workbenchId = await openFolder(client, folder, io);
    if (workbenchId === undefined) return exit.failed;
    const link = await client.LinkCreate({});
    if (link.ok) show(leadingTo(workbenchId, link.value.url));
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
  const workbenchId = own.ok ? await openFolder(own.value.client, folder, io) : undefined;
  if (workbenchId !== undefined) {
    show(leadingTo(workbenchId, await started.value.link()));
    await signalled;
  }
  await started.value.stop();
  return workbenchId === undefined ? exit.failed : exit.done;
};

/** The same link, to the Workbench. One for another origin is spent by a page of its own, which leads home. */
const leadingTo = (workbenchId: string, link: string): string => {
  const url = new URL(link);
  if (url.searchParams.has('token')) url.pathname = `/workshop/${workbenchId}`;
  return url.href;
};

/** Answers with the Workbench; what stands against it is said. */
const openFolder = async (client: CommandClient, folder: string, io: Io): Promise<string | undefined> => {
  const opened = await client.WorkbenchOpenFolder({ folder: resolve(folder) });
  if (!opened.ok) {
    io.err(`atelier: ${opened.error.message} ${opened.error.suggestion ?? ''}`.trim());
    return undefined;
  }
  const { addResults, isNew, workbenchId } = opened.value;
  const skipped = addResults.filter(({ status }) => status === 'skipped');
  const copied = addResults.length - skipped.length;
  io.out(
    isNew
      ? `Copied ${copied === 1 ? '1 file' : `${copied} files`} into a new Workbench. The originals are not changed.`
      : 'This folder has a Workbench already; it is open again.',
  );
  for (const { name, reason } of skipped) io.out(`Skipped ${name}: ${reasons[reason ?? 'unreadable']}.`);
  return workbenchId;
};

const reasons: Readonly<Record<string, string>> = {
  size_limit: 'it is larger than a file may be',
  link: 'it is a link; add the original instead',
  directory: 'it is a folder',
  unreadable: 'it cannot be read',
  invalid_name: 'its name cannot be used on every system',
};
