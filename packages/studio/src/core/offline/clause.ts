import type { Colour } from '../domain/index.ts';
import { isCodeWord, readColour, readColourCode } from '../language/colours.ts';
import { isGlue, isTurning, verbAt } from './change-words.ts';
import type { Piece } from './lex.ts';

/** Which pieces of a clause are accounted for. */
export type Account = { readonly pieces: readonly Piece[]; readonly used: Set<number> };

export const unusedIn = ({ pieces, used }: Account): readonly number[] =>
  pieces.flatMap((piece, at) => (used.has(at) || (isGlue(piece) && !isTurning(piece)) ? [] : [at]));

export const turningIn = ({ pieces, used }: Account): readonly number[] =>
  pieces.flatMap((piece, at) => (!used.has(at) && isTurning(piece) ? [at] : []));

export const useAll = ({ used }: Account, indexes: Iterable<number>): void => {
  for (const at of indexes) used.add(at);
};

/** The words of a run, as they were written. */
export const rawOf = ({ pieces }: Account, text: string, indexes: readonly number[]): string => {
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return '';
  return text.slice(pieces[first]?.from, pieces[last]?.to).replace(/\s+/g, ' ').trim();
};

/** Runs of neighbouring indexes; small words between two of them belong to the run. */
export const runsOf = ({ pieces, used }: Account, indexes: readonly number[]): readonly (readonly number[])[] => {
  const runs: number[][] = [];
  for (const at of indexes) {
    const open = runs.at(-1);
    const last = open?.at(-1);
    const joins =
      open !== undefined &&
      last !== undefined &&
      Array.from({ length: at - last - 1 }, (_, nth) => last + 1 + nth).every(
        (between) => !used.has(between) && pieces[between]?.kind === 'word' && isGlue(pieces[between]),
      );
    if (joins && last !== undefined) {
      for (let between = last + 1; between <= at; between += 1) open.push(between);
    } else runs.push([at]);
  }
  return runs;
};

/** Colours that are wanted; one after "not" or "instead of" is only told apart from them. */
export const readColours = (account: Account, text: string): readonly Colour[] => {
  const { pieces, used } = account;
  const tokens = pieces.map((piece) => (piece.kind === 'word' ? piece.text : '#'));
  const colours: Colour[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    if (used.has(at)) continue;
    const found = readColour(tokens, at);
    if (!found) continue;
    const before = tokens[at - 1] ?? '';
    const isContrast =
      ['לא', 'ולא', 'not', 'במקומ'].includes(before) || (before === 'of' && tokens[at - 2] === 'instead');
    if (!isContrast) colours.push(found.colour);
    const lead = !isContrast ? 0 : before === 'of' ? 2 : 1;
    for (let each = at - lead; each < at + found.length; each += 1) used.add(each);
    at += found.length - 1;
  }
  const code = colours.length === 0 ? readColourCode(text) : undefined;
  if (!code) return colours;
  pieces.forEach((piece, at) => {
    const isNumbered = isCodeWord(pieces[at - 1]?.text ?? '');
    const isSuffix = /^(c|u|cp|tcx)$/.test(piece.text) && pieces[at - 1]?.kind === 'number';
    if (piece.kind === 'code' || isCodeWord(piece.text) || isNumbered || isSuffix) used.add(at);
  });
  return [code];
};

/** Parts of a request that each ask for one thing: divided at marks, and where a further verb begins. */
export const clausesOf = (pieces: readonly Piece[]): readonly (readonly Piece[])[] => {
  const clauses: Piece[][] = [[]];
  let hasVerb = false;
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (!piece) continue;
    const open = clauses.at(-1) ?? [];
    const verb = verbAt(pieces, at);
    const isMark = piece.kind === 'mark' && ',;.!?\n'.includes(piece.text);
    // "The floor 15 cm, and add a ramp": what was said of a size is a thing of its own.
    const joined = verb && (hasVerb || open.some(({ kind }) => kind === 'number')) && isJoined(pieces, at, verb.verb);
    if (isMark || joined) {
      if (open.length > 0) clauses.push([]);
      hasVerb = false;
    }
    if (isMark) continue;
    if (verb) {
      hasVerb = hasVerb || verb.verb !== 'want';
      for (; at < verb.to; at += 1) push(clauses, pieces[at]);
      at -= 1;
    } else push(clauses, piece);
  }
  return clauses.filter((clause) => clause.some((piece) => piece.kind !== 'mark'));
};

const push = (clauses: Piece[][], piece: Piece | undefined): void => {
  if (piece) clauses.at(-1)?.push(piece);
};

/** "… and make …", "… ותצבע …": a second thing is asked. "במקום" belongs to what is being said. */
const isJoined = (pieces: readonly Piece[], at: number, verb: string): boolean =>
  verb !== 'swap' &&
  verb !== 'want' &&
  (pieces[at]?.text.startsWith('ו') || ['and', 'then', 'also', 'גמ'].includes(pieces[at - 1]?.text ?? ''));
