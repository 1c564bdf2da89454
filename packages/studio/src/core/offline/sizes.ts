import { tokensOf, variantsOf } from '../language/normalise.ts';
import type { Piece } from './lex.ts';

export type Axis = 'widthMm' | 'heightMm' | 'depthMm';
export type Growth = { readonly axes: readonly Axis[]; readonly byMm?: number; readonly byBps?: number };

export type SizesRead = {
  readonly dims: Partial<Record<Axis, number>>;
  readonly grow: readonly Growth[];
  /** "Taller", without saying by how much. */
  readonly vague: readonly Growth[];
  /** A single measure whose side nobody named: it was taken for the width. */
  readonly isGuess: boolean;
  readonly used: ReadonlySet<number>;
};

const setOf = (list: string): ReadonlySet<string> => new Set(tokensOf(list));
const units: readonly (readonly [ReadonlySet<string>, number])[] = [
  [setOf('mm ממ מילימטר millimeter millimeters'), 1],
  [setOf('cm סמ סנט סנטים סנטימטר סנטימטרים centimeter centimeters centimetre centimetres'), 10],
  [setOf('m מ מטר מטרים meter meters metre metres'), 1_000],
];
const axisWords: readonly (readonly [ReadonlySet<string>, Axis])[] = [
  [setOf('width wide רוחב אורך length long ארוך'), 'widthMm'],
  [setOf('height high tall גובה'), 'heightMm'],
  [setOf('depth deep עומק'), 'depthMm'],
];
const all: readonly Axis[] = ['widthMm', 'heightMm', 'depthMm'];
const growing: readonly (readonly [ReadonlySet<string>, readonly Axis[], 1 | -1])[] = [
  [setOf('taller higher גבוה גבוהה'), ['heightMm'], 1],
  [setOf('lower shorter נמוך נמוכה'), ['heightMm'], -1],
  [setOf('wider broader longer רחב רחבה ארוך ארוכה'), ['widthMm'], 1],
  [setOf('narrower צר צרה קצר קצרה'), ['widthMm'], -1],
  [setOf('deeper עמוק עמוקה'), ['depthMm'], 1],
  [setOf('bigger larger גדול גדולה'), all, 1],
  [setOf('smaller קטן קטנה'), all, -1],
];
const more = setOf('more יותר much בהרבה קצת a bit little');
const by = setOf('x by על');
const between = setOf('of is be to at the a ב ל של יהיה תהיה להיות');

const isIn = (piece: Piece | undefined, words: ReadonlySet<string>): boolean =>
  piece?.kind === 'word' && variantsOf(piece.text).some((form) => words.has(form));
const isBy = (piece: Piece | undefined): boolean =>
  isIn(piece, by) || (piece?.kind === 'mark' && (piece.text === '×' || piece.text === '*'));
export const isUnit = (piece: Piece | undefined): boolean => units.some(([words]) => isIn(piece, words));
export const axisAt = (piece: Piece | undefined): Axis | undefined =>
  axisWords.find(([words]) => isIn(piece, words))?.[1];

export type Measure = {
  readonly from: number;
  readonly to: number;
  readonly milli: number;
  readonly unit?: number;
  /** "+20 ס״מ": so much more. */
  readonly isMore?: true;
};

