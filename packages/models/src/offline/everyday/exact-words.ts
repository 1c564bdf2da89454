import type { Language } from '../request-text.ts';
import type { Ask, Group } from './ask.ts';
import type { Sheet } from './sheets.ts';
import { plusDays } from './spans.ts';
import type { Clause } from './states.ts';

/**
 * A question with every name in quotes: it is read back as the very same question, whatever the names are. What is
 * offered to be clicked is said so. Undefined where it cannot be said on single columns.
 */
export const exactWords = (ask: Ask, language: Language): string | undefined => {
  const { filters, spans, measure, amounts, by, top, order, wanted } = ask;
  const clauses = filters.map((each) => each.clauses);
  const names = amounts.map(({ name }) => amountWords(name, ask));
  const groups = by.map(groupWords(language));
  if (
    spans.length > 0 ||
    measure === 'share' ||
    measure === 'twice' ||
    clauses.includes(undefined) ||
    groups.includes(undefined)
  )
    return undefined;
  const say = (en: string, he: string) => (language === 'he' ? he : en);
  const list = (found: readonly (string | undefined)[]) =>
    found.includes(undefined) || found.length === 0 ? undefined : found.join(say(' and ', ' וגם '));
  const what = leadOf();
  if (what === undefined) return undefined;
  const tail = [
    ...(groups.length > 0 ? [`${say('by', 'לפי')} ${groups.join(say(' and ', ' וגם '))}`] : []),
    ...(clauses.length > 0
      ? [
          `${say('where', 'שבהן')} ${clauses
            .flatMap((each) => each ?? [])
            .map(clauseWords(language))
            .join(say(' and ', ' וגם '))}`,
        ]
      : []),
    ...(order && measure === 'rows' && !top
      ? [
          `${say('sorted by', 'ממוינות לפי')} ${quoted(order.head.name)}${order.isDown ? say(' descending', ' בסדר יורד') : ''}`,
        ]
      : []),
  ];
  return [what, say('in', 'בתוך'), placeWords(ask.sheet, language), ...tail].join(' ');

  function leadOf(): string | undefined {
    if (top) return topOf();
    if (measure === 'sum') return led('Total', 'סכום', list(names));
    if (measure === 'average') return led('Average', 'ממוצע', list(names));
    if (measure === 'count') return say('Count the rows', 'כמה שורות');
    const columns = wanted.filter(
      ({ name }) => !filters.some(({ clauses: own = [] }) => own.some(({ column }) => column === name)),
    );
    return columns.length > 0
      ? led('Show', 'הצג', columns.map(({ name }) => quoted(name)).join(', '))
      : say('Show the rows', 'הצג את השורות');
  }
  function topOf(): string | undefined {
    const most = top?.isLeast ? say('lowest', 'הנמוך ביותר') : say('highest', 'הגבוה ביותר');
    if (top?.count !== 1 || by.length > 1) return undefined;
    if (by.length === 0)
      return measure === 'rows' && names[0] !== undefined && names.length === 1
        ? say(`Show the rows with the ${most} ${names[0]}`, `הצג את השורות עם הערך ${most} של ${names[0]}`)
        : undefined;
    if (measure === 'count') return say(`The ${most} count of rows`, `מספר השורות ${most}`);
    if (names[0] === undefined || (measure !== 'sum' && measure !== 'average')) return undefined;
    return measure === 'sum'
      ? say(`The ${most} total ${names[0]}`, `הסכום ${most} של ${names[0]}`)
      : say(`The ${most} average ${names[0]}`, `הממוצע ${most} של ${names[0]}`);
  }
  function led(en: string, he: string, rest: string | undefined): string | undefined {
    return rest === undefined ? undefined : `${say(en, he)} ${rest}`;
  }
};

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const amountWords = (name: string, { sheet }: Ask): string | undefined => {
  const isHead = (each: string) => sheet.heads.some((head) => head.name === each && head.kind !== 'text');
  if (isHead(name)) return quoted(name);
  for (const [mark, sign] of [
    [' × ', ' × '],
    [' − ', ' − '],
  ] as const) {
    const [left = '', right = '', more] = name.split(mark);
    if (more === undefined && isHead(left) && isHead(right)) return `${quoted(left)}${sign}${quoted(right)}`;
  }
  return undefined;
};

const units = {
  day: ['day', 'יום'],
  week: ['week', 'שבוע'],
  month: ['month', 'חודש'],
  quarter: ['quarter', 'רבעון'],
  year: ['year', 'שנה'],
} as const;
const groupWords =
  (language: Language) =>
  ({ column, unit }: Group): string | undefined => {
    if (column === undefined) return undefined;
    if (unit === undefined) return quoted(column);
    const [en, he] = units[unit];
    return language === 'he' ? `${he} של ${quoted(column)}` : `${en} of ${quoted(column)}`;
  };

export const placeWords = ({ table: { path, sheet }, document }: Sheet, language: Language): string => {
  const isHebrew = language === 'he';
  if (document) return `${isHebrew ? 'טבלה' : 'table'} ${document.table} ${isHebrew ? 'של' : 'of'} ${quoted(path)}`;
  if (sheet === null) return quoted(path);
  return isHebrew ? `הגיליון ${quoted(sheet)} של ${quoted(path)}` : `sheet ${quoted(sheet)} of ${quoted(path)}`;
};

const signs = {
  '>': ['is more than', 'יותר מ-'],
  '<': ['is less than', 'פחות מ-'],
  '>=': ['is at least', 'לפחות '],
  '<=': ['is at most', 'לכל היותר '],
  '=': ['is', 'הוא '],
} as const;
export const clauseWords =
  (language: Language) =>
  (clause: Clause): string => {
    const isHebrew = language === 'he';
    const say = (en: string, he: string) => (isHebrew ? he : en);
    const head = quoted(clause.column);
    switch (clause.is) {
      case 'one of':
        return `${head} ${say('is', 'הוא')} ${clause.values.map(quoted).join(say(' or ', ' או '))}`;
      case 'none of':
        return `${head} ${say('is not', 'אינו')} ${clause.values.map(quoted).join(say(' or ', ' או '))}`;
      case 'empty':
        return `${head} ${say('is empty', 'ריק')}`;
      case 'filled':
        return `${head} ${say('is not empty', 'אינו ריק')}`;
      case 'days':
        return `${head} ${dayWords(clause.from, clause.to, isHebrew)}`;
      default: {
        const [en, he] = signs[clause.is];
        const than = typeof clause.than === 'number' ? String(clause.than) : quoted(clause.than.column);
        return `${head} ${say(`${en} ${than}`, `${he}${than}`)}`;
      }
    }
  };

const dayWords = (from: string, to: string, isHebrew: boolean): string => {
  const last = to === '' ? '' : plusDays(to, -1);
  if (from === last) return isHebrew ? `ביום ${from}` : `is on ${from}`;
  if (from === '') return isHebrew ? `עד ${last}` : `is up to ${last}`;
  if (to === '') return isHebrew ? `מ-${from} והלאה` : `is from ${from} on`;
  return isHebrew ? `מ-${from} עד ${last}` : `is from ${from} to ${last}`;
};
