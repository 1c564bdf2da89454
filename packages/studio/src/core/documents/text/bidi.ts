import * as bidiModule from 'bidi-js';

type Levels = { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] };
type Bidi = {
  readonly getEmbeddingLevels: (text: string, base: Direction | 'auto') => Levels;
  readonly getReorderedIndices: (text: string, levels: Levels, from: number, to: number) => readonly number[];
  readonly getBidiCharTypeName: (char: string) => string;
  readonly getMirroredCharacter: (char: string) => string | null;
};

export type Direction = 'rtl' | 'ltr';
export type { Levels };

// The package is CommonJS whose types speak of a default export: what arrives is the factory itself.
const bidi = (bidiModule as unknown as { readonly default: () => Bidi }).default();

export const levelsOf = (text: string, base: Direction): Levels => bidi.getEmbeddingLevels(text, base);

/** The indices `from`…`to` (both included) as they stand on the page, from the left. */
export const visualOrder = (text: string, levels: Levels, from: number, to: number): readonly number[] =>
  bidi.getReorderedIndices(text, levels, from, to).slice(from, to + 1);

export const mirrorOf = (char: string): string | null => bidi.getMirroredCharacter(char);

/** Right, left, weak or neutral: the four classes by which PDFium cuts a line into pieces. */
export const pieceKind = (char: string): 'R' | 'L' | 'W' | 'N' => {
  const type = bidi.getBidiCharTypeName(char);
  if (type === 'R' || type === 'AL') return 'R';
  if (type === 'L') return 'L';
  return weak.has(type) ? 'W' : 'N';
};

const weak: ReadonlySet<string> = new Set(['EN', 'AN', 'NSM', 'CS', 'ES', 'ET', 'BN']);

/** The direction of the first letter that has one. */
export const firstStrongDirection = (text: string, otherwise: Direction): Direction => {
  for (const char of text) {
    const kind = pieceKind(char);
    if (kind === 'R') return 'rtl';
    if (kind === 'L') return 'ltr';
  }
  return otherwise;
};
