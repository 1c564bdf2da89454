import type { Condition } from './conditions.ts';
import { isSummable } from './quantities.ts';
import type { Measure, MeasureKind, Naming, Order, Strip, Vocabulary } from './question.ts';

export const takeGroups = (strip: Strip, name: Naming): readonly string[] => {
  const by: string[] = [];
  strip.text = strip.text.replace(/b_*c(?:_*(?:&_*b?|b)_*c(?!_*a))*/g, (all, at: number) => {
    for (const [on, tag] of [...all].entries()) if (tag === 'c') by.push(name(at + on));
    return '_'.repeat(all.length);
  });
  return [...new Set(by)];
};

type Best = { readonly by: string; readonly measure: Measure; readonly direction: 'ASC' | 'DESC' };

/** "Which month had the highest total amount", "which region sold the most units", "which doctor has the most visits". */
export const takeBest = (
  strip: Strip,
  name: Naming,
  isNumber: (column: string) => boolean,
): Best | 'unclear' | undefined => {
  let best: Best | 'unclear' | undefined;
  strip.text = strip.text.replace(/h[_yrz]*c[_yrz]*a(?:[_y]*a)?(?:[_ykrz]*c(?![_y]*a)|[_yk]*r)/, (all, at: number) => {
    const letters = [...all];
    const [group, last] = [at + letters.indexOf('c'), at + letters.length - 1];
    const [first, second] = letters.flatMap((tag, on) => (tag === 'a' ? [strip.tokens[at + on]] : []));
    const isMost = /^(?:most|least|fewest|הכי הרבה|הכי פחות|הכי מעט)$/iu.test(first?.text ?? '');
    if ((first?.means !== 'max' && first?.means !== 'min') || isNumber(name(group))) return all;
    const direction = first.means === 'max' ? 'DESC' : 'ASC';
    const taken = '_'.repeat(all.length);
    if (letters.at(-1) === 'r') {
      if (!isMost || second) return all;
      best = { by: name(group), measure: { kind: 'count' }, direction };
      return taken;
    }
    const of = name(last);
    if (isNumber(of) && (second || isMost)) {
      const kind = (second?.means ?? 'sum') as MeasureKind;
      if (kind === 'max' || kind === 'min') return all;
      // "The most orders": adding up order numbers would name the wrong one.
      if (!second && !isSummable(of)) {
        best = 'unclear';
        return all;
      }
      best = { by: name(group), measure: { kind, column: of }, direction };
      return taken;
    }
    if (!isNumber(of) && isMost && !second && of !== name(group)) {
      best = { by: name(group), measure: { kind: 'distinct', column: of }, direction };
      return taken;
    }
    return all;
  });
  return best;
};

/** "More pupils from Haifa or from Nesher": the two side by side, the larger one first. */
export const takeRivals = (
  strip: Strip,
  where: readonly Condition[],
  name: Naming,
  isNumber: (column: string) => boolean,
): Best | 'unclear' | undefined => {
  const at = strip.text.indexOf('M');
  if (at < 0) return undefined;
  const rivals = where.filter(({ operator, values }) => operator === '=' && values.length === 2);
  const [only, other] = rivals;
  const isEither = strip.tokens.some(({ tag }) => tag === '|');
  const of = [...strip.text].flatMap((tag, on) => (tag === 'c' && isNumber(name(on)) ? [name(on)] : []));
  const [column, second] = of;
  const isRows = strip.text.includes('r') && column === undefined;
  if (!only || other || !isEither || second || !(isRows || (column !== undefined && isSummable(column))))
    return 'unclear';
  strip.text = strip.text.replace(/[Mhr]/g, '_').replace(/c/g, (all, on: number) => (isNumber(name(on)) ? '_' : all));
  const direction = strip.tokens[at]?.means === 'min' ? 'ASC' : 'DESC';
  return {
    by: only.column,
    measure: column === undefined ? { kind: 'count' } : { kind: 'sum', column },
    direction,
  };
};

export const isDated = (column: string, { columns }: Vocabulary): boolean =>
  columns.some(({ name, type }) => name === column && /^(?:date|timestamp|time)/i.test(type)) ||
  /(?:^|\s)(?:date|day|time)(?:$|\s)|^תאריך/iu.test(column);

/** "Who has the highest salary", "the row with the lowest price". */
export const takeExtreme = (
  strip: Strip,
  name: Naming,
  isGrouped: boolean,
  isMeasured: (column: string) => boolean,
): Order | undefined => {
  let extreme: Order | undefined;
  if (isGrouped) return undefined;
  strip.text = strip.text.replace(
    /([hr])([_yruc]*)a([_yr]*)c|([hr])([_yrc]*)c([_yr]*)a(?![_yr]*c)/,
    (all, ...groups) => {
      const at = groups.at(-2) as number;
      const letters = [...all];
      const measure = at + letters.lastIndexOf('a');
      const means = strip.tokens[measure]?.means;
      const column = at + letters.lastIndexOf('c');
      const isWhich =
        letters[0] === 'r' ||
        letters.slice(1, letters.indexOf('a')).some((tag) => tag === 'c' || tag === 'r') ||
        strip.tokens[at]?.text.match(/^(?:who|ל?מי|ממי)$/i);
      // The most of a name is the last in the alphabet, which nobody asks for.
      if (!isWhich || (means !== 'max' && means !== 'min') || !isMeasured(name(column))) return all;
      extreme = { column: name(column), direction: means === 'max' ? 'DESC' : 'ASC' };
      return letters.map((tag, on) => (tag === 'c' && at + on !== column ? tag : '_')).join('');
    },
  );
  return extreme;
};
