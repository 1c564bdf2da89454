import type { Atelier } from '../client/atelier.ts';
import { surfaces } from '../surfaces/registry.ts';
import type { FoundItem } from '../surfaces/surface.ts';

/** Asks every surface at once. One that fails finds nothing; the others still answer. */
export const findEverywhere = async (atelier: Atelier, query: string): Promise<readonly FoundItem[]> => {
  const asked = surfaces.flatMap(({ find }) => (find === undefined ? [] : [find(atelier, query).catch(() => [])]));
  return (await Promise.all(asked)).flat();
};
