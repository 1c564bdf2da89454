import { hasSameLetters, isSpeltAlike } from '../reading/spelling.ts';
import type { Group, TimeUnit } from './ask.ts';
import type { Spoken } from './items.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { inYearOf, type Span } from './spans.ts';
import type { Amount, Filter } from './states.ts';

export const both = (en: string, he = en) => ({ en, he });

/** The one column that a spoken value is of: whole before a part of it, names before notes, the first of equals. */
export const meantBy = (spoken: readonly Spoken[], near: readonly Head[]): Spoken | undefined =>
  spoken.toSorted((a, b) => rankOf(b, near) - rankOf(a, near) || a.head.at - b.head.at)[0];
const rankOf = (each: Spoken, near: readonly Head[]): number =>
  (each.isNote ? 0 : 4) + (each.isExact ? 8 : 0) + (near.includes(each.head) ? 2 : 0);

/** Whether another column says it just as well: which one is meant, nobody knows. */
export const isOfTwoColumns = (spoken: readonly Spoken[], found: Spoken, near: readonly Head[]): boolean =>
  !found.isNote && spoken.some((each) => each.head !== found.head && rankOf(each, near) === rankOf(found, near));

/** The texts that were meant, and those that are the same name spelt otherwise. */
const withSpellings = ({
  head,
  texts,
  isNote,
}: Spoken): { readonly all: ReadonlySet<string>; readonly added: readonly string[] } => {
  const all = new Set(texts);
  if (isNote) return { all, added: [] };
  const count = (text: string) => head.texts.get(text)?.count ?? 0;
  const added: string[] = [];
  for (const text of head.texts.keys()) {
    if (all.has(text)) continue;
    const like = texts.find(
      (each) =>
        hasSameLetters(each, text) ||
        (isSpeltAlike(each, text) &&
          (count(text) <= Math.max(1, count(each) / 5) || count(each) <= Math.max(1, count(text) / 5))),
    );
    if (like === undefined) continue;
    all.add(text);
    added.push(text);
  }
  return { all, added };
};

/** More values than these are no request that somebody would click. */
const mostSaid = 5;

export const valueFilter = (spoken: readonly Spoken[], word: string, isNot: boolean): Filter => {
  const [{ head }] = spoken as readonly [Spoken];
  const sets = spoken.map(withSpellings);
  const all = new Set(sets.flatMap((each) => [...each.all]));
  const written = (text: string) => head.texts.get(text)?.written ?? text;
  const isPart = spoken.every(({ isExact }) => !isExact);
  const many = all.size > 4;
  const list = many ? `"${word}"` : [...all].map(written).join(' or ');
  const listHe = many ? `"${word}"` : [...all].map(written).join(' או ');
  const verb = many && isPart ? ['has', 'כולל'] : ['is', 'הוא'];
  const added = sets.flatMap((each) => each.added);
  return {
    key: `value ${head.at}${isNot ? ' not' : ''}`,
    keep: (row) => all.has(plain(String(row[head.at] ?? ''))) !== isNot,
    said: isNot
      ? both(`${head.name} is not ${list}`, `${head.name} אינו ${listHe}`)
      : both(`${head.name} ${verb[0]} ${list}`, `${head.name} ${verb[1]} ${listHe}`),
    ...(all.size <= mostSaid
      ? { clauses: [{ column: head.name, is: isNot ? 'none of' : 'one of', values: [...all].map(written) }] }
      : {}),
    notes: added.map((text) =>
      both(
        `"${written(text)}" (${head.texts.get(text)?.count}) looks like another spelling and is counted with it.`,
        `"${written(text)}" (${head.texts.get(text)?.count}) נראה ככתיב אחר של אותו שם ונכלל.`,
      ),
    ),
  };
};

