import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hereDataFolder, prepareDataFolder, unusableToWords } from '@atelier/kernel/storage';
import { exit, type Flags, type RunCommand } from '../command.ts';
import type { Io } from '../io.ts';

const bundle = fileURLToPath(new URL('../../../mcp/dist/atelier-mcp.mjs', import.meta.url));

/** Standard output belongs to the protocol from here on: whatever is to be said goes to standard error. */
export const mcp: RunCommand = async (flags, io) => {
  if (flags.data) process.env.ATELIER_DATA_DIR = flags.data;
  if (flags.workbench !== undefined) return serveFiles(flags.workbench, io);
  if (!existsSync(bundle)) {
    io.err('atelier: the MCP server is not built yet. Run "npm start" or "npm run build" once, then try again.');
    return exit.failed;
  }
  await import(bundle);
  // It ends with its client: when standard input closes.
  return new Promise<number>(() => undefined);
};

const serveFiles = async (workbench: NonNullable<Flags['workbench']>, io: Io): Promise<number> => {
  const data = hereDataFolder();
  const prepared = await prepareDataFolder(data);
  if (!prepared.ok) {
    io.err(`atelier: the data folder ${unusableToWords(prepared.error)}. Choose another with --data DIR.`);
    return exit.failed;
  }
  const { serveWorkbench } = await import('@atelier/mcp/workbench');
  const trouble = await serveWorkbench({ data, databaseUrl: process.env.ATELIER_DATABASE_URL, workbench });
  if (trouble === undefined) return exit.done;
  io.err(`atelier: ${trouble}`);
  return exit.failed;
};
