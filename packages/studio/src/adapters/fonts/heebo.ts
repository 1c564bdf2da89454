import { readFile } from 'node:fs/promises';
import { readTrueType, type TrueType } from './true-type.ts';

export type FontPair = { readonly regular: TrueType; readonly bold: TrueType };

let loaded: Promise<FontPair> | undefined;

/** Heebo in two weights: Hebrew, Latin and ₪, all digits equally wide. Read once; its licence lies beside it. */
export const loadHeebo = (): Promise<FontPair> => {
  loaded ??= read();
  return loaded;
};

const read = async (): Promise<FontPair> => {
  const [regular, bold] = await Promise.all(['heebo-regular.ttf', 'heebo-bold.ttf'].map(readFont));
  if (!regular || !bold) throw new Error('A font file is missing.');
  return { regular, bold };
};

const readFont = async (name: string): Promise<TrueType> =>
  readTrueType(await readFile(new URL(`../../../fonts/${name}`, import.meta.url)));
