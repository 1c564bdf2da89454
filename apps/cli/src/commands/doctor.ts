import { hereDataFolder, storageRefusedToSentence } from '@atelier/kernel/storage';
import { askRunning, diagnoseAtRest, notReachedToSentence, ownCall } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { diagnosticsToLines } from '../diagnostics-text.ts';
import { findDataFolder, missingToSentence } from '../find-data-folder.ts';

/** Asks the running server, or looks at the folder itself when none runs. Changes nothing. */
export const doctor: RunCommand = async ({ data }, io) => {
  const dataFolder = data ?? hereDataFolder();
  const call = ownCall(dataFolder);
  const found = await findDataFolder(dataFolder);
  if (!found.ok && (found.error.reason === 'not_there' || found.error.reason === 'empty')) {
    io.out(`There is no data in ${dataFolder} yet. Create it with: ${call('start')}`);
    return exit.done;
  }
  if (!found.ok) {
    io.err(`atelier: ${missingToSentence(found.error)}`);
    return exit.usage;
  }
  const reached = await askRunning(dataFolder);
  const asked = reached.ok ? await reached.value.client.DiagnosticsGet({}) : undefined;
  const silent = !reached.ok && reached.error.code === 'NOT_ANSWERING' ? reached.error : undefined;
  const running = reached.ok ? reached.value.running : silent?.running;
  const seen = asked?.ok ? asked : await diagnoseAtRest(dataFolder, io.env.ATELIER_DATABASE_URL);
  if (!seen.ok) {
    io.err(`atelier: ${storageRefusedToSentence(seen.error, call)}`);
    return exit.failed;
  }
  const diagnostics = seen.value;
  for (const line of diagnosticsToLines(diagnostics, running, call, silent === undefined)) io.out(line);
  if (silent) {
    io.err(`atelier: ${notReachedToSentence(silent, dataFolder)}`);
    return exit.failed;
  }
  return diagnostics.findings.some(({ level }) => level === 'problem') ? exit.failed : exit.done;
};
