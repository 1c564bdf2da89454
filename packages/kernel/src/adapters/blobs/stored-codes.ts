import type { ObjectRole } from '../../ports/object-store.ts';
import type { Encoding } from './encoding.ts';

/** Stored as their place in these lists, in packs as in rows: add to the end only. */
export const roles: readonly ObjectRole[] = ['bytes', 'recipe', 'tree'];
export const encodings: readonly Encoding[] = ['raw', 'zstd'];
