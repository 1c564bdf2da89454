import { type CommandClient, createCommandClient } from '@atelier/contracts';
import { err, ok, type Result } from '@atelier/kernel/core';
import { readInstallToken } from './keys.ts';
import { type Running, readRunning } from './running.ts';

export type Reached = { readonly client: CommandClient; readonly running: Running };

/** Finds the server that runs on a data folder; the install token in the folder is what lets us speak to it. */
export const askRunning = async (dataFolder: string): Promise<Result<Reached, { readonly code: 'NOT_RUNNING' }>> => {
  const [token, running] = await Promise.all([readInstallToken(dataFolder), readRunning(dataFolder)]);
  if (token === undefined || running === undefined) return err({ code: 'NOT_RUNNING' });
  const client = createCommandClient({
    origin: `http://127.0.0.1:${running.port}`,
    headers: { authorization: `Bearer ${token}` },
  });
  // A note outlives a killed server, and its port may be somebody else's by now: only an answer proves it.
  const answer = await client.InstallGet({}, { signal: AbortSignal.timeout(5_000) });
  const alive = answer.ok || answer.error.code === 'STORE_UNHEALTHY';
  return alive ? ok({ client, running }) : err({ code: 'NOT_RUNNING' });
};
