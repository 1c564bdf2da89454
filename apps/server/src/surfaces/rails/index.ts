import { join } from 'node:path';
import { type railsCommands, railsStream } from '@atelier/contracts';
import { redactPlaces } from '@atelier/rails/console';
import type { CreateSurface, Handlers } from '../surface.ts';
import { createAuthoringCommands } from './authoring-commands.ts';
import { createMcpMount } from './mcp-mount.ts';
import { createPersonCommands } from './person-commands.ts';
import { createPortability } from './portability.ts';
import { createRetention } from './retention.ts';
import { createSessionCommands } from './session-commands.ts';
import { createSessionIndex } from './session-index.ts';
import { configHash, createSettingsCommands } from './settings-commands.ts';

/** WorkRail's Console: looks at every session and changes nothing that happened in one. */
export const createRailsSurface: CreateSurface = (kit) => {
  const { version } = kit.about;
  const store = kit.runs.open();
  const index = createSessionIndex(store, kit.deltas, (cause) => kit.onFault(cause, 'session list'));
  const retention = createRetention(store, index, (cause) => kit.onFault(cause, 'session retention'));
  const portability = createPortability({
    store,
    index,
    version,
    appliedConfigHash: configHash(store.applied),
    folder: join(kit.about.dataFolder, 'cache', 'rails-uploads'),
  });
  const mcp = createMcpMount({
    deps: kit.runs.deps,
    data: store.data,
    version,
    firmTexts: store.applied.flags.firmToolTexts,
    note: kit.note,
    onFault: (cause) => kit.onFault(cause, 'mcp'),
  });
  const handlers: Handlers<keyof typeof railsCommands> = {
    ...createSessionCommands(store, index),
    ...createPersonCommands(store, index),
    ...createAuthoringCommands(store, index),
    ...createSettingsCommands(store),
    ...portability.handlers,
  };
  return {
    handlers,
    streams: {
      [railsStream]: { follow: 'viewer' },
      session: {
        follow: 'viewer',
        show: ({ role }, _stream, event) => (role === 'admin' ? event : redactPlaces(event)),
      },
      console: { follow: 'viewer' },
    },
    routes: portability.routes,
    mcp: mcp.handler,
    start: async () => {
      await index.start();
      retention.start();
    },
    stop: async () => {
      retention.stop();
      index.stop();
      await portability.stop();
    },
  };
};
