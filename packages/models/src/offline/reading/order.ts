import { isRateName } from './quantities.ts';
import type { Naming, Order, Question, Reading, Strip, Unread, Vocabulary } from './question.ts';

const asked = (question: Question): Reading => ({ question });

/** A direction said by itself, or as "biggest first". Said two ways, it is not known. */
export const takeDirection = (strip: Strip): 'ASC' | 'DESC' | 'both' | undefined => {
  const found = new Set<'ASC' | 'DESC'>();
  strip.text = strip.text.replace(/d/g, (_all, at: number) => {
    found.add(strip.tokens[at]?.means === 'desc' ? 'DESC' : 'ASC');
    return '_';
  });
  strip.text = strip.text.replace(/([a])([ruc&_y]{0,2}?)f/g, (all, _a, between: string, at: number) => {
    const means = strip.tokens[at]?.means;
    if (means !== 'max' && means !== 'min') return all;
    found.add(means === 'max' ? 'DESC' : 'ASC');
    return `_${between.replace(/r/g, '_')}_`;
  });
  strip.text = strip.text.replace(/f([ruc&_y]{0,2}?)a/g, (all, between: string, at: number) => {
    const means = strip.tokens[at + all.length - 1]?.means;
    if (means !== 'max' && means !== 'min') return all;
    found.add(means === 'max' ? 'DESC' : 'ASC');
    return `_${between.replace(/r/g, '_')}_`;
  });
  if (found.size > 1) return 'both';
  return [...found][0];
};

export type Top = { readonly limit: number; readonly direction?: 'ASC' | 'DESC'; readonly isSimple: boolean };

/** "Top 3", "the three biggest", "first 5". */
export const takeTop = (strip: Strip): Top | undefined => {
  let top: Top | undefined;
  const set = (limit: number, rest: Omit<Top, 'limit'>, length: number) => {
    top = { limit, ...rest };
    return '_'.repeat(length);
  };
  const number = (at: number) => Number(strip.tokens[at]?.text);
  strip.text = strip.text.replace(/tn/, (all, at: number) =>
    set(number(at + 1), { direction: 'DESC', isSimple: false }, all.length),
  );
  strip.text = strip.text.replace(/(?<!c[yw]*|[om&~]|m.*)n(r?)a/, (all, rows: string, at: number) => {
    const means = strip.tokens[at + 1 + rows.length]?.means;
    if (top || (means !== 'max' && means !== 'min')) return all;
    return set(number(at), { direction: means === 'max' ? 'DESC' : 'ASC', isSimple: false }, all.length);
  });
  strip.text = strip.text.replace(/a(r?)n/, (all, rows: string, at: number) => {
    const means = strip.tokens[at]?.means;
    if (top || (means !== 'max' && means !== 'min')) return all;
    return set(
      number(at + 1 + rows.length),
      { direction: means === 'max' ? 'DESC' : 'ASC', isSimple: false },
      all.length,
    );
  });
  strip.text = strip.text.replace(/Tn/, (all, at: number) =>
    top ? all : set(number(at + 1), { isSimple: true }, all.length),
  );
  return top;
};

/** "Sorted by Region, then Amount descending"; "by price, low to high" orders too, and so does "top 3 by Amount". */
export const takeOrder = (
  strip: Strip,
  { direction, isTop, name }: { direction: 'ASC' | 'DESC' | undefined; isTop: boolean; name: Naming },
): readonly Order[] => {
  const keys = (at: number, length: number): readonly Order[] => {
    const letters = [...strip.text.slice(at, at + length)];
    const said = letters.flatMap((tag, on) => (tag === 'c' ? [name(at + on)] : []));
    // "By Amount within each Region": the region comes first.
    const within = letters.indexOf('g');
    const outer = within < 0 ? undefined : name(at + letters.indexOf('c', within));
    const columns = outer === undefined ? said : [outer, ...said.filter((each) => each !== outer)];
    const keys = [...new Set(columns)];
    return keys.map((column, on) => ({ column, direction: on === keys.length - 1 ? (direction ?? 'ASC') : 'ASC' }));
  };
  let order: readonly Order[] = [];
  // "Arrange the items by price": what stands between is what is arranged.
  const take = (all: string, before: string, at: number) => {
    order = keys(at + before.length, all.length - before.length);
    return '_'.repeat(all.length);
  };
  const byKeys = /(s[_ryc]*?)b_*c(?:[_&brgs]*c)*/;
  strip.text = byKeys.test(strip.text)
    ? strip.text.replace(byKeys, take)
    : strip.text.replace(/(s[_ry]*)c(?:[_&rgs]*c)*/, take);
  if (order.length === 0 && direction && !isTop && !/[ak]/.test(strip.text)) {
    const groups = strip.text.match(/c/g)?.length ?? 0;
    strip.text = strip.text.replace(groups === 1 ? /b?c/ : /bc/, (all, at: number) => {
      order = keys(at, all.length);
      return '_'.repeat(all.length);
    });
  }
  return order;
};

/** "Top 3 rows by Amount", "the three biggest amounts", "top 2 regions by units". */
export const finishTop = (
  base: Question,
  top: Top,
  left: readonly string[],
  known: Vocabulary,
  unread: (why: Unread['why']) => Reading,
): Reading => {
  if (top.isSimple) return base.order.length > 0 || left.length === 0 ? asked(base) : unread('column');
  const isNumber = (column: string) => known.columns.some((each) => each.name === column && each.isNumber);
  const numbers = [...new Set(left.filter(isNumber))];
  // "The three largest orders": where one column alone can be large, it is meant.
  const measured = known.columns.filter((each) => each.isNumber && !each.isNumbering).map(({ name }) => name);
  const [column, other] = left.length === 0 ? measured : numbers;
  const [group, second] = new Set(left.filter((each) => !isNumber(each)));
  if (!column || other || second) return unread('column');
  // "Top 3 customers by amount" are customers, not rows: each is there once, with all its rows.
  if (group !== undefined) {
    if (isRateName(column)) return unread('column');
    return asked({
      ...base,
      measures: [{ kind: 'sum', column }],
      by: [group],
      orderByMeasure: top.direction ?? 'DESC',
    });
  }
  return asked({ ...base, order: [{ column, direction: top.direction ?? 'DESC' }] });
};
