import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandClient } from '@atelier/contracts';
import { onTestFinished } from 'vitest';
import { type AtelierServer, createServer, type ServerOptions } from '../server.ts';
import { pageClient, signIn } from './tab.ts';
import { tempFolder } from './temp-folder.ts';

export type TestServer = {
  readonly server: AtelierServer;
  readonly dataFolder: string;
  readonly installToken: string;
  readonly cookie: string;
  readonly client: CommandClient;
};

/** A real server on a free port; stopped when the test is over. */
export const startOn = async (
  options: Partial<ServerOptions> = {},
): Promise<Pick<TestServer, 'server' | 'dataFolder' | 'installToken'>> => {
  const dataFolder = options.dataFolder ?? (await tempFolder());
  const started = await createServer({ port: 0, ...options, dataFolder });
  if (!started.ok) throw new Error(`The server did not start: ${started.error.code}`);
  const server = started.value;
  onTestFinished(() => server.stop());
  const installToken = (await readFile(join(dataFolder, 'keys', 'install-token'), 'utf8')).trim();
  return { server, dataFolder, installToken };
};

/** The same, with one browser signed in. */
export const startTestServer = async (options: Partial<ServerOptions> = {}): Promise<TestServer> => {
  const started = await startOn(options);
  const { server } = started;
  const cookie = await signIn(await server.link());
  return { ...started, cookie, client: pageClient(server.origin, cookie) };
};
