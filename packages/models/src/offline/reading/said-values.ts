/** Days and amounts as people write them, read into parts and written again in the way of another one. */

/** A day; the year may have been left out. Months count from 1. */
export type Day = { readonly year?: number; readonly month: number; readonly day: number };

const monthNames: readonly (readonly string[])[] = [
  ['january', 'jan', 'ינואר'],
  ['february', 'feb', 'פברואר'],
  ['march', 'mar', 'מרץ', 'מרס'],
  ['april', 'apr', 'אפריל'],
  ['may', 'may', 'מאי'],
  ['june', 'jun', 'יוני'],
  ['july', 'jul', 'יולי'],
  ['august', 'aug', 'אוגוסט'],
  ['september', 'sep', 'ספטמבר', 'sept'],
  ['october', 'oct', 'אוקטובר'],
  ['november', 'nov', 'נובמבר'],
  ['december', 'dec', 'דצמבר'],
];
const english = monthNames.flatMap((names) => names.filter((name) => /^[a-z]/.test(name))).toSorted(byLength);
const hebrew = monthNames.flatMap((names) => names.filter((name) => !/^[a-z]/.test(name)));
function byLength(a: string, b: string): number {
  return b.length - a.length;
}
const monthOf = (word: string): number =>
  monthNames.findIndex((names) => names.includes(word.toLowerCase().replace(/\.$/u, ''))) + 1;

const en = `(?:${english.join('|')})\\.?`;
const he = `(?:${hebrew.join('|')})`;
const year = '(?:19|20)\\d\\d';
/** Every way a day is written, without anchors; whoever uses it sets what may stand around it. */
export const dayPattern = [
  `${year}-\\d{1,2}-\\d{1,2}`,
  '\\d{1,2}([/.-])\\d{1,2}\\1(?:\\d{4}|\\d{2})(?![\\d/.-])',
  `\\d{1,2}(?:st|nd|rd|th)?(?: of)? ${en}(?:,? ${year})?(?![\\p{L}])`,
  `${en} \\d{1,2}(?:st|nd|rd|th)?(?:,? ${year})?(?![\\p{L}\\d:])`,
  `\\d{1,2} ב?${he}(?: ${year})?(?![\\p{L}])`,
].join('|');

const real = (parts: Day): Day | undefined => {
  const last = new Date(Date.UTC(parts.year ?? 2024, parts.month, 0)).getUTCDate();
  return parts.month >= 1 && parts.month <= 12 && parts.day >= 1 && parts.day <= last ? parts : undefined;
};
const withYear = (said: string | undefined): { readonly year?: number } => {
  if (said === undefined) return {};
  return { year: said.length === 2 ? 2000 + Number(said) : Number(said) };
};

