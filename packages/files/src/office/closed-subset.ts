import { copyFile } from 'node:fs/promises';
import { refusal } from '../tools/errors.ts';
import type { Change } from '../tools/kind-handler.ts';

/** The changes that were asked for; refused when one is unknown, or cannot stand without one that was left out. */
export const closedSubset = <Unit extends Change>(units: readonly Unit[], accepted: readonly string[]): Unit[] => {
  const chosen = new Set(accepted);
  for (const id of chosen) {
    const found = units.find((each) => each.id === id);
    if (!found) throw refusal('VALIDATION_FAILED', 'bad_selector', `${id.slice(0, 60)} is no change of this file.`);
    const missing = found.requires.filter((each) => !chosen.has(each));
    if (missing.length > 0) {
      throw refusal('VALIDATION_FAILED', 'dependent_change', `${id} cannot stand without ${missing.join(', ')}.`, {
        candidates: missing,
      });
    }
  }
  return units.filter(({ id }) => chosen.has(id));
};

/** One side as it is, byte for byte. */
export const copyWhole = async (
  source: { readonly file: string } | null,
  output: string,
): Promise<{ written: boolean }> => {
  if (!source) return { written: false };
  await copyFile(source.file, output);
  return { written: true };
};