export const emptyFilter = (head: Head, sheet: Sheet): Filter => ({
  key: `value ${head.at}`,
  // A text that is no day among days is something all the same.
  keep: (row) =>
    (row[head.at] === null && (head.kind !== 'day' || sheet.shown[sheet.rows.indexOf(row)]?.[head.at] === null)) ||
    (head.kind === 'number' && row[head.at] === 0),
  said:
    head.kind === 'number'
      ? both(`${head.name} is empty or 0`, `${head.name} ריק או 0`)
      : both(`${head.name} is empty`, `${head.name} ריק`),
  clauses: [{ column: head.name, is: 'empty' }],
  ...(head.kind === 'day' ? notDays(head, sheet) : {}),
});

export const filledFilter = (head: Head): Filter => ({
  key: `filled ${head.at}`,
  keep: (row) => row[head.at] !== null,
  said: both(`${head.name} is not empty`, `${head.name} אינו ריק`),
  clauses: [{ column: head.name, is: 'filled' }],
});

const mostNamed = 5;

export const flagFilter = (head: Head, isYes: boolean, sheet: Sheet): Filter => {
  const words = (isYes ? head.flag?.yes : head.flag?.no) ?? [];
  const all = new Set(words.map((each) => each.toLowerCase()));
  const blank = sheet.rows.flatMap((row, at) => (row[head.at] === null ? [at] : []));
  const named = sheet.heads.find(({ kind, texts }) => kind === 'text' && texts.size > sheet.rows.length * 0.8);
  // A few that say nothing are named: whoever asks wants to know of them.
  const names = named && blank.length <= mostNamed ? blank.map((at) => String(sheet.shown[at]?.[named.at] ?? '–')) : [];
  const which = names.length > 0 ? ` (${names.join(', ')})` : '';
  return {
    key: /(?:^|\s)(?:paid|settled|שולם|שילם)/iu.test(head.name) ? 'paid' : `value ${head.at}`,
    keep: (row) => all.has(String(row[head.at] ?? '').toLowerCase()),
    said: both(`${head.name} is ${words[0]}`, `${head.name} הוא ${words[0]}`),
    clauses: [{ column: head.name, is: 'one of', values: words }],
    ...(blank.length > 0
      ? {
          notes: [
            both(
              `${head.name} is empty in ${blank.length} of all rows${which}: those are not counted.`,
              `${head.name} ריק ב-${blank.length} מכל השורות${which}: הן לא נכללו.`,
            ),
          ],
        }
      : {}),
  };
};

export const spanFilter = (head: Head, span: Span, sheet: Sheet, today: string): Filter => {
  const days = sheet.rows.flatMap((row) => (row[head.at] === null ? [] : [String(row[head.at])]));
  const { from, to, said } = inYearOf(span, days, today);
  return {
    key: `day ${head.at}`,
    keep: (row) => {
      const day = String(row[head.at] ?? '');
      return day !== '' && (from === '' || day >= from) && (to === '' || day < to);
    },
    ...notDays(head, sheet),
    clauses: [{ column: head.name, is: 'days', from, to }],
    said: both(
      `${head.name} is in ${said}${yearIn(said, from)}`
        .replace('is in since', 'is since')
        .replace(/is in (before|after|until|by|up to)/, 'is $1'),
      `${head.name}: ${said}${yearIn(said, from)}`,
    ),
  };
};
/** What stands among the days and is none is named. */
export const notDays = (head: Head, { rows, shown }: Sheet): Pick<Filter, 'notes'> => {
  const texts = rows.flatMap((row, at) => (row[head.at] === null ? (shown[at]?.[head.at] ?? []) : []));
  if (texts.length === 0) return {};
  const list = [...new Set(texts.map((text) => `"${text}"`))].slice(0, 3).join(', ');
  return {
    notes: [
      both(
        `${head.name} holds no day in ${texts.length} of all rows (${list}): not counted.`,
        `ב-${texts.length} מכל השורות אין יום בעמודה ${head.name} (${list}): לא נכללו.`,
      ),
    ],
  };
};

