import data from './models.json' with { type: 'json' };
import { type ModelEntry, Registry } from './registry.ts';

/** The models this build knows, from its data file. People add and change entries in Settings. */
export const bundledModels: readonly ModelEntry[] = Registry.parse(data).models;
