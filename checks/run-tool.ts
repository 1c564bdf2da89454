import { execFile } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Ran = { readonly code: number; readonly stdout: string; readonly output: string };

const bin = join(dirname(fileURLToPath(import.meta.url)), '..', 'node_modules', '.bin');

/** Runs one of our own tools in `cwd`; the exit code is data, a tool that cannot start is a fault. */
export const runTool = (cwd: string, tool: string, args: readonly string[]): Promise<Ran> =>
  new Promise((resolve, reject) => {
    // The tools are scripts that look for `node`: theirs must be the pinned one, whatever the caller's path says.
    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
      NO_COLOR: '1',
      FORCE_COLOR: '0',
    };
    execFile(join(bin, tool), args, { cwd, env, maxBuffer: 256 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') return reject(error);
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, output: `${stdout}\n${stderr}` });
    });
  });
