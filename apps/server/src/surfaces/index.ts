import { createInstallSurface } from './install/index.ts';
import { createLabSurface } from './lab/index.ts';
import { createModelsSurface } from './models/index.ts';
import { createPeopleSurface } from './people/index.ts';
import { createRailsSurface } from './rails/index.ts';
import { createStudioSurface } from './studio/index.ts';
import type { CreateSurface } from './surface.ts';
import { createWorkshopSurface } from './workshop/index.ts';

const named = (surface: string, create: CreateSurface): CreateSurface => Object.assign(create, { surface });

/** Every surface of the product: one folder, and one line here. */
export const surfaces: readonly CreateSurface[] = [
  named('install', createInstallSurface),
  named('people', createPeopleSurface),
  named('lab', createLabSurface),
  named('rails', createRailsSurface),
  named('models', createModelsSurface),
  named('workshop', createWorkshopSurface),
  named('studio', createStudioSurface),
];
