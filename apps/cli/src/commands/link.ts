import { hereDataFolder } from '@atelier/kernel/storage';
import { askRunning, notReachedToSentence } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';

/** Asks the running server for one more link; nobody is signed out by it. */
export const link: RunCommand = async ({ data, owner }, io) => {
  const dataFolder = data ?? hereDataFolder();
  const reached = await askRunning(dataFolder);
  if (!reached.ok) {
    io.err(`atelier: ${notReachedToSentence(reached.error, dataFolder)}`);
    return exit.failed;
  }
  const made = await reached.value.client.LinkCreate(owner ? { asOwner: true } : {});
  if (!made.ok) {
    io.err(`atelier: ${made.error.message} ${made.error.suggestion ?? ''}`.trim());
    return exit.failed;
  }
  io.out(made.value.url);
  return exit.done;
};
