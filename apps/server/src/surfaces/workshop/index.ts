import { type CommandName, workshopCommands } from '@atelier/contracts';
import { SurfaceUnavailable } from '../assemble.ts';
import type { CreateSurface } from '../surface.ts';

/** Workbenches. Until its handlers are there, each of its commands says that the surface is not available. */
export const createWorkshopSurface: CreateSurface = () => {
  const unavailable = () => Promise.reject(new SurfaceUnavailable('workshop'));
  const names = Object.keys(workshopCommands) as CommandName[];
  return { handlers: Object.fromEntries(names.map((name) => [name, unavailable])), streams: {} };
};
