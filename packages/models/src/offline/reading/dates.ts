/** A column that holds dates written year first, or years, and the years it has. */
export type DateColumn = {
  readonly column: string;
  readonly detail: 'day' | 'month' | 'year';
  readonly years: readonly string[];
  /** The months it has, as 2025-03. */
  readonly months?: readonly string[];
};

/** A stretch of time that was said. `to` is the first moment after it; an open end is empty. */
export type Span = {
  readonly from: string;
  readonly to: string;
  readonly detail: 'day' | 'month' | 'year';
  readonly said: string;
};

export type DatesTaken = {
  readonly words: string;
  readonly spans: readonly Span[];
  /** A month or a quarter without its year, where the table has several. */
  readonly yearless?: string;
};

const months = [
  ['january', 'jan', 'ינואר'],
  ['february', 'feb', 'פברואר'],
  ['march', 'mar', 'מרץ'],
  ['april', 'apr', 'אפריל'],
  ['May', 'May', 'מאי'],
  ['june', 'jun', 'יוני'],
  ['july', 'jul', 'יולי'],
  ['august', 'aug', 'אוגוסט'],
  ['september', 'sept?', 'ספטמבר'],
  ['october', 'oct', 'אוקטובר'],
  ['november', 'nov', 'נובמבר'],
  ['december', 'dec', 'דצמבר'],
] as const;
// "may" is a month with a capital letter only.
const anyCase = (word: string): string =>
  word === 'May' ? word : word.replace(/^[a-z]/, (letter) => `[${letter}${letter.toUpperCase()}]`);
const monthNames = months.map(([long, short]) => `${anyCase(long)}|${anyCase(short)}(?=[. \\d])`).join('|');
const hebrewMonths = months.map(([, , hebrew]) => hebrew).join('|');
const month = `(${monthNames}|[ובלמהש]{0,2}(?:${hebrewMonths}))(?![\\p{L}])\\.?`;
const year = '((?:19|20)\\d\\d)(?!\\d|[.,-]\\d|\\s?(?:%|₪|\\$|€))';
const monthAt = (said: string): number =>
  months.findIndex(
    ([long, short, hebrew]) =>
      said.endsWith(hebrew) || new RegExp(`^(?:${long}|${short})\\.?$`, 'iu').test(said.replace(/\.$/, '')),
  );

const two = (value: number): string => String(value).padStart(2, '0');
const monthSpan = (y: number, from: number, count: number, said: string): Span => {
  const end = from + count;
  return {
    from: `${y}-${two(from + 1)}`,
    to: end >= 12 ? `${y + 1}-${two(end - 11)}` : `${y}-${two(end + 1)}`,
    detail: 'month',
    said,
  };
};
const daySpan = (y: number, m: number, d: number): Span | undefined => {
  const day = new Date(Date.UTC(y, m, d));
  if (day.getUTCMonth() !== m || day.getUTCDate() !== d) return undefined;
  const iso = (date: Date) => date.toISOString().slice(0, 10);
  return { from: iso(day), to: iso(new Date(day.getTime() + 86_400_000)), detail: 'day', said: iso(day) };
};
const yearSpan = (y: number): Span => ({ from: `${y}`, to: `${y + 1}`, detail: 'year', said: `${y}` });

const quarterWords: Readonly<Record<string, number>> = {
  first: 0,
  second: 1,
  third: 2,
  fourth: 3,
  last: 3,
  ראשון: 0,
  שני: 1,
  שלישי: 2,
  רביעי: 3,
  אחרון: 3,
};

