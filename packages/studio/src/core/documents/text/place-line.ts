import { type Levels, mirrorOf, pieceKind, visualOrder } from './bidi.ts';
import { isFormat } from './isolate.ts';

/** One character of a broken line. `order` is its place in reading order, `x` its left edge on the page. */
type PlacedChar = {
  readonly order: number;
  readonly char: string;
  readonly shape: string;
  readonly level: number;
  readonly x: number;
  readonly width: number;
};

/** A glyph to draw: `means` is what an extractor must read, which for a mirrored bracket is not what is drawn. */
export type PlacedGlyph = {
  readonly x: number;
  readonly width: number;
  readonly shape: string;
  readonly means: string;
};

export type PlacedLine = { readonly width: number; readonly glyphs: readonly PlacedGlyph[] };

type Line = { readonly text: string; readonly levels: Levels; readonly from: number; readonly to: number };

/** Where each character of one line stands, and in which order it is written. */
export const placeLine = (
  line: Line,
  widthOf: (char: string) => number,
  /** Whether readers take the line from right to left: the file says so, or the line is Hebrew. */
  isReadRtl: boolean,
): PlacedLine => {
  const { chars, width } = placeChars(line, widthOf);
  return { width, glyphs: inWritingOrder(chars, isReadRtl) };
};

const placeChars = ({ text, levels, from, to }: Line, widthOf: (char: string) => number) => {
  const leftOf = new Map<number, number>();
  let pen = 0;
  for (const at of visualOrder(text, levels, from, to)) {
    leftOf.set(at, pen);
    const char = text[at] ?? '';
    if (!isFormat(char)) pen += widthOf(char);
  }
  const chars: PlacedChar[] = [];
  for (let at = from; at <= to; at += 1) {
    const char = text[at] ?? '';
    if (isFormat(char)) continue;
    const level = levels.levels[at] ?? 0;
    const shape = (level % 2 === 1 && mirrorOf(char)) || char;
    chars.push({ order: chars.length, char, shape, level, x: leftOf.get(at) ?? 0, width: widthOf(char) });
  }
  return { chars, width: pen };
};

type Piece = { readonly kind: ReturnType<typeof pieceKind>; readonly chars: PlacedChar[] };

/**
 * A line is one show operator (TJ). PDFium keeps the order inside it, cuts it into pieces of one kind, turns the
 * right-to-left ones round and, reading from right to left, begins with the last. So that it reads what was meant,
 * pieces are written in the order that this undoes; poppler goes by place alone and does not mind.
 */
const inWritingOrder = (chars: readonly PlacedChar[], isRtl: boolean): readonly PlacedGlyph[] => {
  const sideOf = sidesOfNeutrals(chars, isRtl ? 'R' : 'L');
  const isTurned = (piece: Piece): boolean =>
    piece.kind === 'R' || (piece.kind === 'N' && sideOf.get(piece.chars[0]?.order ?? -1) === 'R');
  const pieces = piecesOf(chars);
  const written = (isRtl ? pieces.reverse() : pieces).flatMap((piece) =>
    isTurned(piece) ? piece.chars.reverse() : piece.chars,
  );
  return written.map(({ order, x, width, shape, char }) => ({
    x,
    width,
    shape,
    means: sideOf.get(order) === 'R' ? (mirrorOf(char) ?? char) : char,
  }));
};

/** A neutral takes the side of the strong piece before it. */
const sidesOfNeutrals = (chars: readonly PlacedChar[], first: 'R' | 'L'): ReadonlyMap<number, 'R' | 'L'> => {
  const sideOf = new Map<number, 'R' | 'L'>();
  let side = first;
  for (const { kind, chars: inPiece } of piecesOf(chars)) {
    if (kind === 'R' || kind === 'L') side = kind;
    else if (kind === 'N') for (const { order } of inPiece) sideOf.set(order, side);
  }
  return sideOf;
};

const piecesOf = (chars: readonly PlacedChar[]): Piece[] => {
  const pieces: Piece[] = [];
  for (const char of chars) {
    const kind = pieceKind(char.char);
    const last = pieces.at(-1);
    if (last?.kind === kind) last.chars.push(char);
    else pieces.push({ kind, chars: [char] });
  }
  return pieces;
};
