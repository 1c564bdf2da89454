import type { Shift } from '../edit/shift/axis-shift.ts';
import { lexFormula } from '../formula/lexer.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { columnLetters } from '../ref.ts';
import type { Alignment } from './align-lines.ts';
import { runs, type SheetCompared } from './diff-sheet.ts';

/** Rows or columns of one sheet that came and went, and nothing that moved. */
export type LineMoves = {
  readonly before: string;
  readonly after: string;
  readonly axis: Shift['axis'];
  readonly inserted: readonly number[];
  readonly deleted: readonly number[];
};

/** One line (or, where there are very many, one run of lines) that can be accepted alone. */
export type LineUnit = {
  readonly id: string;
  readonly label: string;
  readonly moves: LineMoves;
  readonly status: 'inserted' | 'deleted';
  readonly from: number;
  readonly to: number;
};

const MOST_SINGLE = 1_000;

export const movesOf = ({ pair, rows, columns }: SheetCompared): LineMoves[] =>
  (
    [
      ['row', rows],
      ['column', columns],
    ] as const
  ).flatMap(([axis, alignment]: readonly [Shift['axis'], Alignment | undefined]) =>
    alignment
      ? [
          {
            before: pair.before.name,
            after: pair.after.name,
            axis,
            inserted: alignment.inserted,
            deleted: alignment.deleted,
          },
        ]
      : [],
  );

export const unitsOf = (moves: readonly LineMoves[]): LineUnit[] => {
  const total = moves.reduce((sum, { inserted, deleted }) => sum + inserted.length + deleted.length, 0);
  const grouped = (numbers: readonly number[]) =>
    total > MOST_SINGLE ? runs(numbers) : numbers.map((number) => ({ from: number, to: number }));
  return moves.flatMap((each) =>
    (['deleted', 'inserted'] as const).flatMap((status) =>
      grouped(each[status]).map(({ from, to }) => unitOf(each, status, from, to)),
    ),
  );
};

const unitOf = (moves: LineMoves, status: LineUnit['status'], from: number, to: number): LineUnit => {
  const name = (number: number) => (moves.axis === 'row' ? String(number) : columnLetters(number));
  const span = from === to ? name(from) : `${name(from)}:${name(to)}`;
  const short = moves.axis === 'row' ? 'row' : 'col';
  const word = `${moves.axis === 'row' ? 'Row' : 'Column'}${from === to ? '' : 's'}`;
  return {
    id: `${short}${status === 'inserted' ? '+' : '-'}:${status === 'inserted' ? moves.after : moves.before}!${span}`,
    label: `${word} ${span} ${status} in ${moves.after}`,
    moves,
    status,
    from,
    to,
  };
};

/** How the two numberings turn into that of a file with only some of the lines accepted. */
export type Passage = { readonly fromReference: readonly Shift[]; readonly fromDraft: readonly Shift[] };

export const passageOf = (moves: LineMoves, accepted: ReadonlySet<string>, units: readonly LineUnit[]): Passage => {
  const chosen = (status: LineUnit['status'], number: number) =>
    units.some(
      (it) => it.moves === moves && it.status === status && it.from <= number && number <= it.to && accepted.has(it.id),
    );
  const split = (status: LineUnit['status']) => {
    const numbers = moves[status].toSorted((a, b) => a - b);
    return [numbers.filter((it) => chosen(status, it)), numbers.filter((it) => !chosen(status, it))] as const;
  };
  const [insertedIn, insertedOut] = split('inserted');
  const [deletedIn, deletedOut] = split('deleted');
  const below = (numbers: readonly number[], bound: number) => numbers.filter((it) => it < bound).length;
  // The number of the line of the draft behind a line that was deleted; lines inserted at that very place come first.
  const followerOf = (gone: number): number => {
    let at = gone - below(moves.deleted, gone);
    for (const made of moves.inserted.toSorted((a, b) => a - b)) if (made <= at) at++;
    return at;
  };
  const followers = deletedOut.map(followerOf);
  const placeOfInserted = (made: number) =>
    made - below(insertedOut, made) + followers.filter((it) => it <= made).length;
  const placeOfDeleted = (index: number) => {
    const follower = followers[index] ?? 0;
    return follower - below(insertedOut, follower) + index;
  };
  const shifts = (numbers: readonly number[], kind: Shift['kind']): Shift[] =>
    runs(numbers).map(({ from, to }) => ({ axis: moves.axis, at: from, count: to - from + 1, kind }));
  return {
    fromReference: [...shifts(deletedIn, 'delete').reverse(), ...shifts(insertedIn.map(placeOfInserted), 'insert')],
    fromDraft: [
      ...shifts(insertedOut, 'delete').reverse(),
      ...shifts(
        deletedOut.map((_, index) => placeOfDeleted(index)),
        'insert',
      ),
    ],
  };
};

/** Lines a formula of the later file cannot do without: it names cells that stand on nothing else. */
export const linesNeededBy = (formula: string, home: string, units: readonly LineUnit[]): string[] => {
  const refs = (lexFormula(formula) ?? []).filter((token) => token.kind === 'ref');
  return units
    .filter(({ status }) => status === 'inserted')
    .filter(({ moves, from, to }) =>
      refs.some((token) => {
        const named = token.prefix === '' ? home : sheetsOfPrefix(token.prefix)?.[0];
        if (named?.toLowerCase() !== moves.after.toLowerCase()) return false;
        const ends = [token.from[moves.axis], (token.to ?? token.from)[moves.axis]];
        // A range that begins or ends on a new line would begin or end elsewhere without it.
        return ends.some((it) => it >= from && it <= to);
      }),
    )
    .map(({ id }) => id);
};
