import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import type { ServerFrame, WireEvent } from '@atelier/contracts';
import { openTab, pageClient, signIn, type Tab } from '../../apps/server/src/testing/tab.ts';
import { workbenchOn } from '../../apps/server/src/testing/workshop.ts';
import type { ServerProcess } from '../../scripts/cluster/server-process.ts';
import type { PacedModel } from './paced-model.ts';

/** A run as a tab on one of the servers sees it. */
export type Watched = {
  readonly tab: Tab;
  readonly events: () => readonly WireEvent[];
  readonly until: (fits: (event: WireEvent) => boolean) => Promise<WireEvent>;
};

type EventFrame = Extract<ServerFrame, { event: WireEvent }>;
const isEvent = (frame: ServerFrame): frame is EventFrame => 'event' in frame;

const watch = async (origin: string, cookie: string, stream: string): Promise<Watched> => {
  const tab = await openTab(origin, cookie);
  tab.say({ subscribe: [{ stream, from: 0 }] });
  return {
    tab,
    events: () => tab.frames.filter(isEvent).map(({ event }) => event),
    until: async (fits) => (await tab.until((frame): frame is EventFrame => isEvent(frame) && fits(frame.event))).event,
  };
};

/** What the log calls a server. */
const serverIdOf = ({ folder }: ServerProcess): string =>
  createHash('sha256').update(`${hostname()}\0${folder}`).digest('hex').slice(0, 16);

/** Somebody who is signed in on every server of a cluster, with a model that any of them can reach. */
export const signInEverywhere = async (servers: readonly ServerProcess[], model: PacedModel) => {
  const [first] = servers;
  if (!first) throw new Error('there is no server');
  const cookie = await signIn(first.link);
  const client = pageClient(first.origin, cookie);
  const added = await client.EndpointAdd({ url: model.url });
  if (!added.ok) throw new Error(added.error.code);
  const modelId = added.value.endpoint.models[0]?.modelId ?? '';
  await client.UserSetConsentMode({ mode: 'allow_all', confirmed: true });

  return {
    clientOf: ({ origin }: ServerProcess) => pageClient(origin, cookie),
    watchOn: ({ origin }: ServerProcess, workbenchId: string) => watch(origin, cookie, `bench/${workbenchId}`),
    textOn: async ({ origin }: ServerProcess, workbenchId: string, path: string): Promise<string> => {
      const bench = workbenchOn({ server: { origin }, cookie, client });
      return String(await bench.bytes(workbenchId, path));
    },
    /** Orders a run, and tells which server took it up and which did not. */
    begin: async (running: readonly ServerProcess[]) => {
      const [server] = running;
      if (!server) throw new Error('there is no server');
      const own = pageClient(server.origin, cookie);
      const bench = workbenchOn({ server, cookie, client: own });
      const workbenchId = await bench.create({ 'a.txt': 'one\n' });
      await own.WorkshopSwitchModel({ workbenchId, modelId });
      const sent = await own.WorkshopSend({ workbenchId, text: 'Write the files', mode: 'agent' });
      if (!sent.ok) throw new Error(`${sent.error.code}: ${sent.error.message}`);
      const seen = await watch(server.origin, cookie, `bench/${workbenchId}`);
      const { data } = await seen.until(({ kind }) => kind === 'run.driven');
      seen.tab.close();
      const driver = running.find((each) => serverIdOf(each) === data.server);
      const other = running.find((each) => each !== driver);
      if (!driver || !other) throw new Error('nobody of these drives');
      return { workbenchId, driver, other };
    },
  };
};
