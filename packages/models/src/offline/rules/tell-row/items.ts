import {
  amountPattern,
  dayPattern,
  emailPattern,
  isoOf,
  isPhone,
  phonePattern,
  readAmount,
  readDay,
} from '../../reading/said-values.ts';

/** One piece of what was told. A day may lack its year or its month: the row that is meant has them. */
export type Item =
  | { readonly kind: 'word' | 'quote' | 'phone' | 'email' | 'break' | 'time'; readonly said: string }
  | { readonly kind: 'number'; readonly said: string; readonly value: number; readonly sign: string }
  | {
      readonly kind: 'day';
      readonly said: string;
      readonly isRelative?: true;
      readonly year?: number;
      readonly month?: number;
      readonly day?: number;
    }
  | { readonly kind: 'weekday'; readonly said: string; readonly weekday: number };

const weekdays: readonly RegExp[] = [
  /^sun(?:day)?$/iu,
  /^mon(?:day)?$/iu,
  /^tue(?:s|sday)?$/iu,
  /^wed(?:nesday)?$/iu,
  /^thu(?:rs|r|rsday)?$/iu,
  /^fri(?:day)?$/iu,
  /^sat(?:urday)?$/iu,
];
const weekdayNames = '(?:sun|mon|tues|wednes|thurs|fri|satur)day(?=s?(?![\\p{L}]))';
const months =
  '(?:january|february|march|april|june|july|august|september|october|november|december|ינואר|פברואר|מרץ|אפריל|מאי|יוני|יולי|אוגוסט|ספטמבר|אוקטובר|נובמבר|דצמבר)';

type Reader = readonly [RegExp, (found: RegExpExecArray) => Item | undefined];
const readers: readonly Reader[] = [
  [/^"([^"]+)"/u, (found) => ({ kind: 'quote', said: found[1] ?? '' })],
  // A day that was said as "yesterday".
  [
    /^‹(\d{4})-(\d\d)-(\d\d)›/u,
    (found) => ({
      kind: 'day',
      said: found[0].slice(1, -1),
      isRelative: true,
      year: Number(found[1]),
      month: Number(found[2]),
      day: Number(found[3]),
    }),
  ],
  [new RegExp(`^${emailPattern}`, 'u'), ([said]) => ({ kind: 'email', said })],
  [new RegExp(`^(?:ב-?|ה-?|מ-?|ל-?)?(?:${dayPattern})(?![\\p{L}\\d])`, 'iu'), ([said]) => dayItem(said)],
  [
    /^(?:the )?(\d{1,2})(?:st|nd|rd|th)(?![\p{L}\d])/iu,
    (found) => ({ kind: 'day', said: found[0], day: Number(found[1]) }),
  ],
  [
    /^(?:ש?ב|מ|ל|ה|ב)-?ה?-?(\d{1,2})[./](\d{1,2})(?![\d./]|\s?(?:שעות|ש"ח|שח))/u,
    (found) => ({ kind: 'day', said: found[0], day: Number(found[1]), month: Number(found[2]) }),
  ],
  [
    /^(\d{1,2})\/(\d{1,2})(?![\d/])/u,
    (found) => ({ kind: 'day', said: found[0], day: Number(found[1]), month: Number(found[2]) }),
  ],
  [
    new RegExp(`^${weekdayNames}`, 'iu'),
    ([said]) => ({ kind: 'weekday', said, weekday: weekdays.findIndex((each) => each.test(said)) }),
  ],
  [
    new RegExp(`^[בלמהש]{0,2}${months}(?![\\p{L}])`, 'iu'),
    ([said]) => {
      const day = readDay(`1 ${said.replace(/^[בלמהש]{0,2}(?=\p{Script=Hebrew}{3})/u, '')}`) ?? readDay(`1 ${said}`);
      return day ? { kind: 'day', said, month: day.month } : undefined;
    },
  ],
  [
    new RegExp(`^(?:${phonePattern})(?![\\p{L}\\d])`, 'u'),
    ([said]) => (isPhone(said) ? { kind: 'phone', said } : undefined),
  ],
  [/^ב?-?(\d{1,2}:\d\d)(?!\d)/u, (found) => ({ kind: 'time', said: found[1] ?? '' })],
  [
    /^(\d+(?:\.\d+)?)p(?![\p{L}\d])/iu,
    (found) => ({ kind: 'number', said: found[0], value: Number(found[1]) / 100, sign: '£' }),
  ],
  [/^\p{L}{1,5}[-/]?\d+(?![\p{L}])/u, ([said]) => ({ kind: 'word', said })],
  [
    new RegExp(`^(?:[בל]-?)?(${amountPattern})(?![\\p{L}\\d:%])`, 'iu'),
    (found) => {
      const amount = readAmount(found[1] ?? '');
      return amount ? { kind: 'number', said: found[1] ?? '', value: amount.value, sign: amount.sign } : undefined;
    },
  ],
  [/^[\p{L}\p{N}@](?:[\p{L}\p{N}&/.'"״׳%-]*[\p{L}\p{N}'׳%])?/u, ([said]) => ({ kind: 'word', said })],
  [/^[,;.!?¶:()\n–—-]+/u, ([said]) => ({ kind: 'break', said })],
];

const dayItem = (said: string): Item | undefined => {
  const day = readDay(said.replace(/^[בהמל]-?(?=\d)/u, ''));
  return day ? { kind: 'day', said, ...day } : undefined;
};

/** The pieces of a sentence in their order. */
export const itemsOf = (text: string): readonly Item[] => {
  const items: Item[] = [];
  let rest = text.replaceAll('’', "'").trim();
  while (rest !== '') {
    const before = rest;
    for (const [pattern, read] of readers) {
      const found = pattern.exec(rest);
      const item = found ? read(found) : undefined;
      if (!found || !item) continue;
      items.push(...apart(item));
      rest = rest.slice(found[0].length).trimStart();
      break;
    }
    if (rest === before) rest = rest.slice(1).trimStart();
  }
  return items;
};

/** "Mick's" and "she's": what is owned and what is stand apart from the name. */
const apart = (item: Item): readonly Item[] => {
  const found = item.kind === 'word' ? /^(.+)'(s|re|ve|ll|d|m)$/iu.exec(item.said) : null;
  return found
    ? [
        { kind: 'word', said: found[1] ?? '' },
        { kind: 'word', said: `'${found[2]?.toLowerCase()}` },
      ]
    : [item];
};

/** Whether a cell is on that day. */
export const isOnDay = (cell: string, item: Extract<Item, { kind: 'day' | 'weekday' }>): boolean => {
  const month = /^(\d{4})-(\d\d)$/u.exec(cell);
  if (month && item.kind === 'day')
    return (
      item.day === undefined &&
      item.month === Number(month[2]) &&
      (item.year === undefined || item.year === Number(month[1]))
    );
  const day = readDay(cell.replace(/[T ]00:00.*$/u, ''));
  if (day?.year === undefined) return false;
  if (item.kind === 'weekday')
    return new Date(`${isoOf({ ...day, year: day.year })}T00:00:00Z`).getUTCDay() === item.weekday;
  return (
    (item.year === undefined || item.year === day.year) &&
    (item.month === undefined || item.month === day.month) &&
    (item.day === undefined || item.day === day.day)
  );
};
