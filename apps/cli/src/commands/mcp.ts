import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { exit, type RunCommand } from '../command.ts';

const bundle = fileURLToPath(new URL('../../../mcp/dist/atelier-mcp.mjs', import.meta.url));

/** Standard output belongs to the protocol from here on: whatever is to be said goes to standard error. */
export const mcp: RunCommand = async ({ data }, io) => {
  if (!existsSync(bundle)) {
    io.err('atelier: the MCP server is not built yet. Run "npm start" or "npm run build" once, then try again.');
    return exit.failed;
  }
  if (data) process.env.ATELIER_DATA_DIR = data;
  await import(bundle);
  // It ends with its client: when standard input closes.
  return new Promise<number>(() => undefined);
};