/** A day from a text that is nothing else. Day first, unless `isMonthFirst`. */
export const readDay = (text: string, isMonthFirst = false): Day | undefined => {
  const plain = text.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:T00:00(?::00)?.*)?$/.exec(plain);
  if (iso) return real({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
  const digits = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(plain);
  if (digits) {
    const [first, second] = [Number(digits[1]), Number(digits[3])];
    const [day, month] = (isMonthFirst && first <= 12) || second > 12 ? [second, first] : [first, second];
    return real({ ...withYear(digits[4]), month, day });
  }
  const named =
    new RegExp(`^(?<d>\\d{1,2})(?:st|nd|rd|th)?(?: of)? (?<m>${en})(?:,? (?<y>${year}))?$`, 'iu').exec(plain) ??
    new RegExp(`^(?<m>${en}) (?<d>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<y>${year}))?$`, 'iu').exec(plain) ??
    new RegExp(`^(?<d>\\d{1,2}) ב?(?<m>${he})(?: (?<y>${year}))?$`, 'u').exec(plain);
  if (!named?.groups) return undefined;
  const { d, m = '', y } = named.groups;
  return real({ ...withYear(y), month: monthOf(m), day: Number(d) });
};

const two = (value: number): string => String(value).padStart(2, '0');
export const isoOf = ({ year: y, month, day }: Day & { readonly year: number }): string =>
  `${y}-${two(month)}-${two(day)}`;

/** The year that puts the day nearest to another one; undefined where two are about equally near. */
export const nearestYear = (day: Day, to: string): number | undefined => {
  const base = Date.parse(to.slice(0, 10));
  if (Number.isNaN(base)) return undefined;
  const far = (y: number) => Math.abs(Date.UTC(y, day.month - 1, day.day) - base) / 86_400_000;
  const middle = Number(to.slice(0, 4));
  const [near, next] = [middle - 1, middle, middle + 1].toSorted((a, b) => far(a) - far(b));
  return near !== undefined && next !== undefined && far(next) - far(near) > 60 ? near : undefined;
};

/** The day written as another text writes one; undefined where that text needs a year and none is known. */
export const writeDayLike = (day: Day, like: string): string | undefined => {
  const plain = like.trim();
  const { year: y, month, day: d } = day;
  if (/^\d{4}-\d\d-\d\d/.test(plain)) return y === undefined ? undefined : isoOf({ ...day, year: y });
  const digits = /^(\d{1,2})([/.-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(plain);
  if (digits) {
    const [, first = '', sign = '/', second = '', years] = digits;
    if (years !== undefined && y === undefined) return undefined;
    const isPadded = /^0/.test(first) || /^0/.test(second) || (first.length === 2 && second.length === 2);
    const write = (value: number) => (isPadded ? two(value) : String(value));
    const isMonthFirst = Number(second) > 12;
    const parts = isMonthFirst ? [write(month), write(d)] : [write(d), write(month)];
    return [...parts, ...(years === undefined ? [] : [String(y).slice(-years.length)])].join(sign);
  }
  const names = monthNames[month - 1] ?? [];
  const name = new RegExp(`(?<![\\p{L}])(ב?)(${english.join('|')}|${hebrew.join('|')})`, 'iu').exec(plain);
  const old = name?.[2] ?? '';
  if (old === '') return undefined;
  const isHebrew = /\p{Script=Hebrew}/u.test(old);
  const long = isHebrew ? names[2] : names[0];
  const isShort = !isHebrew && old.length <= 4 && monthNames[monthOf(old) - 1]?.[0] !== old.toLowerCase();
  const word = isShort ? (names[1] ?? '') : (long ?? '');
  const cased = /^\p{Lu}/u.test(old) ? word.charAt(0).toUpperCase() + word.slice(1) : word;
  if (new RegExp(year).test(plain) && y === undefined) return undefined;
  return plain
    .replace(new RegExp(year), '\u0001')
    .replace(/\d{1,2}(st|nd|rd|th)?/u, (_all, ending) => `${d}${ending === undefined ? '' : endingOf(d)}`)
    .replace(old, cased)
    .replace('\u0001', String(y));
};
const endingOf = (day: number): string =>
  day % 10 === 1 && day !== 11
    ? 'st'
    : day % 10 === 2 && day !== 12
      ? 'nd'
      : day % 10 === 3 && day !== 13
        ? 'rd'
        : 'th';

/** An amount: its number, how many decimals it was written with, and its sign of money. */
export type Amount = { readonly value: number; readonly decimals: number; readonly sign: string };

const signs: Readonly<Record<string, string>> = {
  pound: '£',
  pounds: '£',
  quid: '£',
  gbp: '£',
  dollar: '$',
  dollars: '$',
  usd: '$',
  euro: '€',
  euros: '€',
  eur: '€',
  shekel: '₪',
  shekels: '₪',
  nis: '₪',
  ils: '₪',
  שקל: '₪',
  שקלים: '₪',
  'ש״ח': '₪',
  'ש"ח': '₪',
  שח: '₪',
  יורו: '€',
  דולר: '$',
  דולרים: '$',
};
export const moneyWords = Object.keys(signs);
const moneyWord = `(?:${moneyWords.toSorted(byLength).join('|')})(?![\\p{L}])`;
const figures = '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:\\.\\d+)?';
/** An amount with or without its sign; a number of other things is one too. */
export const amountPattern = `[£$€₪] ?-?(?:${figures})|(?:${figures})(?: ?[£$€₪]| ?${moneyWord})?`;

export const readAmount = (text: string): Amount | undefined => {
  const found = new RegExp(
    `^(?<before>[£$€₪])? ?(?<minus>-)?(?<figures>${figures}) ?(?<after>[£$€₪]|${moneyWord})?$`,
    'iu',
  ).exec(text.trim());
  if (!found?.groups) return undefined;
  const { before, minus, figures: said = '', after } = found.groups;
  const plain = said.replaceAll(',', '');
  const sign = before ?? (after === undefined ? '' : (signs[after.toLowerCase()] ?? after));
  return {
    value: Number(plain) * (minus === undefined ? 1 : -1),
    decimals: plain.split('.')[1]?.length ?? 0,
    sign,
  };
};

export const phonePattern = '\\+?\\(?\\d[\\d()]*(?:[ -]\\(?\\d[\\d()]*){1,5}|0\\d{8,10}|\\+\\d{9,14}';
export const isPhone = (text: string): boolean =>
  new RegExp(`^(?:${phonePattern})$`, 'u').test(text.trim()) &&
  text.replace(/\D/gu, '').length >= 7 &&
  readDay(text) === undefined;
export const emailPattern = '[\\w.+-]+@[\\w-]+(?:\\.[\\w-]+)+';
