/**
 * Stretches of time as office people say them: "next week", "since June", "on the 17th", "8-12.11". Each is taken off the
 * words and leaves a mark (`‹0›`); which year a bare month is of is settled by the column it turns out to speak of.
 */
export type Span = {
  /** The first day and the day after the last; an open end is empty. */
  readonly from: string;
  readonly to: string;
  readonly said: string;
  /** The year was not said: the months of the column settle it. */
  readonly isYearless?: boolean;
  /** A single day, which a stay can contain. */
  readonly isDay?: boolean;
};

export type SpansTaken = { readonly words: string; readonly spans: readonly Span[] };

const dayLength = 86_400_000;
const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);
export const plusDays = (day: string, count: number): string => iso(timeOf(day) + count * dayLength);
const plusMonths = (day: string, count: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return iso(Date.UTC(year, month - 1 + count, 1));
};
const firstOfMonth = (day: string): string => `${day.slice(0, 7)}-01`;
/** The week begins on Monday, in Hebrew on Sunday. */
const firstOfWeek = (day: string, isHebrew: boolean): string => {
  const weekday = new Date(timeOf(day)).getUTCDay();
  return plusDays(day, -(isHebrew ? weekday : (weekday + 6) % 7));
};

const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'ינואר'],
  ['february', 'feb', 'פברואר'],
  ['march', 'mar', 'מרץ', 'מרס'],
  ['april', 'apr', 'אפריל'],
  ['may', 'מאי'],
  ['june', 'jun', 'יוני'],
  ['july', 'jul', 'יולי'],
  ['august', 'aug', 'אוגוסט'],
  ['september', 'sept', 'sep', 'ספטמבר'],
  ['october', 'oct', 'אוקטובר'],
  ['november', 'nov', 'נובמבר'],
  ['december', 'dec', 'דצמבר'],
];
const month = `(${months
  .flat()
  .toSorted((a, b) => b.length - a.length)
  .join('|')})`;
const monthAt = (word: string): number => months.findIndex((names) => names.includes(word));
const weekdays: readonly (readonly string[])[] = [
  ['sunday', 'sun', 'ראשון'],
  ['monday', 'mon', 'שני'],
  ['tuesday', 'tues', 'tue', 'שלישי'],
  ['wednesday', 'wed', 'רביעי'],
  ['thursday', 'thurs', 'thu', 'חמישי'],
  ['friday', 'fri', 'שישי'],
  ['saturday', 'sat', 'שבת'],
];
const weekdayEn = `(${weekdays
  .map(([long = '', ...rest]) => [long, ...rest.filter((each) => /^[a-z]/.test(each))].join('|'))
  .join('|')})`;
const weekdayHe = `(${weekdays.map((names) => names.at(-1)).join('|')})`;
const weekdayAt = (word: string): number => weekdays.findIndex((names) => names.includes(word));
const numbers: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  שבועיים: 2,
  חודשיים: 2,
};
const year = '((?:19|20)\\d\\d)';
const ordinal = '(\\d{1,2})(?:st|nd|rd|th)?';

