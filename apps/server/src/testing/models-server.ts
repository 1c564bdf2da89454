import type { EventLog } from '@atelier/kernel';
import { type Doubles, startDoubles } from '@atelier/models/testing';
import { onTestFinished } from 'vitest';
import type { ModelsOptions } from '../services/models.ts';
import { surfaces } from '../surfaces/index.ts';
import { createModelsSurface } from '../surfaces/models/index.ts';
import type { CreateSurface } from '../surfaces/surface.ts';
import { type ChatWatch, watchChat } from './chat-watch.ts';
import { startTestServer, type TestServer } from './test-server.ts';

export type ModelsServer = TestServer & {
  readonly doubles: Doubles;
  readonly drop: (name: string, bytes: Uint8Array | string) => Promise<number>;
  readonly fetchFile: (name: string) => Promise<Buffer>;
  readonly watch: () => Promise<ChatWatch>;
};

/** A real server whose providers are doubles that speak the real wire formats over TLS, through the gate. */
export const startModelsServer = async (
  options: Partial<ModelsOptions> & {
    readonly dataFolder?: string;
    readonly databaseUrl?: string;
    readonly doubles?: Doubles;
    /** The log as the surface meets it. */
    readonly withLog?: (log: EventLog) => EventLog;
  } = {},
): Promise<ModelsServer> => {
  const { dataFolder, databaseUrl, doubles: given, withLog = (log) => log, ...rest } = options;
  const doubles = given ?? (await startDoubles());
  if (!given) onTestFinished(() => doubles.close());
  const test = await startTestServer({
    models: { dispatcher: doubles.dispatcher, keychain: null, environment: {}, random: () => 0, ...rest },
    surfaces: surfaces.map(
      (create): CreateSurface =>
        create === createModelsSurface ? (kit) => create({ ...kit, log: withLog(kit.log) }) : create,
    ),
    ...(dataFolder !== undefined && { dataFolder }),
    ...(databaseUrl !== undefined && { databaseUrl }),
  });
  const { server, cookie, client } = test;
  const address = (name: string) => `${server.origin}/chat-files/${encodeURIComponent(name)}`;
  const headers = { cookie, origin: server.origin };
  return {
    ...test,
    doubles,
    drop: async (name, bytes) =>
      (
        await fetch(address(name), {
          method: 'PUT',
          headers,
          body: typeof bytes === 'string' ? bytes : Buffer.from(bytes),
        })
      ).status,
    fetchFile: async (name) => Buffer.from(await (await fetch(address(name), { headers })).arrayBuffer()),
    watch: () => watchChat(server.origin, cookie, client),
  };
};
