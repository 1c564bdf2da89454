import { stat } from 'node:fs/promises';
import { storageRefusedToSentence } from '@atelier/kernel/storage';
import { askRunning, diagnoseAtRest, hereDataFolder } from '@atelier/server/installation';
import { exit, type RunCommand } from '../command.ts';
import { diagnosticsToLines } from '../diagnostics-text.ts';

/** Asks the running server, or looks at the folder itself when none runs. Changes nothing. */
export const doctor: RunCommand = async ({ data }, io) => {
  const dataFolder = data ?? hereDataFolder();
  const folder = await stat(dataFolder).catch(() => undefined);
  if (!folder) {
    io.out(`There is no data folder at ${dataFolder} yet. "atelier start" creates it.`);
    return exit.done;
  }
  if (!folder.isDirectory()) {
    io.err(`atelier: ${dataFolder} is not a folder. Choose another with --data DIR.`);
    return exit.usage;
  }
  const reached = await askRunning(dataFolder);
  const asked = reached.ok ? await reached.value.client.DiagnosticsGet({}) : undefined;
  const running = reached.ok ? reached.value.running : undefined;
  const seen = asked?.ok ? asked : await diagnoseAtRest(dataFolder, io.env.ATELIER_DATABASE_URL);
  if (!seen.ok) {
    io.err(`atelier: ${storageRefusedToSentence(seen.error)}`);
    return exit.failed;
  }
  const diagnostics = seen.value;
  for (const line of diagnosticsToLines(diagnostics, running)) io.out(line);
  return diagnostics.findings.some(({ level }) => level === 'problem') ? exit.failed : exit.done;
};
