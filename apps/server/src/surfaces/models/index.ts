import { modelsStream } from '@atelier/contracts';
import type { CreateSurface } from '../surface.ts';
import { createChatLab } from './chat/index.ts';
import { createModelsDesk } from './models-desk.ts';
import type { ModelsOptions } from './options.ts';
import { createSettingsCommands } from './settings-commands.ts';

/** Providers, keys, the registry, consent and the ledger; and the chat lab, where any of it can be tried. */
export const modelsSurfaceWith =
  (options: ModelsOptions): CreateSurface =>
  (kit) => {
    const desk = createModelsDesk(kit, options);
    const lab = createChatLab(kit, desk, options.random ?? Math.random);
    return {
      handlers: { ...createSettingsCommands(desk), ...lab.handlers },
      streams: { [modelsStream]: { follow: 'member' }, chat: { follow: 'member' } },
      routes: lab.routes,
      start: lab.start,
      stop: async () => {
        await lab.stop();
        await desk.close();
      },
    };
  };

export const createModelsSurface: CreateSurface = modelsSurfaceWith({});