const yearIn = (said: string, from: string): string =>
  /\d{4}|\d{1,2}[./]\d{1,2}[./]\d{2}/.test(said) || from === '' ? '' : ` ${from.slice(0, 4)}`;

export const amountOf = (head: Head): Amount => ({
  name: head.name,
  of: (row) => (typeof row[head.at] === 'number' ? (row[head.at] as number) : null),
});

/** "Dr Hughes" and "Hughes" in one column are one name. */
const withoutTitle = (text: string): string =>
  text.replace(/^(?:dr|mr|mrs|ms|miss|prof|rev|sir|ד״ר|דר|גב|מר) (?=\p{L}{3})/u, '');

/** Rows of one value, spellings of one name put together. */
export const groupBy = (head: Head): Group => {
  const byCount = [...head.texts].toSorted((a, b) => b[1].count - a[1].count);
  const usual = new Map<string, string>();
  const notes: string[] = [];
  for (const [text, { written, count }] of byCount) {
    const like = [...new Set(usual.values())].find(
      (each) =>
        (head.kind === 'text' &&
          (withoutTitle(plain(each)) === withoutTitle(text) || hasSameLetters(plain(each), text))) ||
        (isSpeltAlike(plain(each), text) && count <= Math.max(1, (head.texts.get(plain(each))?.count ?? 0) / 5)),
    );
    usual.set(text, like ?? written);
    if (like !== undefined && head.kind === 'text') notes.push(`"${written}" (${count}) → ${like}`);
  }
  return {
    name: head.name,
    column: head.name,
    of: (row) => usual.get(plain(String(row[head.at] ?? ''))) ?? String(row[head.at] ?? '–'),
    notes,
  };
};

/** Rows of one day, week, month, quarter or year. */
export const groupByTime = (head: Head, unit: TimeUnit): Group => ({
  name: unit === 'day' ? head.name : `${unit} of ${head.name}`,
  column: head.name,
  unit,
  of: (row) => {
    const day = String(row[head.at] ?? '');
    if (day === '') return '–';
    if (unit === 'year') return day.slice(0, 4);
    if (unit === 'month') return day.slice(0, 7);
    if (unit === 'quarter') return `${day.slice(0, 4)} Q${Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1}`;
    if (unit === 'week') {
      const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
      return new Date(Date.parse(`${day}T00:00:00Z`) - weekday * 86_400_000).toISOString().slice(0, 10);
    }
    return day;
  },
  notes: [],
  isTime: true,
});

export type Sign = '>' | '<' | '>=' | '<=';
const signs = {
  '>': ['more than', 'יותר מ-'],
  '<': ['less than', 'פחות מ-'],
  '>=': ['at least', 'לפחות '],
  '<=': ['at most', 'לכל היותר '],
} as const;

export const compareFilter = (head: Head, sign: Sign, limit: number): Filter => {
  const fits = {
    '>': (n: number) => n > limit,
    '<': (n: number) => n < limit,
    '>=': (n: number) => n >= limit,
    '<=': (n: number) => n <= limit,
  }[sign];
  return {
    key: `number ${head.at}`,
    keep: (row) => typeof row[head.at] === 'number' && fits(row[head.at] as number),
    said: both(`${head.name} is ${signs[sign][0]} ${limit}`, `${head.name} ${signs[sign][1]}${limit}`),
    clauses: [{ column: head.name, is: sign, than: limit }],
  };
};

export const rangeFilter = (head: Head, from: number, to: number): Filter => ({
  key: `number ${head.at}`,
  keep: (row) => typeof row[head.at] === 'number' && (row[head.at] as number) >= from && (row[head.at] as number) <= to,
  said: both(`${head.name} is between ${from} and ${to}`, `${head.name} בין ${from} ל-${to}`),
  clauses: [
    { column: head.name, is: '>=', than: from },
    { column: head.name, is: '<=', than: to },
  ],
});
