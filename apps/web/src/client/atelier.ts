import {
  type CommandClient,
  createCommandClient,
  eventsAddress,
  foldInstall,
  type InstallView,
  installStream,
  type ValueOf,
} from '@atelier/contracts';
import { createEventConnection, type EventConnection } from './event-connection.ts';
import { createProjection, type Projection } from './projection.ts';
import { openBrowserSocket } from './socket.ts';

export type InstallScreen = InstallView & { readonly about: ValueOf<'InstallGet'>['about'] };

/** Everything a screen may reach for beyond itself. */
export type Atelier = {
  readonly commands: CommandClient;
  readonly connection: EventConnection;
  readonly install: Projection<InstallScreen>;
};

export const createAtelier = (origin: string): Atelier => {
  const commands = createCommandClient({ origin });
  const connection = createEventConnection({
    openSocket: openBrowserSocket(`${origin.replace(/^http/, 'ws')}${eventsAddress}`),
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: Math.random,
    isSignedOut: async () => {
      const reply = await commands.InstallGet({});
      return !reply.ok && reply.error.code === 'UNAUTHENTICATED';
    },
  });
  const install = createProjection<InstallScreen>({
    stream: installStream,
    connection,
    load: async () => {
      const reply = await commands.InstallGet({});
      if (!reply.ok) return reply;
      const { view, seq, about } = reply.value;
      return { ok: true, value: { view: { ...view, about }, seq } };
    },
    fold: (view, event) => ({ ...view, ...foldInstall(view, event) }),
  });
  return { commands, connection, install };
};
