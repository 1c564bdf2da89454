import { both } from './filters.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import type { Amount, Filter, Row } from './states.ts';

/** A number that means nothing when it is added up over rows: a price for one, a rate, a limit, an age. */
const rate =
  /price|rate|per |\/ ?(?:kg|h|hr|hour|unit|day|week|month|night|m2|m²|person|l|km)|each|unit cost|unit price|notice|lead time|level|minimum|maximum|(?:^|\s)(?:min|max|age|year|floor|room|score|grade|rating|limit|target|capacity|sla)(?:$|\s|\.)|%|percent|מחיר|תעריף|ליח|ליחידה|אחוז|גיל|ציון|ותק|קומה|(?:^|\s)life(?:$|\s)|days per|hours per/iu;
export const isRate = ({ name }: Pick<Head, 'name'>): boolean => rate.test(name);

/** What one of them is bought or sold for. */
export const isPriceOfOne = ({ name, kind }: Head): boolean =>
  kind === 'number' &&
  /(?:^|\s)(?:price|cost|pay|sell|rate|purchase|buying|selling|מחיר|עלות)(?:$|[\s(.])/iu.test(name);

const held = /on hand|in stock|stock|qty|quantity|count|available|left|current|remaining|have|מלאי|כמות|יש/iu;
const wanted =
  /reorder|re-order|minimum|(?:^|\s)min(?:$|\s|\.)|threshold|par level|safety|(?:^|\s)at least(?:$|\s)|should have|order at|(?:^|\s)alert|מינימום|סף|רמת הזמנה/iu;
const done = /actual|spent|used|real|taken|worked|booked|sold|invoiced|paid|בפועל|ביצוע|שולם|נוצל/iu;
const planned =
  /plan|budget|estimate|est\.?(?:$|\s)|target|quota|allowance|expected|forecast|limit|agreed|quote|תקציב|תכנון|מתוכנן|יעד|הערכה|אומדן/iu;

const numbersOf = (sheet: Sheet): readonly Head[] =>
  sheet.heads.filter(({ kind, isNumbering }) => kind === 'number' && !isNumbering);

/** The column that another one is held against: what is there against what should be, what was spent against what was planned. */
export const counterpartOf = (
  head: Head,
  sheet: Sheet,
  among: readonly Head[] = numbersOf(sheet),
): Head | undefined => {
  const others = among.filter((each) => each !== head && each.kind === 'number');
  const one = (fits: RegExp) => {
    const found = others.filter(({ name }) => fits.test(name));
    return found.length === 1 ? found[0] : undefined;
  };
  const plainly = others.filter((each) => !isRate(each));
  if (wanted.test(head.name)) return one(held) ?? (plainly.length === 1 ? plainly[0] : undefined);
  if (planned.test(head.name)) return one(done);
  if (done.test(head.name)) return one(planned);
  return others.length === 1 ? others[0] : undefined;
};

export const pairFilter = (left: Head, right: Head, sign: '>' | '<' | '>=' | '<='): Filter => {
  const signs = {
    '>': ['more than', 'יותר מ-'],
    '<': ['less than', 'פחות מ-'],
    '>=': ['at least', 'לפחות '],
    '<=': ['at most', 'לכל היותר '],
  } as const;
  const fits = (a: number, b: number) =>
    sign === '>' ? a > b : sign === '<' ? a < b : sign === '>=' ? a >= b : a <= b;
  return {
    key: `pair ${left.at} ${right.at}`,
    keep: (row) =>
      typeof row[left.at] === 'number' &&
      typeof row[right.at] === 'number' &&
      fits(row[left.at] as number, row[right.at] as number),
    said: both(`${left.name} is ${signs[sign][0]} ${right.name}`, `${left.name} ${signs[sign][1]}${right.name}`),
    clauses: [{ column: left.name, is: sign, than: { column: right.name } }],
  };
};

/** What has run low: what is there is less than what should be. */
export const lowFilter = (sheet: Sheet): Filter | undefined => {
  const [right, other] = numbersOf(sheet).filter(({ name }) => wanted.test(name));
  const left = right && !other ? counterpartOf(right, sheet) : undefined;
  return left && right ? pairFilter(left, right, '<') : undefined;
};

export const productOf = (a: Head, b: Head): Amount => ({
  name: `${a.name} × ${b.name}`,
  of: (row: Row) => {
    const [x, y] = [row[a.at], row[b.at]];
    return typeof x === 'number' && typeof y === 'number' ? Math.round(x * y * 10_000) / 10_000 : null;
  },
});

/** How many of one there are for each of the other. */
export const ratioOf = (a: Head, b: Head): Amount => ({
  name: `${a.name} / ${b.name}`,
  of: (row: Row) => {
    const [x, y] = [row[a.at], row[b.at]];
    return typeof x === 'number' && typeof y === 'number' && y !== 0 ? Math.round((x / y) * 10_000) / 10_000 : null;
  },
});

/** The days from one column of days to another; said with "days" or "how long". Working days are another matter. */
export const daysPassed = (
  request: string,
  sheet: Sheet,
  named: readonly Head[],
  isPaid: boolean,
): Amount | undefined => {
  const isAsked =
    /(?<![\p{L}])(?:days|how long|כמה (?:זמן|ימים)|ימים)(?![\p{L}])/iu.test(request) &&
    !/(?<![\p{L}])(?:working|week|business|ימי עבודה)/iu.test(request);
  const days = [...new Set(named.filter(({ kind }) => kind === 'day'))];
  const paid = isPaid
    ? sheet.heads.find(({ name, kind }) => kind === 'day' && /paid|settled|שולם/iu.test(name))
    : undefined;
  const [from, to, more] = paid && !days.includes(paid) ? [...days, paid] : days;
  if (!isAsked || !from || !to || more) return undefined;
  return {
    name: `days from ${from.name} to ${to.name}`,
    of: (row: Row) => {
      const [a, b] = [row[from.at], row[to.at]];
      if (a === null || b === null) return null;
      return Math.round((Date.parse(String(b)) - Date.parse(String(a))) / 86_400_000);
    },
  };
};

/** What everything is worth: how many there are times what one costs, where no column says it. */
export const worthOf = (sheet: Sheet): Amount | undefined => {
  const numbers = numbersOf(sheet);
  const prices = numbers.filter(
    ({ name }) =>
      /price|cost|value|מחיר|עלות/iu.test(name) && (isRate({ name }) || /^(?:cost|עלות)(?:$|\s)/iu.test(name)),
  );
  const counts = numbers.filter(({ name }) => held.test(name) && !wanted.test(name));
  const [price, count] = [prices[0], counts[0]];
  return price && count && prices.length === 1 && counts.length === 1 ? productOf(count, price) : undefined;
};

const buyers =
  /(?:^|\s)(?:customer|client|buyer|guest|donor|member|tenant|pupil|student|לקוח|תורם|חבר|דייר|תלמיד)(?:$|\s)/iu;
const sellers = /(?:^|\s)(?:supplier|vendor|contractor|payee|ספק|קבלן)(?:$|\s)/iu;
/** "What do we pay": a column of costs says it. */
export const isOurCost = (request: string, { heads }: Sheet): boolean =>
  /(?<![\p{L}])(?:we (?:pay|paid|spend|spent)|costs? us)(?![\p{L}])/iu.test(request) &&
  heads.some(
    ({ name, kind }) => kind === 'number' && /(?:^|\s)(?:cost|purchase|buying|עלות|קנייה)(?:$|\s)/iu.test(plain(name)),
  );
/** "What do we pay" is no question to those who pay us, nor "what did we sell" to those we buy from. */
export const isOtherSide = (request: string, sheet: Sheet): boolean => {
  const names = sheet.heads.map(({ name }) => plain(name));
  const [hasBuyers, hasSellers] = [
    names.some((name) => buyers.test(name)),
    names.some((name) => sellers.test(name) || /(?:^|\s)(?:cost|עלות)(?:$|\s)/iu.test(name)),
  ];
  const out =
    /(?<![\p{L}])(?:(?:do|did|have|had) we (?:pay|spend|spent|paid|buy|bought)|we (?:pay|spend|spent|paid|buy|bought)|costs? us|קנינו|הוצאנו|שילמנו|אנחנו משלמים)(?![\p{L}])/iu;
  const into =
    /(?<![\p{L}])(?:(?:do|did|have|had) we (?:sell|sold|earn|earned|take in|make|made)|we (?:sell|sold|earn|earned)|turnover|revenue|מכרנו|הרווחנו|הכנסנו)(?![\p{L}])/iu;
  // "Who sells us walnut" asks for those we buy from.
  const fromUs =
    /(?<![\p{L}])(?:sells?|supply|supplies|supplied|delivers?) (?:it |them )?(?:to )?us(?![\p{L}])|(?<![\p{L}])we (?:get|buy|order) [^?]* from(?![\p{L}])/iu;
  if (fromUs.test(request) && !hasSellers) return true;
  return (out.test(request) && hasBuyers && !hasSellers) || (into.test(request) && hasSellers && !hasBuyers);
};