/** Which sizes a request names: "3 על 2.4 מטר", "רוחב 320", "20 cm higher". Pieces that were read are told. */
export const readSizes = (pieces: readonly Piece[], isGround: boolean, sideOfVerb?: Axis): SizesRead => {
  const used = new Set<number>();
  const dims: Partial<Record<Axis, number>> = {};
  const grow: Growth[] = [];
  const vague: Growth[] = [];
  let isGuess = false;
  const measures = measuresIn(pieces);
  const use = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) used.add(at);
  };

  const chained = chains(pieces, measures);
  for (const chain of chained) {
    const order: readonly Axis[] = isGround ? ['widthMm', 'depthMm', 'heightMm'] : all;
    const unit = chain.findLast((each) => each.unit !== undefined)?.unit;
    chain.forEach((measure, at) => {
      const axis = order[at];
      if (axis) dims[axis] = millimetres(measure, measure.unit ?? unit);
    });
    use(chain[0]?.from ?? 0, chain.at(-1)?.to ?? 0);
  }

  for (const measure of measures) {
    if (used.has(measure.from)) continue;
    if (measure.isMore) {
      const side =
        axisNear(pieces, measure, used) ?? (sideOfVerb && { axis: sideOfVerb, from: measure.from, to: measure.to });
      if (!side) continue;
      grow.push({ axes: [side.axis], byMm: millimetres(measure, measure.unit) });
      use(Math.min(side.from, measure.from), Math.max(side.to, measure.to));
      continue;
    }
    const growth = growthNear(pieces, measure);
    if (growth) {
      grow.push({ axes: growth.axes, byMm: growth.sign * millimetres(measure, measure.unit) });
      use(Math.min(growth.from, measure.from), Math.max(growth.to, measure.to));
      continue;
    }
    const axis = axisNear(pieces, measure, used) ?? axisApart(pieces, measures, measure, used);
    if (axis && 'alone' in axis) {
      dims[axis.axis] = millimetres(measure, measure.unit);
      use(axis.alone, axis.alone + 1);
      use(measure.from, measure.to);
    } else if (axis) {
      dims[axis.axis] = millimetres(measure, measure.unit);
      use(axis.from, axis.to);
    } else if (sideOfVerb && measures.length === 1) {
      dims[sideOfVerb] = millimetres(measure, measure.unit);
      use(measure.from, measure.to);
    } else if (measure.unit !== undefined) {
      isGuess ||= dims.widthMm === undefined;
      dims.widthMm ??= millimetres(measure, measure.unit);
      use(measure.from, measure.to);
    }
  }
  readGrowth(pieces, used, grow, vague);
  return { dims, grow, vague, isGuess, used };
};

export const measuresIn = (pieces: readonly Piece[]): readonly Measure[] =>
  pieces.flatMap((piece, at): readonly Measure[] => {
    const more = piece.text === '±' ? /^[+](\d+(?:[.]\d{1,3})?)$/.exec(piece.raw)?.[1] : undefined;
    if (more !== undefined) {
      const unit = units.find(([words]) => isIn(pieces[at + 1], words))?.[1];
      return unit === undefined
        ? []
        : [{ from: at, to: at + 2, milli: Math.round(Number(more) * 1_000), unit, isMore: true }];
    }
    // "בגובה מטר": one of the unit.
    const bare = axisAt(pieces[at - 1]) && units.find(([words]) => isIn(piece, words))?.[1];
    if (bare !== undefined) return [{ from: at, to: at + 1, milli: 1_000, unit: bare }];
    if (piece.kind !== 'number' || isPercent(pieces, at + 1) || isMoney(pieces, at)) return [];
    const unit = units.find(([words]) => isIn(pieces[at + 1], words))?.[1];
    return [
      { from: at, to: at + (unit === undefined ? 1 : 2), milli: piece.milli, ...(unit === undefined ? {} : { unit }) },
    ];
  });

/** Two or three measures with "by" between them. */
const chains = (pieces: readonly Piece[], measures: readonly Measure[]): readonly (readonly Measure[])[] => {
  const found: Measure[][] = [];
  for (const measure of measures) {
    if (measure.isMore) continue;
    const open = found.at(-1);
    const last = open?.at(-1);
    if (open && last && last.to + 1 === measure.from && isBy(pieces[last.to])) open.push(measure);
    else found.push([measure]);
  }
  return found.filter((chain) => chain.length > 1 && chain.length <= 3);
};

/** In what people of the trade write without a unit: up to 20 are metres, up to 1,000 centimetres, more millimetres. */
export const millimetres = ({ milli }: Measure, unit: number | undefined): number => {
  const factor = unit ?? (milli <= 20_000 ? 1_000 : milli <= 1_000_000 ? 10 : 1);
  return Math.round((milli * factor) / 1_000);
};

