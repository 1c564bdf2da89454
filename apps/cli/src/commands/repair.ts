import { openStorage, storageRefusedToSentence } from '@atelier/kernel/storage';
import { askRunning, hereDataFolder } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';

/** Never by itself: without --yes it only says what it would do. */
export const repair: RunCommand = async ({ data, words, yes }, io) => {
  const stream = words[0] ?? '';
  const folder = data ?? hereDataFolder();
  if ((await askRunning(folder)).ok) {
    io.err('atelier: stop the running server first.');
    return exit.failed;
  }
  const opened = await openStorage({ data: folder, databaseUrl: io.env.ATELIER_DATABASE_URL, readOnly: true });
  if (!opened.ok) {
    io.err(`atelier: ${storageRefusedToSentence(opened.error)}`);
    return exit.failed;
  }
  const { log, repair: cut, close } = opened.value;
  try {
    const health = await log.health(stream);
    if (health.kind === 'healthy') {
      io.out(
        health.next === 0
          ? `There is no stream ${stream} here.`
          : `${stream} is healthy: ${health.next} events. Nothing to do.`,
      );
      return exit.done;
    }
    io.out(
      `${stream} is damaged at commit ${health.commit} (${health.reason}). ${health.validNext} events before it are whole.`,
    );
    if (!cut) {
      io.err('atelier: a stream in a database is not cut. Bring the database back from its own backup.');
      return exit.failed;
    }
    if (!yes) {
      io.out(
        `Run it again with --yes to keep those ${health.validNext} events and put the damaged stream aside. Back up the data folder first.`,
      );
      return exit.failed;
    }
    const done = await cut(stream);
    if (!done.ok) {
      io.err(`atelier: ${stream} could not be repaired (${done.error.code}). Nothing was lost.`);
      return exit.failed;
    }
    io.out(`${stream} goes on from its first ${done.value.next} events. What it was is kept in ${done.value.aside}.`);
    return exit.done;
  } finally {
    await close();
  }
};
