import { egressStream, modelsStream } from '@atelier/contracts';
import type { CreateSurface } from '../surface.ts';
import { createChatLab } from './chat/index.ts';
import { createSettingsCommands } from './settings-commands.ts';

/** Providers, keys, the registry, consent and the ledger; and the chat lab, where any of it can be tried. */
export const createModelsSurface: CreateSurface = (kit) => {
  const lab = createChatLab(kit, kit.models);
  return {
    handlers: { ...createSettingsCommands(kit.models), ...lab.handlers },
    streams: {
      [modelsStream]: { follow: 'member' },
      [egressStream]: { follow: 'member' },
      chat: { follow: 'member' },
      // The loop's own state, reasoning included.
      run: { follow: 'nobody' },
    },
    routes: lab.routes,
    start: lab.start,
    stop: lab.stop,
  };
};