const axisNear = (pieces: readonly Piece[], { from, to }: Measure, used: ReadonlySet<number>) => {
  let before = from - 1;
  while (before >= 0 && isIn(pieces[before], between) && !axisAt(pieces[before])) before -= 1;
  const axis = used.has(before) ? undefined : axisAt(pieces[before]);
  if (axis) return { axis, from: before, to };
  const after = axisAt(pieces[to]);
  return after ? { axis: after, from, to: to + 1 } : undefined;
};

/** "תשנה את גובה הבמה ל-40 ס״מ": one side is named and one figure is said, with the name of the thing between them. */
const axisApart = (
  pieces: readonly Piece[],
  measures: readonly Measure[],
  measure: Measure,
  used: ReadonlySet<number>,
): { readonly axis: Axis; readonly alone: number } | undefined => {
  if (measures.length !== 1) return undefined;
  const [at, ...others] = pieces.flatMap((piece, nth) => (!used.has(nth) && axisAt(piece) ? [nth] : []));
  const axis = at === undefined ? undefined : axisAt(pieces[at]);
  return axis && at !== undefined && others.length === 0 && at < measure.from ? { axis, alone: at } : undefined;
};

const growthAt = (pieces: readonly Piece[], at: number) => {
  const found = growing.find(([words]) => isIn(pieces[at], words));
  return found && { axes: found[1], sign: found[2] };
};

/** "20 cm higher", "20 ס״מ יותר גבוה", "יותר גבוה ב-20 ס״מ". */
const growthNear = (pieces: readonly Piece[], { from, to }: { readonly from: number; readonly to: number }) => {
  const skip = isIn(pieces[to], more) ? 1 : 0;
  const after = growthAt(pieces, to + skip);
  if (after && (skip === 1 || isEnglish(pieces[to + skip]))) return { ...after, from, to: to + skip + 1 };
  const lead = isIn(pieces[from - 1], between) || isBy(pieces[from - 1]) ? 2 : 1;
  const before = growthAt(pieces, from - lead);
  if (!before) return undefined;
  const start = from - lead - (isIn(pieces[from - lead - 1], more) ? 1 : 0);
  return start < from - lead || isEnglish(pieces[from - lead]) ? { ...before, from: start, to } : undefined;
};

const isEnglish = (piece: Piece | undefined): boolean => /^[a-z]/.test(piece?.text ?? '');

const readGrowth = (pieces: readonly Piece[], used: Set<number>, grow: Growth[], vague: Growth[]): void => {
  pieces.forEach((piece, at) => {
    if (piece.kind === 'number' && isPercent(pieces, at + 1)) {
      const growth = growthNear(pieces, { from: at, to: at + 2 });
      if (!growth) return;
      grow.push({ axes: growth.axes, byBps: growth.sign * Math.round(piece.milli / 10) });
      for (let each = growth.from; each < growth.to; each += 1) used.add(each);
    }
  });
  pieces.forEach((_, at) => {
    const growth = used.has(at) ? undefined : growthAt(pieces, at);
    if (!growth || (!isIn(pieces[at - 1], more) && !isEnglish(pieces[at]))) return;
    vague.push({ axes: growth.axes, byBps: growth.sign * 1_000 });
    used.add(at);
    for (let before = at - 1; isIn(pieces[before], more); before -= 1) used.add(before);
  });
};

const percentWords = setOf('percent אחוז אחוזים');
export const isPercent = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.text === '%' || isIn(pieces[at], percentWords);

const moneyWords = setOf('שקל שקלים שח ils nis shekel shekels');
/** A sum: a currency mark before the number, or its name after it. */
export const isMoney = (pieces: readonly Piece[], at: number): boolean =>
  pieces[at]?.kind === 'number' &&
  (pieces[at - 1]?.text === '₪' || pieces[at + 1]?.text === '₪' || isIn(pieces[at + 1], moneyWords));