/** `today` as 2026-11-18; the words in small letters. */
export const takeSpans = (request: string, today: string, isHebrew: boolean): SpansTaken => {
  const spans: Span[] = [];
  const put = (span: Span | undefined, all: string): string => {
    if (!span) return all;
    spans.push(span);
    return ` ‹${spans.length - 1}› `;
  };
  const sinceNewYear = {
    from: `${today.slice(0, 4)}-01-01`,
    to: '',
    said: `${isHebrew ? 'מ-' : 'since '}${today.slice(0, 4)}-01-01`,
  };
  let words = request.replace(
    /(?<![\p{L}])(?:(?:since|from) )?(?:the )?(?:start|beginning) of (?:the|this) year(?![\p{L}])|(?<![\p{L}])מתחילת השנה(?![\p{L}])/giu,
    (all) => put(sinceNewYear, all),
  );
  const each = (source: string, read: (found: readonly (string | undefined)[], all: string) => Span | undefined) => {
    words = words.replace(new RegExp(`(?<![\\p{L}\\p{N}‹./-])${source}(?![\\p{L}\\p{N}])`, 'giu'), (all, ...found) =>
      put(
        read(
          found.map((one) => (typeof one === 'string' ? one.toLowerCase() : undefined)),
          all.trim(),
        ),
        all,
      ),
    );
  };
  const range = (from: string, to: string, said: string): Span => ({ from, to, said });
  const day = (at: string, said: string): Span => ({ from: at, to: plusDays(at, 1), said, isDay: true });
  const on = (y: number | undefined, m: number, d: number, said: string): Span | undefined => {
    const guess = y ?? Number(today.slice(0, 4));
    const at = iso(Date.UTC(guess, m, d));
    if (m < 0 || m > 11 || Number(at.slice(8)) !== d) return undefined;
    return { ...day(at, said), ...(y === undefined ? { isYearless: true } : {}) };
  };
  const inMonth = (m: number, y: string | undefined, said: string): Span => {
    const from = iso(Date.UTC(Number(y ?? today.slice(0, 4)), m, 1));
    return { ...range(from, plusMonths(from, 1), said), ...(y === undefined ? { isYearless: true } : {}) };
  };
  const he = '[ובלמהש]{0,2}-?';
  each(`${year}-(\\d\\d)-(\\d\\d)`, ([y, m, d], all) => on(Number(y), Number(m) - 1, Number(d), all));
  each(`${he}(\\d{1,2})[./](\\d{1,2})[./]${year}`, ([d, m, y], all) => on(Number(y), Number(m) - 1, Number(d), all));
  // "22.06.26": the year in two digits.
  each(`${he}(\\d{1,2})[./](\\d{1,2})[./](\\d{2})`, ([d, m, y], all) =>
    on(2000 + Number(y), Number(m) - 1, Number(d), all),
  );
  // "8-12.11" is a week of one month.
  each(`${he}(\\d{1,2})-(\\d{1,2})[./](\\d{1,2})`, ([a, b, m], all) => {
    const [first, last] = [on(undefined, Number(m) - 1, Number(a), all), on(undefined, Number(m) - 1, Number(b), all)];
    return first && last ? { from: first.from, to: last.to, said: all, isYearless: true } : undefined;
  });
  each(`${he}(\\d{1,2})[./](\\d{1,2})`, ([d, m], all) => on(undefined, Number(m) - 1, Number(d), all));
  // "2nd to 7th of November".
  each(
    `(?:the )?${ordinal} ?(?:to|until|till|through|and|-|–) ?(?:the )?${ordinal}(?: of)? ${month},?(?: ${year})?`,
    ([a, b, m, y], all) => {
      const at = y === undefined ? undefined : Number(y);
      const [first, last] = [on(at, monthAt(m ?? ''), Number(a), all), on(at, monthAt(m ?? ''), Number(b), all)];
      return first && last && first.from <= last.from
        ? { from: first.from, to: last.to, said: all, ...(y === undefined ? { isYearless: true } : {}) }
        : undefined;
    },
  );
  each(`(?:the )?(?:${weekdayEn},? )?(?:the )?${ordinal}(?: of)? ${month},?(?: ${year})?`, ([, d, m, y], all) =>
    on(y === undefined ? undefined : Number(y), monthAt(m ?? ''), Number(d), all),
  );
  each(`${month} ${ordinal}(?:,? ${year})?`, ([m, d, y], all) =>
    on(y === undefined ? undefined : Number(y), monthAt(m ?? ''), Number(d), all),
  );
  each(`ה?-?(\\d{1,2}) ב${month}`, ([d, m], all) => on(undefined, monthAt(m ?? ''), Number(d), all));
  each(`(?:on |from |of )?(?:the )(\\d{1,2})(?:st|nd|rd|th)`, ([d], all) =>
    on(undefined, Number(today.slice(5, 7)) - 1, Number(d), all.replace(/^(?:on|from|of) /iu, '')),
  );
  each(`${month},? (?:of )?last year|last ${month}`, ([m, other], all) =>
    inMonth(monthAt(m ?? other ?? ''), String(Number(today.slice(0, 4)) - (m === undefined ? 0 : 1)), all),
  );
  each(`${he}${month}(?:,? (?:of )?${year})?`, ([m, y], all) => {
    // "May" alone is a word as well: it is a month behind a word that leads to one.
    const isWord =
      all.toLowerCase() === 'may' &&
      !/^\s*may\s*$/iu.test(words.replace(/[?!.,]/gu, '')) &&
      !/(?:in|since|for|from|to|and|until|vs|or|of) may(?![\p{L}])/iu.test(words);
    return isWord ? undefined : inMonth(monthAt(m ?? ''), y, all);
  });
  const week = firstOfWeek(today, isHebrew);
  const first = firstOfMonth(today);
  const quarter = `${today.slice(0, 4)}-${String(Math.floor((Number(today.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`;
  const y = Number(today.slice(0, 4));
  const relative: readonly (readonly [string, Span])[] = [
    ['today|tonight|this morning|this afternoon|this evening|היום|הלילה|הערב', day(today, today)],
    ['tomorrow|מחר', day(plusDays(today, 1), plusDays(today, 1))],
    ['yesterday|last night|אתמול', day(plusDays(today, -1), plusDays(today, -1))],
    ['(?:this|the current) week|ב?השבוע|השבוע הזה|לשבוע הזה', range(week, plusDays(week, 7), '')],
    [
      '(?:the )?(?:next|coming|following) week|[בל]?(?:ה?שבוע הבא|שבוע הבא)',
      range(plusDays(week, 7), plusDays(week, 14), ''),
    ],
    ['(?:last|the past|previous) week|[בל]?(?:ה?שבוע שעבר|שבוע שעבר)', range(plusDays(week, -7), week, '')],
    ['this weekend|the weekend|סוף השבוע', range(plusDays(week, isHebrew ? 5 : 5), plusDays(week, 7), '')],
    ['(?:this|the current) month|ב?החודש|החודש הזה', range(first, plusMonths(first, 1), '')],
    ['(?:the )?(?:next|coming) month|[בל]?ה?חודש הבא', range(plusMonths(first, 1), plusMonths(first, 2), '')],
    ['(?:last|the past|previous) month|[בל]?ה?חודש ש?עבר', range(plusMonths(first, -1), first, '')],
    ['(?:this|the current) quarter|הרבעון הזה|הרבעון', range(quarter, plusMonths(quarter, 3), '')],
    ['(?:last|previous) quarter|ה?רבעון ש?עבר', range(plusMonths(quarter, -3), quarter, '')],
    ['(?:this|the current) year|so far this year|השנה(?! ה)', range(`${y}-01-01`, `${y + 1}-01-01`, '')],
    ['last year|(?:ב?שנה שעברה)', range(`${y - 1}-01-01`, `${y}-01-01`, '')],
    ['next year|(?:ב?שנה הבאה)', range(`${y + 1}-01-01`, `${y + 2}-01-01`, '')],
  ];
  for (const [source, span] of relative)
    each(`(?:${source})`, () => ({ ...span, said: span.said === '' ? between(span) : span.said }));
  each('(?:the )?(?:last|past) (\\d+|two|three|four|five|six) (days|weeks|months)', ([n, unit]) => {
    const count = numbers[n ?? ''] ?? Number(n);
    const from = unit === 'months' ? back(today, count) : plusDays(today, -count * (unit === 'weeks' ? 7 : 1));
    const span = range(from, plusDays(today, 1), '');
    return { ...span, said: between(span) };
  });
  each('(?:the )?next (\\d+|two|three|four|five|six) months', ([n]) => {
    const span = range(today, plusDays(back(today, -(numbers[n ?? ''] ?? Number(n))), 1), '');
    return { ...span, said: between(span) };
  });
  each('(?:the )?next (\\d+|two|three|four|five|six) (days|weeks)', ([n, unit]) => {
    const count = numbers[n ?? ''] ?? Number(n);
    const span = range(today, plusDays(today, count * (unit === 'weeks' ? 7 : 1) + 1), '');
    return { ...span, said: between(span) };
  });
  // A day of the week is the next one of that name, today included; "last Friday" is behind us.
  each(`(?:on |this |next |last |for )?${weekdayEn}(?:'s)?`, ([name], all) => {
    const at = weekdayAt(name ?? '');
    const ahead = (at - new Date(timeOf(today)).getUTCDay() + 7) % 7;
    const isPast = /^last/iu.test(all);
    const found = plusDays(today, isPast ? (ahead === 0 ? -7 : ahead - 7) : ahead);
    return day(found, found);
  });
  each(`(?:[בל]?יום )${weekdayHe}(?: (הקרוב|הבא|הזה|שעבר|האחרון))?`, ([name, which]) => {
    const at = weekdayAt(name ?? '');
    const ahead = (at - new Date(timeOf(today)).getUTCDay() + 7) % 7;
    const isPast = /^(?:שעבר|האחרון)$/u.test(which ?? '');
    const found = plusDays(today, isPast ? (ahead === 0 ? -7 : ahead - 7) : ahead);
    return day(found, found);
  });
  each(`${year}`, ([found], all) => {
    const isLed = new RegExp(`(?:in|since|for|from|of|during|until|before|after|to|and|year) ${found}`, 'iu').test(
      words,
    );
    return isLed ? range(`${found}-01-01`, `${Number(found) + 1}-01-01`, all) : undefined;
  });
  return joined(words.replace(/ {2,}/g, ' '), spans);
};

