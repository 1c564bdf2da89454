import type { Ended } from '@atelier/server/testing';
import { run } from '../index.ts';

/**
 * `atelier …` in this process, told what a process of its own would be told. Starting one takes longer than most
 * commands do; a test that is about what a command says and does needs it for one of them, not for each.
 */
export const runHere = async (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> => {
  const said = { out: '', err: '' };
  const code = await run(args, {
    platform: process.platform,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    out: (line) => {
      said.out += `${line}\n`;
    },
    err: (line) => {
      said.err += `${line}\n`;
    },
  });
  return { code, ...said };
};
