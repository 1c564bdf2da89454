import { type ClientCode, type CommandClient, createCommandClient, type EdgeCode } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import { readInstallToken } from './keys.ts';
import { ownCall } from './own-call.ts';
import { type Running, readRunning } from './running.ts';

export type Reached = { readonly client: CommandClient; readonly running: Running };

export type NotReached =
  | { readonly code: 'NOT_RUNNING' }
  /** It runs and says nothing: stopped by a debugger or a signal, or busy beyond measure. */
  | { readonly code: 'NOT_ANSWERING'; readonly running: Running };

/** Finds the server that runs on a data folder; the install token in the folder is what lets us speak to it. */
export const askRunning = async (dataFolder: string): Promise<Result<Reached, NotReached>> => {
  const [token, running] = await Promise.all([readInstallToken(dataFolder), readRunning(dataFolder)]);
  if (token === undefined || running === undefined) return err({ code: 'NOT_RUNNING' });
  const client = createCommandClient({
    origin: `http://127.0.0.1:${running.port}`,
    headers: { authorization: `Bearer ${token}` },
  });
  // A note outlives a killed server, and its port may be somebody else's by now: only an answer proves it.
  const answer = await client.InstallGet({}, { signal: AbortSignal.timeout(5_000) });
  // One whose database is away refuses, and runs all the same.
  if (answer.ok || !notOurs.has(answer.error.code)) return ok({ client, running });
  return err(
    answer.error.code === 'ABORTED' && isAlive(running.pid)
      ? { code: 'NOT_ANSWERING', running }
      : { code: 'NOT_RUNNING' },
  );
};

/** Whether a server runs on this folder, even one that says nothing: what it holds must not change under it. */
export const isServed = async (dataFolder: string): Promise<boolean> => {
  const reached = await askRunning(dataFolder);
  return reached.ok || reached.error.code === 'NOT_ANSWERING';
};

/** Answers that another program, or the server of another folder, may give as well; or none at all. */
const notOurs: ReadonlySet<string> = new Set([
  'UNREACHABLE',
  'BAD_REPLY',
  'ABORTED',
  'UNAUTHENTICATED',
  'FORBIDDEN_HOST',
  'FORBIDDEN_ORIGIN',
  'NOT_FOUND',
  'UNKNOWN_COMMAND',
] satisfies (EdgeCode | ClientCode)[]);

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Why a command that needs the running server cannot go on, and what to do. */
export const notReachedToSentence = (refused: NotReached, dataFolder: string): string => {
  const start = ownCall(dataFolder)('start');
  if (refused.code === 'NOT_RUNNING') return `No Atelier is running on ${dataFolder}. Start it with: ${start}`;
  const { pid, port } = refused.running;
  return `Atelier runs on ${dataFolder} (process ${pid}, port ${port}), but doesn’t answer. Wait a moment and try again. If it stays like this, end that process, then start Atelier again with: ${start}`;
};