const back = (day: string, count: number): string => {
  const [y = 0, m = 1, d = 1] = day.split('-').map(Number);
  return iso(Date.UTC(y, m - 1 - count, d));
};
const between = ({ from, to }: Pick<Span, 'from' | 'to'>): string => `${from} – ${plusDays(to, -1)}`;

/** "From … to …", "since …", "before …": what is said around the marks. */
const joined = (marked: string, spans: Span[]): SpansTaken => {
  const at = (index: string | undefined): Span => spans[Number(index)] as Span;
  const made = (span: Span): string => ` ‹${spans.push(span) - 1}› `;
  const words = marked
    .replace(
      /(?:between|from|בין|מ-?)? ?‹(\d+)› ?(?:to|until|till|through|–|-|ל-?|עד|ועד) ?(?:the |ה-?)?‹(\d+)›/giu,
      (_all, a, b) =>
        made({
          from: at(a).from,
          to: at(b).to,
          said: `${at(a).said} – ${at(b).said}`,
          ...(at(a).isYearless || at(b).isYearless ? { isYearless: true } : {}),
        }),
    )
    .replace(/between ‹(\d+)› and ‹(\d+)›/giu, (_all, a, b) =>
      made({
        from: at(a).from,
        to: at(b).to,
        said: `${at(a).said} – ${at(b).said}`,
        isYearless: at(a).isYearless === true,
      }),
    )
    .replace(
      /(?<![\p{L}])(since|starting from|from|after|before|until|till|up to|by|מאז|החל מ-?|אחרי|לפני|עד) ?(?:the (start|beginning|end) of )?(?:(תחילת|סוף) )?‹(\d+)›( onwards?| on(?= |$)| ואילך)?/giu,
      (all, word: string, edge: string | undefined, edgeHe: string | undefined, index: string, onward?: string) => {
        const isEnd = edge === 'end' || edgeHe === 'סוף';
        const { isDay: _one, ...span } = at(index);
        const said = `${word.toLowerCase()} ${span.said}`;
        if (/^(?:since|starting|מאז|החל)/iu.test(word) || onward) return made({ ...span, to: '', said });
        if (/^(?:after|אחרי)/iu.test(word)) return made({ ...span, from: span.to, to: '', said });
        if (/^(?:before|לפני)/iu.test(word))
          return isEnd
            ? made({ ...span, from: '', said: `${word.toLowerCase()} the end of ${span.said}` })
            : made({ ...span, from: '', to: span.from, said });
        if (/^(?:until|till|up|by|עד)/iu.test(word)) return made({ ...span, from: '', said });
        return all.replace(word, ' ');
      },
    );
  // "במאי ויוני": the small word was taken with the month.
  const linked = words.replace(/‹(\d+)›\s+(?=‹\d+›)/gu, '‹$1› and ');
  return { words: linked.replace(/ {2,}/g, ' ').trim(), spans };
};

/** The same in the year that the days of a column speak of: the only one it has there, else the nearest to today. */
export const inYearOf = (span: Span, days: readonly string[], today: string): Span => {
  if (!span.isYearless) return span;
  const moved = [-1, 0, 1].map((by) => ({ ...span, from: shifted(span.from, by), to: shifted(span.to, by) }));
  const fitting = moved.filter(({ from, to }) =>
    days.some((day) => (from === '' || day >= from) && (to === '' || day < to)),
  );
  const far = ({ from, to }: Span) => Math.abs(timeOf(from === '' ? to : from) - timeOf(today));
  const [nearest = span] = (fitting.length > 0 ? fitting : moved).toSorted((a, b) => far(a) - far(b));
  return nearest;
};
const shifted = (day: string, years: number): string =>
  day === '' ? '' : `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
