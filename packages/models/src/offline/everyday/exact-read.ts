import type { Ask, Group, TimeUnit } from './ask.ts';
import {
  amountOf,
  both,
  compareFilter,
  emptyFilter,
  filledFilter,
  flagFilter,
  groupBy,
  groupByTime,
  notDays,
  valueFilter,
} from './filters.ts';
import { pairFilter, productOf } from './pairs.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { plusDays } from './spans.ts';
import { type Amount, type Filter, lessThan } from './states.ts';

const marked = (request: string): { readonly bare: string; readonly names: readonly string[] } => {
  const names: string[] = [];
  const bare = request
    .trim()
    .replace(/"((?:[^"]|"")+)"/gu, (_all, name: string) => `«${names.push(name.replaceAll('""', '"')) - 1}»`);
  return { bare, names };
};
export const isExact = (request: string): boolean => {
  const lead = whole.exec(marked(request).bare)?.groups?.lead ?? '';
  return leads.some(([pattern]) => pattern.test(lead));
};
/** The file that such a request names. */
export const fileOfExact = (request: string): string | undefined => {
  const { bare, names } = marked(request);
  return names[Number(/«(\d+)»$/u.exec(whole.exec(bare)?.groups?.place ?? '')?.[1])];
};

/** A request with its quoted names taken out, and the name that a mark stands for. */
export const namesIn = (request: string) => {
  const { bare, names } = marked(request);
  return { bare, nameOf: (mark: string | undefined): string => names[Number(/\d+/.exec(mark ?? '')?.[0])] ?? '' };
};

/** Reads back what `exactWords` says: every name stands in quotes, and nothing is guessed. */
export const readExact = (request: string, sheets: readonly Sheet[]): Ask | undefined => {
  const { bare, nameOf } = namesIn(request);
  const parts = whole.exec(bare)?.groups;
  if (!parts) return undefined;
  const sheet = placed(parts.place ?? '', nameOf, sheets);
  const lead = leads
    .map(([pattern, read]) => ({ read, found: pattern.exec(parts.lead ?? '')?.groups }))
    .find(({ found }) => found);
  const filters = sheet && clausesIn(parts.clauses ?? '', sheet, nameOf);
  if (!sheet || !lead?.found || !filters) return undefined;
  const headOf = (mark: string | undefined): Head | undefined => sheet.heads.find(({ name }) => name === nameOf(mark));
  const each = <T>(said: string | undefined, by: string | RegExp, read: (part: string) => T | undefined) => {
    const found = (said ?? '').split(by).flatMap((part) => (part === '' ? [] : [read(part)]));
    return found.includes(undefined) ? undefined : (found as readonly T[]);
  };
  const by = each(parts.groups, joint, (part) => groupOf(part, headOf));
  const amounts = each(lead.found.amounts, joint, (part) => amountIn(part, headOf));
  const wanted = each(lead.found.columns, ', ', headOf);
  const order = parts.sorted === undefined ? undefined : headOf(parts.sorted);
  if (!by || !amounts || !wanted || (parts.sorted !== undefined && !order)) return undefined;
  return {
    sheet,
    filters,
    by,
    amounts,
    wanted,
    spans: [],
    ...(order ? { order: { head: order, isDown: parts.down !== undefined } } : {}),
    ...lead.read(lead.found),
  };
};

/** The conditions of such a request; undefined where one of them names what is not there. */
export const clausesIn = (
  said: string,
  sheet: Sheet,
  nameOf: (mark: string | undefined) => string,
): readonly Filter[] | undefined => {
  const headOf = (mark: string | undefined): Head | undefined => sheet.heads.find(({ name }) => name === nameOf(mark));
  const found = said.split(joint).flatMap((each) => (each === '' ? [] : [filterOf(each, sheet, headOf, nameOf)]));
  return found.includes(undefined) ? undefined : (found as readonly Filter[]);
};

