import type { Bilingual } from '../plan.ts';
import { isRate } from './pairs.ts';
import type { Cell, Head, Sheet } from './sheets.ts';
import { plusDays } from './spans.ts';
import type { State } from './words.ts';

export type Row = readonly Cell[];

/** One condition on the rows, with how the answer names it. */
export type Filter = {
  /** Conditions of the same key take each other's place in a follow-up. */
  readonly key: string;
  readonly keep: (row: Row) => boolean;
  readonly said: Bilingual;
  /** What the reader must know: other spellings that were counted, cells that say nothing. */
  readonly notes?: readonly Bilingual[];
  /** The same as conditions on single columns, so that a request can say them; absent where it cannot. */
  readonly clauses?: readonly Clause[];
};

/** One condition on one column, in plain data. */
export type Clause = { readonly column: string } & (
  | { readonly is: 'one of' | 'none of'; readonly values: readonly string[] }
  | { readonly is: 'empty' | 'filled' }
  | { readonly is: '>' | '<' | '>=' | '<=' | '='; readonly than: number | { readonly column: string } }
  | { readonly is: 'days'; readonly from: string; readonly to: string }
);

/** An amount of each row, under a name. */
export type Amount = { readonly name: string; readonly of: (row: Row) => number | null };

export type StateRead = { readonly filters: readonly Filter[]; readonly amount?: Amount };

const named = (sheet: Sheet, pattern: RegExp, kind?: Head['kind']): Head | undefined =>
  sheet.heads.find((head) => pattern.test(head.name.toLowerCase()) && (kind === undefined || head.kind === kind));

const number = (row: Row, { at }: Head): number | null => (typeof row[at] === 'number' ? (row[at] as number) : null);
const text = (row: Row, { at }: Head): string => String(row[at] ?? '');
const both = (en: string, he = en): Bilingual => ({ en, he });

