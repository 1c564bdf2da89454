import type { Change } from '../tools/kind-handler.ts';
import type { Block } from './align.ts';

type Units = { readonly bytes: readonly Buffer[] };

/** A record that is as it was, in another place: its units on both sides, and the pieces that hold them. */
export type Move = {
  readonly from: number;
  readonly to: number;
  /** Places in the list of pieces. */
  readonly left: number;
  readonly joined: number;
};

/** Records that one piece takes away and another brings back. How the last line of a file ends is no difference. */
export const movesOf = (pieces: readonly Block[], before: Units, after: Units): readonly Move[] => {
  const gone = new Map<string, { readonly unit: number; readonly piece: number }[]>();
  for (const [piece, { oldFrom, oldTo }] of pieces.entries()) {
    for (let unit = oldFrom; unit < oldTo; unit++) {
      const text = textOf(before, unit);
      if (text === '') continue;
      const places = gone.get(text) ?? [];
      places.push({ unit, piece });
      gone.set(text, places);
    }
  }
  if (gone.size === 0) return [];
  return pieces.flatMap(({ newFrom, newTo }, piece) =>
    Array.from({ length: newTo - newFrom }, (_, at) => newFrom + at).flatMap((unit): Move[] => {
      const was = gone.get(textOf(after, unit))?.shift();
      return was === undefined ? [] : [{ from: was.unit, to: unit, left: was.piece, joined: piece }];
    }),
  );
};

const textOf = ({ bytes }: Units, unit: number): string =>
  (bytes[unit] ?? Buffer.alloc(0)).toString('latin1').replace(/[\r\n]+$/, '');

/** Pieces between which something moves are kept or dropped together: all require the first, and it requires all. */
export const together = <Piece extends Change>(
  pieces: readonly Piece[],
  links: readonly { readonly left: number; readonly joined: number }[],
): readonly Piece[] => {
  const leader = pieces.map((_, at) => at);
  const leaderOf = (at: number): number => {
    let found = at;
    while (leader[found] !== found) found = leader[found] ?? found;
    leader[at] = found;
    return found;
  };
  for (const { left, joined } of links) {
    const [a, b] = [leaderOf(left), leaderOf(joined)];
    leader[Math.max(a, b)] = Math.min(a, b);
  }
  const followers = new Map<number, string[]>();
  for (const [at, { id }] of pieces.entries()) {
    const first = leaderOf(at);
    if (first === at) continue;
    const others = followers.get(first) ?? [];
    others.push(id);
    followers.set(first, others);
  }
  if (followers.size === 0) return pieces;
  return pieces.map((piece, at) => {
    const first = leaderOf(at);
    const requires = first === at ? (followers.get(at) ?? []) : [pieces[first]?.id ?? ''];
    return requires.length === 0 ? piece : { ...piece, requires };
  });
};