const joint = / and | וגם /u;
const name = '«\\d+»';
const place = `(?:sheet ${name} of |table \\d+ of |הגיליון ${name} של |טבלה \\d+ של )?${name}`;
const whole = new RegExp(
  `^(?<lead>.+?) (?:in|בתוך) (?<place>${place})(?: (?:by|לפי) (?<groups>.+?))?(?: (?:where|שבהן) (?<clauses>.+?))?(?: (?:sorted by|ממוינות לפי) (?<sorted>${name})(?<down> descending| בסדר יורד)?)?$`,
  'u',
);
const amount = `${name}(?: [×−] ${name})?`;
type Lead = Pick<Ask, 'measure' | 'isCounted' | 'top'>;
const most = '(?:(?<least>lowest|הנמוך ביותר)|highest|הגבוה ביותר)';
const topOf = ({ least }: Readonly<Record<string, string>>) => ({ count: 1, isLeast: least !== undefined });
const leads: readonly (readonly [RegExp, (found: Readonly<Record<string, string>>) => Lead])[] = [
  [
    new RegExp(`^(?:Total|סכום) (?<amounts>${amount}(?:(?:${joint.source})${amount})*)$`, 'u'),
    () => ({ measure: 'sum', isCounted: false }),
  ],
  [
    new RegExp(`^(?:Average|ממוצע) (?<amounts>${amount}(?:(?:${joint.source})${amount})*)$`, 'u'),
    () => ({ measure: 'average', isCounted: false }),
  ],
  [/^(?<count>Count the rows|כמה שורות)$/u, () => ({ measure: 'count', isCounted: true })],
  [/^(?<rows>Show the rows|הצג את השורות)$/u, () => ({ measure: 'rows', isCounted: false })],
  [new RegExp(`^(?:Show|הצג) (?<columns>${name}(?:, ${name})*)$`, 'u'), () => ({ measure: 'rows', isCounted: false })],
  [
    new RegExp(`^(?:Show the rows with the|הצג את השורות עם הערך) ${most}(?: של)? (?<amounts>${amount})$`, 'u'),
    (found) => ({ measure: 'rows', isCounted: false, top: topOf(found) }),
  ],
  [
    new RegExp(`^(?:The ${most} count of rows|מספר השורות (?<low>הנמוך ביותר)?(?:הגבוה ביותר)?)$`, 'u'),
    ({ least, low }) => ({
      measure: 'count',
      isCounted: true,
      top: { count: 1, isLeast: (least ?? low) !== undefined },
    }),
  ],
  [
    new RegExp(`^(?:The ${most} total|הסכום (?:(?<low>הנמוך ביותר)|הגבוה ביותר) של) (?<amounts>${amount})$`, 'u'),
    ({ least, low }) => ({
      measure: 'sum',
      isCounted: false,
      top: { count: 1, isLeast: (least ?? low) !== undefined },
    }),
  ],
  [
    new RegExp(`^(?:The ${most} average|הממוצע (?:(?<low>הנמוך ביותר)|הגבוה ביותר) של) (?<amounts>${amount})$`, 'u'),
    ({ least, low }) => ({
      measure: 'average',
      isCounted: false,
      top: { count: 1, isLeast: (least ?? low) !== undefined },
    }),
  ],
];

export const placed = (
  said: string,
  nameOf: (mark: string | undefined) => string,
  sheets: readonly Sheet[],
): Sheet | undefined => {
  const marks = said.match(/«\d+»/gu) ?? [];
  const path = nameOf(marks.at(-1) ?? '');
  const tab = marks.length > 1 ? nameOf(marks[0] ?? '') : undefined;
  const at = /^(?:table|טבלה) (\d+)/u.exec(said)?.[1];
  return sheets.find(
    ({ table, document }) =>
      table.path === path &&
      (tab === undefined || table.sheet === tab) &&
      (at === undefined ? document === undefined : document?.table === Number(at)),
  );
};

const amountIn = (said: string, headOf: (mark: string | undefined) => Head | undefined): Amount | undefined => {
  const [left, right] = (said.match(/«\d+»/gu) ?? []).map(headOf);
  if (!left || left.kind === 'text') return undefined;
  if (said.includes('×')) return right && productOf(left, right);
  if (said.includes('−')) return right && lessThan(left, right);
  return left.kind === 'day'
    ? { name: left.name, of: (row) => (row[left.at] === null ? null : Date.parse(String(row[left.at]))) }
    : amountOf(left);
};

const unitNames: Readonly<Record<string, TimeUnit>> = {
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  יום: 'day',
  שבוע: 'week',
  חודש: 'month',
  רבעון: 'quarter',
  שנה: 'year',
};
const groupOf = (said: string, headOf: (mark: string | undefined) => Head | undefined): Group | undefined => {
  const parts = /^(?:(?<unit>\p{L}+) (?:of|של) )?(?<head>«\d+»)$/u.exec(said)?.groups;
  const head = headOf(parts?.head);
  if (!head) return undefined;
  const unit = parts?.unit === undefined ? undefined : unitNames[parts.unit];
  return unit === undefined ? groupBy(head) : groupByTime(head, unit);
};