/** The column of amounts that a sum without a name is of: what the whole comes to, before parts and taxes. */
export const mainMoney = (sheet: Sheet): Head | undefined => {
  const money = sheet.heads.filter(({ isMoney }) => isMoney);
  const amounts = money.filter((head) => !isRate(head));
  // "Price" of a table that counts no pieces is what each row costs.
  const isCounted = sheet.heads.some(({ isQuantity, name }) => isQuantity && !ofTime.test(name));
  const [price, second] = money.filter(({ name }) => /^(?:price|cost|מחיר|עלות)(?:$|\s?[(£$€₪])/iu.test(name.trim()));
  const all = amounts.length > 0 || isCounted || second || !price ? amounts : [price];
  const whole = all.find(({ name }) => /^(?:total|amount|sum|סכום|סה["״]כ)(?:$|[\s(£$€₪])/iu.test(name));
  const parts = /deposit|vat|tax|net|balance|paid|fee|discount|פיקדון|מקדמה|חוב|הנחה/iu;
  const isKept = ({ name }: Head) =>
    /balance|debt|owed|outstanding|discount|deposit|יתר[הת]|חוב|הנחה|מקדמה|פיקדון/iu.test(name);
  if (whole) return whole;
  const [only, other] = all;
  return only && !other ? (isKept(only) ? undefined : only) : all.find(({ name }) => !parts.test(name));
};
const ofTime = /hours|hrs|days|minutes|mins|weeks|nights|שעות|ימים|דקות|לילות/iu;

export const statusOf = (sheet: Sheet): Head | undefined =>
  named(sheet, /^(?:status|state|stage|progress|סטטוס|מצב)/u, 'text') ??
  named(sheet, /(?:^|\s)(?:status|סטטוס)$/u, 'text');

const cancelled = /^(?:cancell?ed|canceled|void|withdrawn|no show|did not come|בוטל|בוטלה|מבוטל)/u;
const finished =
  /^(?:done|complete|completed|finished|closed|delivered|resolved|checked out|returned|shipped|fixed|paid|הושלם|בוצע|הסתיים|נמסר|סגור)/u;

const startNames =
  /^(?:arrive|arrival|arrives|check-?in|start|starts|start date|from|begin|begins|event date|date|day|departure date|תאריך|התחלה|מתאריך|הגעה)(?:$|\s)/u;
const endNames =
  /^(?:leave|leaves|leaving|departure|check-?out|end|ends|end date|to|until|return|עזיבה|סיום|עד תאריך)(?:$|\s)/u;
const ownDay =
  /birth|born|dob|expir|best before|use by|valid|due|deadline|paid|until|end|leave|return|renew|review|last|next|joined|started|hired|לידה|תפוגה|פירעון|סיום|הצטרפות|אחרו|הבאה?(?:$|\s)|יעד|תוקף|להחזיר|החזרה|לתשלום/iu;
/** "Order date": the day on which the row itself came about. "Test date" of a list of pupils is another matter. */
const ofTheRow =
  /(?:^|\s)(?:order|ordered|event|visit|booking|booked|sale|sold|invoice|created|logged|entered|received|purchased?|transaction|session|delivery|donation|call|reported|raised|opened|issued?|placed|appointment|deal|trip|meeting|shift|game|match|performance|show|concert)(?:$|\s)/iu;
/** "Brought", "Arrived": what was done with the row then. */
const isVerb =
  /^(?:\p{L}+ed|brought|came|made|sent|bought|sold|lent|taken|given|done|held|built|begun|seen|met|in)(?: (?:in|on|at|out))?$/iu;
const isOfRows = (head: Head, { table }: Sheet): boolean =>
  head.name
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => word.length > 3 && `${table.path} ${table.sheet ?? ''}`.toLowerCase().includes(word));
export const startOf = (sheet: Sheet): Head | undefined => {
  const days = sheet.heads.filter(({ name, kind }) => kind === 'day' && !ownDay.test(name));
  const [first] = days;
  const isOnly = sheet.heads.filter(({ kind }) => kind === 'day').length === 1;
  return (
    days.find(({ name }) => startNames.test(name.toLowerCase())) ??
    (first && (isOnly || ofTheRow.test(first.name) || isVerb.test(first.name.trim()) || isOfRows(first, sheet))
      ? first
      : undefined)
  );
};
const endOf = (sheet: Sheet): Head | undefined => named(sheet, endNames, 'day');
const dueOf = (sheet: Sheet): Head | undefined =>
  named(
    sheet,
    /(?:^|\s)(?:due|deadline|due date|pay by|return by|back by|target|פירעון|מועד אחרון|יעד|להחזיר עד|החזרה עד|לתשלום עד|לשלם עד)(?:$|\s)/u,
    'day',
  );
export const paidDayOf = (sheet: Sheet): Head | undefined =>
  named(sheet, /(?:^|\s)(?:paid|payment date|date paid|settled|שולם)(?:$|\s)/u, 'day');
export const birthOf = (sheet: Sheet): Head | undefined => named(sheet, /birth|born|(?:^|\s)dob(?:$|\s)|לידה/u, 'day');

/** The day that the rows themselves are of: what is due, ends or was born then is another matter. */
export const mainDay = (sheet: Sheet): Head | undefined => {
  const days = sheet.heads.filter(({ kind }) => kind === 'day');
  return days.find(({ name }) => /^(?:date|day|תאריך|יום)$/iu.test(name)) ?? startOf(sheet);
};

/** The people or firms that the rows are about, the nearest first. */
const people =
  /(?:^|\s)(?:name|full name|guest|client|customer|volunteer|driver|lead|leader|assigned to|assignee|donor|household|supplier|vendor|student|pupil|member|tenant|owner|employee|teacher|technician|contact|person|patient|player|singer|organiser|responsible|שם|תלמיד|לקוח|מדריך|מורה|ספק|עובד|מתנדב|דייר|חבר|נהג|אחראי)(?:$|[\s/])/iu;
const isPersonName = (text: string): boolean => /^\p{Lu}[\p{L}'’.-]* (?:\p{Lu}[\p{L}'’.-]*\s?)+$/u.test(text);
/** A column that is called after people. */
export const isOfPeople = ({ name }: Head): boolean => people.test(name);
/** A column that is called so, or that is filled with names of two words each. */
export const peopleOf = (sheet: Sheet): readonly Head[] =>
  sheet.heads.filter(({ kind, name, texts }) => {
    if (kind !== 'text' || /type|סוג/iu.test(name)) return false;
    const named = [...texts.values()].filter(({ written }) => isPersonName(written)).length;
    return people.test(name) || (texts.size > 1 && named / texts.size > 0.8);
  });

/** Those who are put on a row, and not those it is for. */
const assigned =
  /volunteer|driver|lead|assign|technician|teacher|employee|staff|responsible|owner|instructor|מדריך|מורה|מתנדב|נהג|אחראי|עובד/iu;

/** Those whom a row is for: they are never the ones missing on it. */
const served =
  /client|customer|guest|donor|supplier|vendor|member|tenant|patient|student|pupil|לקוח|אורח|ספק|תלמיד|דייר/iu;

/** How many of the rows are cancelled, where a status says so. */
export const cancelledAmong = (
  sheet: Sheet,
  rows: readonly Row[],
): { readonly count: number; readonly word: string } | undefined => {
  const status = statusOf(sheet);
  const found = status ? rows.filter((row) => cancelled.test(text(row, status).toLowerCase())) : [];
  const [first] = found;
  return status && first ? { count: found.length, word: text(first, status) } : undefined;
};

const notCancelled = (sheet: Sheet): readonly Filter[] => {
  const status = statusOf(sheet);
  if (!status || ![...status.texts.keys()].some((each) => cancelled.test(each))) return [];
  const out = [...status.texts].filter(([each]) => cancelled.test(each)).map(([, { written }]) => written);
  const list = out.join(', ');
  return [
    {
      key: `cancelled`,
      keep: (row) => !cancelled.test(text(row, status).toLowerCase()),
      said: both(`${status.name} is not ${list}`, `${status.name} אינו ${list}`),
      clauses: [{ column: status.name, is: 'none of', values: out }],
    },
  ];
};

/** What is left of an amount when another one is taken off. */
export const lessThan = (whole: Head, part: Head): Amount => ({
  name: `${whole.name} − ${part.name}`,
  of: (row) => {
    const [total, less] = [number(row, whole), number(row, part)];
    return total === null && less === null ? null : Math.round(((total ?? 0) - (less ?? 0)) * 100) / 100;
  },
});

/** Which rows are unpaid, and how much of each: by a yes or no, a day of payment, a balance, or two amounts. */
const unpaid = (sheet: Sheet): StateRead | undefined => {
  const money = mainMoney(sheet);
  const whole: Amount | undefined = money && { name: money.name, of: (row) => number(row, money) };
  const amount = whole ? { amount: whole } : {};
  const balance = named(sheet, /balance|owed|owing|outstanding|debt|amount due|יתרת|יתרה|חוב/u, 'number');
  if (balance)
    return {
      filters: [
        {
          key: 'paid',
          keep: (row) => (number(row, balance) ?? 0) > 0,
          said: both(`${balance.name} is more than 0`, `${balance.name} יותר מ-0`),
          clauses: [{ column: balance.name, is: '>', than: 0 }],
        },
      ],
      amount: { name: balance.name, of: (row) => number(row, balance) },
    };
  const flag = sheet.heads.find(({ name, flag: yes }) => yes && /(?:^|\s)(?:paid|settled|שולם|שילם)/iu.test(name));
  // Paid or not, and how much of it: which of the two tells what is owed is not guessed.
  if (flag && named(sheet, /(?:^|\s)(?:paid|received|שולם)(?:$|\s)/u, 'number')) return undefined;
  if (flag?.flag) {
    const no = new Set(flag.flag.no.map((each) => each.toLowerCase()));
    const blank = sheet.rows.filter((row) => row[flag.at] === null).length;
    return {
      filters: [
        {
          key: 'paid',
          keep: (row) => no.has(text(row, flag).toLowerCase()),
          said: both(`${flag.name} is ${flag.flag.no[0]}`, `${flag.name} הוא ${flag.flag.no[0]}`),
          clauses: [{ column: flag.name, is: 'one of', values: flag.flag.no }],
          ...(blank > 0
            ? {
                notes: [
                  both(
                    `${flag.name} is empty in ${blank} more rows: they are not counted.`,
                    `${flag.name} ריק בעוד ${blank} שורות: הן לא נכללו.`,
                  ),
                ],
              }
            : {}),
        },
      ],
      ...amount,
    };
  }
  const day = paidDayOf(sheet);
  if (day)
    return {
      filters: [
        ...notCancelled(sheet),
        {
          key: 'paid',
          keep: (row) => row[day.at] === null,
          said: both(`${day.name} is empty`, `${day.name} ריק`),
          clauses: [{ column: day.name, is: 'empty' }],
        },
      ],
      ...amount,
    };
  const part = named(sheet, /(?:^|\s)(?:paid|received|שולם)(?:$|\s)/u, 'number');
  if (part && money && part !== money)
    return {
      filters: [
        {
          key: 'paid',
          keep: (row) => (number(row, money) ?? 0) - (number(row, part) ?? 0) > 0.004,
          said: both(`${part.name} is less than ${money.name}`, `${part.name} פחות מ-${money.name}`),
          clauses: [{ column: part.name, is: '<', than: { column: money.name } }],
        },
        ...notCancelled(sheet),
      ],
      amount: lessThan(money, part),
    };
  const status = statusOf(sheet) ?? paymentOf(sheet);
  const open = /^(?:unpaid|not paid|open|outstanding|overdue|owing|due|part paid|partly paid|לא שולם|טרם שולם|חוב)/u;
  const isPaid = [...(status?.texts.keys() ?? [])].some((each) => /^(?:paid|שולם)/u.test(each));
  const values = [...(status?.texts ?? [])].filter(([each]) => open.test(each)).map(([, { written }]) => written);
  if (!status || !isPaid || values.length === 0) return undefined;
  return {
    filters: [
      {
        key: 'paid',
        keep: (row) => open.test(text(row, status).toLowerCase()),
        said: both(`${status.name} is ${values.join(' or ')}`, `${status.name} הוא ${values.join(' או ')}`),
        clauses: [{ column: status.name, is: 'one of', values }],
      },
    ],
    ...amount,
  };
};

/** A yes or no that says whether a thing is back or done. */
const backOf = (sheet: Sheet, pattern: RegExp): StateRead | undefined => {
  const [head, other] = sheet.heads.filter(({ name, flag }) => flag && pattern.test(name));
  const no = head?.flag?.no ?? [];
  if (!head || other || no.length === 0) return undefined;
  const blank = sheet.rows.filter((row) => row[head.at] === null).length;
  return {
    filters: [
      {
        key: `value ${head.at}`,
        keep: (row) => no.some((each) => each.toLowerCase() === text(row, head).toLowerCase()),
        said: both(`${head.name} is ${no[0]}`, `${head.name} הוא ${no[0]}`),
        clauses: [{ column: head.name, is: 'one of', values: no }],
        ...(blank > 0
          ? {
              notes: [
                both(
                  `${head.name} is empty in ${blank} of all rows: those are not counted.`,
                  `${head.name} ריק ב-${blank} מכל השורות: הן לא נכללו.`,
                ),
              ],
            }
          : {}),
      },
    ],
  };
};
const isGone =
  /(?:^|\s)(?:sold|picked up|collected|left|returned|given away|gone|moved out|checked out|adopted|rehomed|נמכר|נמכרה|נאסף|נאספה|הוחזר)(?:$|\s)/u;
const isBack = /(?:^|\s)(?:returned|back|given back|brought back|הוחזר|הוחזרה|חזר)(?:$|[\s?])/iu;
const isEnded =
  /(?:^|\s)(?:returned|back|done|closed|completed?|finished|handled|resolved|הוחזר|הוחזרה|חזר|בוצע|טופל|נסגר|הושלם)(?:$|[\s?])/iu;

const isOfBills = ({ table, heads }: Sheet): boolean =>
  /invoice|bill|receivable|payable|חשבוני/iu.test(`${table.path} ${table.sheet ?? ''} ${heads[0]?.name ?? ''}`);

const open = (sheet: Sheet): StateRead | undefined => {
  const status = statusOf(sheet);
  // "Open invoices" of a table that knows when each was paid: those that were not.
  if (!status) return backOf(sheet, isEnded) ?? (paidDayOf(sheet) && isOfBills(sheet) ? unpaid(sheet) : undefined);
  const ended = (each: string) => finished.test(each) || cancelled.test(each);
  const out = [...status.texts].filter(([each]) => ended(each)).map(([, { written }]) => written);
  if (out.length === 0) return undefined;
  return {
    filters: [
      {
        key: 'status',
        keep: (row) => !ended(text(row, status).toLowerCase()),
        said: both(`${status.name} is not ${out.join(', ')}`, `${status.name} אינו ${out.join(', ')}`),
        clauses: [{ column: status.name, is: 'none of', values: out }],
      },
    ],
  };
};

/** A table of things that are never done, only due again: no column says that they are finished or paid. */
/** A column of payment that says what was paid and what was not. */
const paymentOf = (sheet: Sheet): Head | undefined =>
  sheet.heads.find(
    ({ name, kind, texts }) =>
      kind === 'text' &&
      /paid|payment|תשלום|שולם/iu.test(name) &&
      [...texts.keys()].some((each) => /^(?:paid|שולם)$/u.test(each)),
  );

const tellsNoEnd = (sheet: Sheet): boolean =>
  statusOf(sheet) === undefined &&
  !sheet.heads.some(({ name }) => /paid|done|complete|returned|closed|שולם|בוצע|הוחזר/iu.test(name));

/** What a state comes to in this table; undefined where no column tells it. */
export const readState = (sheet: Sheet, state: State, today: string): StateRead | undefined => {
  const status = statusOf(sheet);
  switch (state) {
    case 'unpaid':
      return unpaid(sheet);
    case 'paid': {
      const flag = sheet.heads.find(({ name, flag: yes }) => yes && /(?:^|\s)(?:paid|settled|שולם|שילם)/iu.test(name));
      const found = unpaid(sheet);
      const [filter] = found?.filters.filter(({ key }) => key === 'paid') ?? [];
      if (!filter) return undefined;
      const money = mainMoney(sheet);
      return {
        filters: [
          {
            key: 'paid',
            // An empty cell says neither yes nor no.
            keep: (row) => !filter.keep(row) && (flag === undefined || row[flag.at] !== null),
            said: both(
              flag ? `${flag.name} is ${flag.flag?.yes[0]}` : `not (${filter.said.en})`,
              flag ? `${flag.name} הוא ${flag.flag?.yes[0]}` : `לא (${filter.said.he})`,
            ),
            ...(flag?.flag ? { clauses: [{ column: flag.name, is: 'one of', values: flag.flag.yes }] } : {}),
          },
        ],
        ...(money ? { amount: { name: money.name, of: (row) => number(row, money) } } : {}),
      };
    }
    case 'kept': {
      // What went has its day: "Sold on", "Picked up". What is still there has none.
      const [gone, other] = sheet.heads.filter(({ name, kind }) => kind === 'day' && isGone.test(name.toLowerCase()));
      if (!gone || other) return stayingOn(sheet, today);
      return {
        filters: [
          {
            key: `value ${gone.at}`,
            keep: (row) => row[gone.at] === null && sheet.shown[sheet.rows.indexOf(row)]?.[gone.at] === null,
            said: both(`${gone.name} is empty`, `${gone.name} ריק`),
            clauses: [{ column: gone.name, is: 'empty' }],
          },
        ],
      };
    }
    case 'overdue': {
      const due = dueOf(sheet);
      const pending = unpaid(sheet) ?? open(sheet) ?? (tellsNoEnd(sheet) ? { filters: [] } : undefined);
      if (!due || !pending) return undefined;
      const past: Filter = {
        key: `due ${due.at}`,
        keep: (row) => row[due.at] !== null && text(row, due) < today,
        said: both(`${due.name} is before ${today}`, `${due.name} לפני ${today}`),
        clauses: [{ column: due.name, is: 'days', from: '', to: today }],
      };
      return { ...pending, filters: [...pending.filters, past] };
    }
    case 'paid late': {
      const [due, paid] = [dueOf(sheet), paidDayOf(sheet)];
      if (!due || !paid) return undefined;
      return {
        filters: [
          {
            key: 'late',
            keep: (row) => row[due.at] !== null && row[paid.at] !== null && text(row, paid) > text(row, due),
            said: both(`${paid.name} is after ${due.name}`, `${paid.name} אחרי ${due.name}`),
            clauses: [{ column: paid.name, is: '>', than: { column: due.name } }],
          },
        ],
      };
    }
    case 'done': {
      const values = [...(status?.texts ?? [])]
        .filter(([each]) => finished.test(each))
        .map(([, { written }]) => written);
      if (!status || values.length === 0) return undefined;
      return {
        filters: [
          {
            key: 'status',
            keep: (row) => finished.test(text(row, status).toLowerCase()),
            said: both(`${status.name} is ${values.join(' or ')}`, `${status.name} הוא ${values.join(' או ')}`),
            clauses: [{ column: status.name, is: 'one of', values }],
          },
        ],
      };
    }
    case 'open':
      return open(sheet);
    case 'out':
      return backOf(sheet, isBack);
    case 'to come': {
      const start = startOf(sheet);
      if (!start) return undefined;
      return {
        filters: [
          {
            key: `day ${start.at}`,
            keep: (row) => text(row, start) >= today,
            said: both(`${start.name} is ${today} or later`, `${start.name} מ-${today} והלאה`),
            clauses: [{ column: start.name, is: 'days', from: today, to: '' }],
          },
          ...notCancelled(sheet),
        ],
      };
    }
    case 'nobody': {
      const blank = peopleOf(sheet).filter(({ at }) => sheet.rows.some((row) => row[at] === null));
      const others = blank.filter(({ name }) => !served.test(name));
      const meant = blank.find(({ name }) => assigned.test(name)) ?? (others.length === 1 ? others[0] : undefined);
      if (!meant) return undefined;
      return {
        filters: [
          {
            key: `value ${meant.at}`,
            keep: (row) => row[meant.at] === null,
            said: both(`${meant.name} is empty`, `${meant.name} ריק`),
            clauses: [{ column: meant.name, is: 'empty' }],
          },
        ],
      };
    }
    case 'vacant': {
      const free = status
        ? [...status.texts].filter(([each]) => /^(?:vacant|free|available|empty|unlet|פנוי|פנויה|ריק)/u.test(each))
        : [];
      if (status && free.length > 0) {
        const words = new Set(free.map(([each]) => each));
        const list = free.map(([, { written }]) => written);
        return {
          filters: [
            {
              key: 'status',
              keep: (row) => words.has(text(row, status).toLowerCase().trim()),
              said: both(`${status.name} is ${list.join(' or ')}`, `${status.name} הוא ${list.join(' או ')}`),
              clauses: [{ column: status.name, is: 'one of', values: list }],
            },
          ],
        };
      }
      const held = peopleOf(sheet).filter(({ at }) => sheet.rows.some((row) => row[at] === null));
      const [who, second] = held;
      if (!who || second) return undefined;
      return {
        filters: [
          {
            key: `value ${who.at}`,
            keep: (row) => row[who.at] === null,
            said: both(`${who.name} is empty`, `${who.name} ריק`),
            clauses: [{ column: who.name, is: 'empty' }],
          },
        ],
      };
    }
    case 'expired': {
      const expiry = named(sheet, /expir|use by|best before|valid until|תפוגה|תוקף/u, 'day');
      if (!expiry) return undefined;
      return {
        filters: [
          {
            key: `day ${expiry.at}`,
            keep: (row) => row[expiry.at] !== null && text(row, expiry) < today,
            said: both(`${expiry.name} is before ${today}`, `${expiry.name} לפני ${today}`),
            clauses: [{ column: expiry.name, is: 'days', from: '', to: today }],
          },
        ],
      };
    }
    default:
      return undefined;
  }
};

/** Who is there on a day: came by then and leaves later. */
export const stayingOn = (sheet: Sheet, day: string): StateRead | undefined => {
  const [start, end] = [startOf(sheet), endOf(sheet)];
  if (!start || !end) return undefined;
  return {
    filters: [
      {
        key: 'stay',
        keep: (row) => row[start.at] !== null && text(row, start) <= day && text(row, end) > day,
        said: both(
          `${start.name} is ${day} or before and ${end.name} is ${plusDays(day, 1)} or later`,
          `${start.name} עד ${day} ו-${end.name} מ-${plusDays(day, 1)}`,
        ),
        clauses: [
          { column: start.name, is: 'days', from: '', to: plusDays(day, 1) },
          { column: end.name, is: 'days', from: plusDays(day, 1), to: '' },
        ],
      },
      ...notCancelled(sheet),
    ],
  };
};