/** Takes every date, month, quarter, year and range off the words; `@d0` stands for the first of them. */
export const takeDates = (request: string, columns: readonly DateColumn[]): DatesTaken => {
  if (columns.length === 0) return { words: request, spans: [] };
  const years = [...new Set(columns.flatMap((each) => each.years))];
  const spans: Span[] = [];
  let yearless: string | undefined;
  const put = (span: Span | undefined, all: string): string => {
    if (!span) return all;
    spans.push(span);
    return ` @d${spans.length - 1} `;
  };
  const monthsHeld = new Set(columns.flatMap((each) => each.months ?? []));
  const yearOf = (said: string | undefined, all: string, month?: number): number | undefined => {
    if (said !== undefined) return Number(said);
    // March without its year is the only March there is.
    const held = month === undefined ? [] : [...monthsHeld].filter((each) => Number(each.slice(5)) === month + 1);
    const [only, other] = held;
    if (years.length > 1 && only !== undefined && other === undefined) return Number(only.slice(0, 4));
    if (years.length !== 1) yearless = all.trim();
    return years.length === 1 ? Number(years[0]) : undefined;
  };
  let words = request.replace(
    /(?<![\p{L}])(?:the )?(?:start|beginning) of (?=(?:19|20)\d\d)|תחילת (?=(?:19|20)\d\d)/giu,
    '',
  );
  const each = (source: string, read: (found: readonly (string | undefined)[], all: string) => Span | undefined) => {
    words = words.replace(new RegExp(`(?<![\\p{L}\\p{N}@./-])${source}`, 'gu'), (all, ...found) =>
      put(read(found, all), all),
    );
  };
  each('(\\d{4})-(\\d\\d)-(\\d\\d)(?!\\d)', ([y, m, d]) => daySpan(Number(y), Number(m) - 1, Number(d)));
  each('(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})(?!\\d)', ([d, m, y]) => daySpan(Number(y), Number(m) - 1, Number(d)));
  each(`(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month},? ${year}`, ([d, m, y]) =>
    daySpan(Number(y), monthAt(m ?? ''), Number(d)),
  );
  each(`${month} (\\d{1,2})(?:st|nd|rd|th)?,? ${year}`, ([m, d, y]) => daySpan(Number(y), monthAt(m ?? ''), Number(d)));
  // Without its year only behind a word that leads to a date: "top 5 June sales" names no day.
  const dayOf = (m: string | undefined, d: string | undefined, all: string): Span | undefined => {
    const known = yearOf(undefined, all, monthAt(m ?? ''));
    return known === undefined ? undefined : daySpan(known, monthAt(m ?? ''), Number(d));
  };
  const leads = '(?<=(?:^|\\s)(?:on|since|from|until|till|before|after|בתאריך|מאז|לפני|אחרי|עד) (?:the )?)';
  each(`${leads}(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${month}(?!,? (?:19|20)\\d)`, ([d, m], all) => dayOf(m, d, all));
  each(`${leads}${month} (\\d{1,2})(?:st|nd|rd|th)?(?![\\p{L}\\d]|,? (?:19|20)\\d)`, ([m, d], all) => dayOf(m, d, all));
  each('(\\d{4})-(\\d\\d)(?![\\d-])', ([y, m], all) =>
    Number(m) >= 1 && Number(m) <= 12 ? monthSpan(Number(y), Number(m) - 1, 1, all.trim()) : undefined,
  );
  const quarter = (at: number | undefined, y: string | undefined, all: string) => {
    const known = at === undefined ? undefined : yearOf(y, all);
    return known === undefined || at === undefined ? undefined : monthSpan(known, at * 3, 3, all.trim());
  };
  each(`[Qq]([1-4])(?:(?: of)? ${year})?(?![\\p{L}\\d])`, ([q, y], all) => quarter(Number(q) - 1, y, all));
  each(
    `(?:the )?(first|second|third|fourth|last) quarter(?:(?: of)?(?: the year)? ${year})?(?![\\p{L}])`,
    ([q, y], all) => quarter(quarterWords[q ?? ''], y, all),
  );
  each(
    `[בלמ]?ה?רבעון ה?(ראשון|שני|שלישי|רביעי|אחרון|[1-4])(?:(?: של| בשנת|,)? ?(?:ב-?|ל-?)?${year})?(?![\\p{L}])`,
    ([q, y], all) => quarter(/\d/.test(q ?? '') ? Number(q) - 1 : quarterWords[q ?? ''], y, all),
  );
  each(`${month}(?:,? (?:of |של )?${year})?(?! \\d)`, ([m, y], all) => {
    const known = yearOf(y, all, monthAt(m ?? ''));
    const said = y === undefined && years.length > 1 ? `${all.trim()} ${known}` : all.trim();
    return known === undefined ? undefined : monthSpan(known, monthAt(m ?? ''), 1, said);
  });
  const yearAfter =
    '((?:between|from|since|after|before|until|till|up to|newer than|older than|later than|in|for|during|year|only|בשנת|לשנת|משנת|שנת|מאז|אחרי|לפני|עד|רק ל|בין|בשנים) (?:the )?(?:year )?)';
  words = words.replace(
    new RegExp(`(?<![\\p{L}])${yearAfter}${year}( (?:and|to|until|till|through|–|-|ל-?|עד) ?(?:ל-?)?)${year}`, 'giu'),
    (_all, head: string, a: string, between: string, b: string) =>
      `${ofYear(head)}${put(yearSpan(Number(a)), a)}${between}${put(yearSpan(Number(b)), b)}`,
  );
  words = words.replace(
    new RegExp(`(?<![\\p{L}])${yearAfter}${year}`, 'giu'),
    (_all, head: string, y: string) => `${ofYear(head)}${put(yearSpan(Number(y)), y)}`,
  );
  words = words.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])([בלמ])-?${year}`, 'gu'),
    (_all, head: string, y: string) => `${head} ${put(yearSpan(Number(y)), y)}`,
  );
  return { ...ranged(words.replace(/ {2,}/g, ' '), spans), ...(yearless === undefined ? {} : { yearless }) };
};

/** "In the year 2024" says no more than "in 2024". */
const ofYear = (head: string): string => head.replace(/(?:the )?year |[בלמ]?שנ(?:ת|ים) /iu, ' ');

/** "Between … and …", "since …", "before …": what is said around the dates. */
const ranged = (marked: string, spans: Span[]): { readonly words: string; readonly spans: readonly Span[] } => {
  const made = (span: Span): string => {
    spans.push(span);
    return ` @d${spans.length - 1} `;
  };
  const at = (index: string): Span => spans[Number(index)] as Span;
  const words = marked
    .replace(
      /(?<![\p{L}])(?:between|from|בין|מ-?|מאז) ?@d(\d+) (?:and|to|until|till|through|up to|–|-|ל-?|עד|ועד|לבין) ?(?:the )?@d(\d+)/giu,
      (_all, a: string, b: string) =>
        made({
          from: at(a).from,
          to: at(b).to,
          detail: at(a).detail === at(b).detail ? at(a).detail : 'day',
          said: `${at(a).said} – ${at(b).said}`,
        }),
    )
    .replace(
      /(?<![\p{L}])(since|starting from|after|later than|newer than|before|earlier than|older than|until|till|up to|from|מאז|החל מ-?|אחרי|לאחר|לפני|עד) ?@d(\d+)( on(?:wards?)?| and later| ואילך)?/giu,
      (all, word: string, index: string, onward?: string) => {
        const span = at(index);
        const said = `${word.toLowerCase()} ${span.said}`;
        if (/^(?:since|starting|מאז|החל)/iu.test(word) || onward) return made({ ...span, to: '', said });
        if (/^(?:after|later|newer|אחרי|לאחר)/iu.test(word)) return made({ ...span, from: span.to, to: '', said });
        if (/^(?:before|earlier|older|לפני)/iu.test(word)) return made({ ...span, from: '', to: span.from, said });
        if (/^(?:until|till|up|עד)/iu.test(word)) return made({ ...span, from: '', said });
        return all.replace(word, ' ');
      },
    );
  return { words: words.replace(/ {2,}/g, ' ').trim(), spans };
};