const day = '(\\d{4}-\\d\\d-\\d\\d)';
const days: readonly (readonly [RegExp, (a: string, b: string) => readonly [string, string]])[] = [
  [new RegExp(`^(?:is on|ביום) ${day}$`, 'u'), (a) => [a, plusDays(a, 1)]],
  [new RegExp(`^(?:is up to|עד) ${day}$`, 'u'), (a) => ['', plusDays(a, 1)]],
  [new RegExp(`^(?:is from ${day} on|מ-${day} והלאה)$`, 'u'), (a, b) => [a ?? b, '']],
  [new RegExp(`^is from ${day} to ${day}$`, 'u'), (a, b) => [a, plusDays(b, 1)]],
  [new RegExp(`^מ-${day} עד ${day}$`, 'u'), (a, b) => [a, plusDays(b, 1)]],
];
const signs: readonly (readonly [RegExp, '>' | '<' | '>=' | '<='])[] = [
  [/^(?:is more than |יותר מ-)(?<than>.+)$/u, '>'],
  [/^(?:is less than |פחות מ-)(?<than>.+)$/u, '<'],
  [/^(?:is at least |לפחות )(?<than>.+)$/u, '>='],
  [/^(?:is at most |לכל היותר )(?<than>.+)$/u, '<='],
];

const filterOf = (
  said: string,
  sheet: Sheet,
  headOf: (mark: string | undefined) => Head | undefined,
  nameOf: (mark: string | undefined) => string,
): Filter | undefined => {
  const [, mark, rest = ''] = /^(«\d+») (.+)$/u.exec(said) ?? [];
  const head = headOf(mark);
  if (!head) return undefined;
  if (/^(?:is empty|ריק)$/u.test(rest)) return emptyFilter(head, sheet);
  if (/^(?:is not empty|אינו ריק)$/u.test(rest)) return filledFilter(head);
  for (const [pattern, read] of days) {
    const found = pattern.exec(rest);
    if (found) return daysFilter(head, sheet, ...read(found[1] ?? found[2] ?? '', found[2] ?? ''));
  }
  const equal = /^(?:is|הוא) (?<than>-?\d+(?:\.\d+)?)$/u.exec(rest)?.groups?.than;
  if (equal !== undefined) return equalFilter(head, Number(equal));
  for (const [pattern, sign] of signs) {
    const than = pattern.exec(rest)?.groups?.than;
    if (than === undefined) continue;
    if (/^-?\d+(?:\.\d+)?$/.test(than)) return compareFilter(head, sign, Number(than));
    const other = headOf(than);
    return other && pairFilter(head, other, sign);
  }
  const values = /^(?<is>is not|is|אינו|הוא) (?<values>«\d+»(?: (?:or|או) «\d+»)*)$/u.exec(rest)?.groups;
  if (values?.values === undefined) return undefined;
  const texts = values.values.split(/ (?:or|או) /u).map((each) => plain(nameOf(each)));
  const isNot = /^(?:is not|אינו)$/u.test(values.is ?? '');
  const isAll = (words: readonly string[] = []) =>
    words.length > 0 &&
    words.every((each) => texts.includes(plain(each))) &&
    texts.every((each) => words.map(plain).includes(each));
  if (!isNot && (isAll(head.flag?.yes) || isAll(head.flag?.no))) return flagFilter(head, isAll(head.flag?.yes), sheet);
  if (!texts.every((each) => head.texts.has(each))) return undefined;
  return valueFilter([{ head, texts, isExact: true, isNote: false }], '', isNot);
};

const equalFilter = (head: Head, value: number): Filter => ({
  key: `value ${head.at}`,
  keep: (row) => row[head.at] === value,
  said: both(`${head.name} is ${value}`, `${head.name} הוא ${value}`),
  clauses: [{ column: head.name, is: '=', than: value }],
});

const daysFilter = (head: Head, sheet: Sheet, from: string, to: string): Filter => {
  const last = to === '' ? '' : plusDays(to, -1);
  const en =
    from === last
      ? `on ${from}`
      : from === ''
        ? `up to ${last}`
        : to === ''
          ? `from ${from} on`
          : `from ${from} to ${last}`;
  const he =
    from === last
      ? `ביום ${from}`
      : from === ''
        ? `עד ${last}`
        : to === ''
          ? `מ-${from} והלאה`
          : `מ-${from} עד ${last}`;
  return {
    key: `day ${head.at}`,
    keep: (row) => {
      const found = String(row[head.at] ?? '');
      return found !== '' && (from === '' || found >= from) && (to === '' || found < to);
    },
    ...notDays(head, sheet),
    clauses: [{ column: head.name, is: 'days', from, to }],
    said: both(`${head.name} is ${en}`, `${head.name}: ${he}`),
  };
};
