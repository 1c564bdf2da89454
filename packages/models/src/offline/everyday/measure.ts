import { isNumberOfOne, isYesOrNo, stillThere } from '../reading/account.ts';
import {
  dearestOf,
  isMostOf,
  isTimeSpent,
  isTotalAsked,
  largestOf,
  lengthOf,
  ofMoney,
  sizeOf,
  stillToPay,
  weightOf,
} from './amounts.ts';
import type { Ask, Reading } from './ask.ts';
import type { Words } from './clauses.ts';
import type { Conditions } from './conditions.ts';
import { amountOf, both, groupBy, groupByTime } from './filters.ts';
import type { Item } from './items.ts';
import { daysPassed, isPriceOfOne, isRate, productOf, worthOf } from './pairs.ts';
import type { Head, Sheet } from './sheets.ts';
import { type Amount, birthOf, mainDay, mainMoney, peopleOf } from './states.ts';
import type { Times } from './times.ts';

/** What is asked of the rows that are meant: which they are, how many, what they come to, the most of something. */
export const measureOf = (
  items: readonly Item[],
  sheet: Sheet,
  { request, today }: Words,
  read: Conditions & Times,
  before?: Ask,
): Reading => {
  const { used, columns, amounts, ordered, product: given, unit, timed, isCompared, dayNamed, score } = read;
  const filters = isCompared ? read.filters : [...read.filters, ...timed];
  const by = [...read.by];
  const fail = (word: string): Reading => ({ unknown: [word] });
  const has = (is: Item['is']) => items.some((item) => item.is === is);
  const state = (of: string) => items.some((item) => item.is === 'state' && item.of === of);
  const first = (from: number, is: Item['is']) => items.slice(from).find((item) => item.is === is);
  const numeric = columns.filter(({ head }) => head.kind === 'number').map(({ head }) => head);
  const texts = columns.filter(({ head }) => head.kind === 'text').map(({ head }) => head);
  const money = mainMoney(sheet);
  const worth = money ? undefined : worthOf(sheet);
  // "What is the stock worth at the price we pay": how many there are, times what one costs.
  const [stock, price, third] = [...new Set(numeric)].toSorted(
    (a, b) => Number(isPriceOfOne(a)) - Number(isPriceOfOne(b)),
  );
  const isWorthOf =
    !given && /(?<![\p{L}])(?:worth|value|שווה|שווי)(?![\p{L}])/iu.test(request) && stock && price && !third;
  const product = isWorthOf && !isPriceOfOne(stock) && isPriceOfOne(price) ? productOf(stock, price) : given;
  const named = product ? [product] : [...new Set(numeric)].map(amountOf);
  const isMoney = has('money');
  // What came in, was spent or was paid is money: a table without any answers something else.
  if (
    isMoney &&
    !money &&
    !worth &&
    amounts.length === 0 &&
    named.length === 0 &&
    !(texts.length + columns.length > 0 && filters.length > 0)
  )
    return fail(items.find(({ is }) => is === 'money')?.word ?? '');
  // Amounts in several currencies are not added up.
  const isMixed =
    sheet.table.view.mixed.size > 0 ||
    sheet.heads.some(({ name, texts: found }) => /^(?:currency|curr\.?|ccy|מטבע)$/iu.test(name) && found.size > 1);
  if (isMixed && ['most', 'average', 'sum', 'money', 'by'].some((is) => has(is as Item['is']))) return fail('currency');
  // What is still to be paid is told by a state, or by nothing.
  if (stillToPay.test(request) && !state('unpaid') && !state('overdue'))
    return fail(stillToPay.exec(request)?.[0] ?? '');
  // "Did Brazil have the most" asks for yes or no, and no number answers it.
  if (isYesOrNo(request) && ['most', 'average', 'sum', 'count'].some((is) => has(is as Item['is'])))
    return fail(request);
  // Numbers that only name the rows are neither added up nor compared.
  if (numeric.some(({ isNumbering }) => isNumbering) && ['most', 'average', 'sum'].some((is) => has(is as Item['is'])))
    return fail(numeric[0]?.name ?? '');
  // "How many days from the invoice to the payment": the days between two columns.
  const passed =
    has('average') || has('duration') || has('count')
      ? daysPassed(
          request,
          sheet,
          columns.map(({ head }) => head),
          state('paid'),
        )
      : undefined;
  if ((has('average') && has('count') && named.length === 0 && !passed) || isNumberOfOne(request))
    return fail('number');
  const most = items.find((item) => item.is === 'most');
  const asked = items.flatMap((item) => (item.is === 'ask' ? [item.of] : []));
  // Where the rows have no money, what was given in kind is what there is to add up.
  const fits = sheet.rows.filter((row) => filters.every(({ keep }) => keep(row)));
  const isThere = (head: Head) => fits.some((row) => row[head.at] !== null);
  const whole = (): readonly Amount[] =>
    amounts.length > 0
      ? amounts
      : money && isThere(money)
        ? [amountOf(money)]
        : worth
          ? [worth]
          : sheet.heads
              .filter((head) => head.isQuantity && !isRate(head) && !isTimeSpent.test(head.name) && isThere(head))
              .map(amountOf);
  const timeDay = unit ? (dayNamed ?? mainDay(sheet)) : undefined;
  if (unit && !timeDay) return fail(unit);
  if (unit && timeDay) by.push(groupByTime(timeDay, unit));
  const isDown = items.flatMap((item) => (item.is === 'order' ? [item.of === 'desc'] : []))[0];
  const orderHead = ordered ?? (isDown === undefined ? undefined : (numeric[0] ?? dayNamed ?? mainDay(sheet) ?? money));
  const unique = [...new Map(filters.map((each) => [each.said.en, each])).values()];
  const base = {
    sheet,
    filters: unique,
    by,
    spans: isCompared ? timed : [],
    wanted: columns.map(({ head }) => head),
    amounts: [] as readonly Amount[],
    isCounted: has('count') || has('times'),
    ...(orderHead && by.length === 0 && !has('most') ? { order: { head: orderHead, isDown: isDown ?? false } } : {}),
    ...(by.length > 0 && isDown === false ? { top: { count: Number.POSITIVE_INFINITY, isLeast: true } } : {}),
  };
  // "How many tickets did we sell" of orders that say how many each is of: rows are another number.
  const hasPieces = sheet.heads.some(
    ({ kind, name }) => kind === 'number' && /^(?:qty|quantity|כמות)(?:$|[\s(.])/iu.test(name),
  );
  if (has('count') && isMoney && hasPieces && numeric.length === 0 && !isWorth.test(request)) return fail('how many');
  // The best, a share of money, what a stock is worth at a price for one, and who is the biggest are not guessed.
  const isGuess =
    /(?<![\p{L}])(?:best|worth at|share of the money|most expensive .* we sell|who is our)(?![\p{L}])/iu.test(
      request,
    ) && !product;
  if (isGuess) return fail('best');
  // "Those we still have" are not all of them: some column must tell which are gone.
  const isTold = filters.some(({ clauses = [] }) =>
    clauses.some((each) => each.is === 'empty' || each.is === 'none of'),
  );
  if (stillThere.test(request) && !product && !isTold && !items.some(({ is }) => is === 'state')) return fail('still');
  // "Yael paid?" may be of two people of that name.
  const isPartOnly = items.some((item) => item.is === 'value' && item.spoken.every(({ isExact }) => !isExact));
  if (state('paid') && isPartOnly && asked.length === 0 && !has('count') && !has('sum')) return fail('paid');
  // "Customers who were here more than once": whose name stands in several rows.
  const named1 = texts.length === 1 ? texts[0] : asked.includes('who') ? peopleOf(sheet)[0] : undefined;
  const often = items.find((item) => item.is === 'twice')?.word;
  if (
    often !== undefined &&
    moreThanOnce.test(often) &&
    named1 &&
    by.length === 0 &&
    numeric.length === 0 &&
    !has('most')
  )
    return {
      ask: { ...base, measure: 'count', by: [groupBy(named1)], having: 2, isCounted: true },
      score: score + 2,
    };
  if (state('earliest') && state('latest') && /(?<![\p{L}])(?:days|ימים)(?![\p{L}])/iu.test(request)) {
    const head = dayNamed ?? mainDay(sheet);
    if (
      !head ||
      by.length > 0 ||
      numeric.some(({ isNumbering }) => !isNumbering) ||
      has('average') ||
      filters.length === 0
    )
      return fail('days');
    return { ask: { ...base, measure: 'reach', order: { head, isDown: false }, isCounted: false }, score: score + 2 };
  }
  if (has('twice')) {
    if (has('sum') || has('average') || has('most') || by.length > 0 || numeric.length > 0) return fail('twice');
    return { ask: { ...base, filters: unique, measure: 'twice' }, score: score + 1 };
  }
  if (has('share')) {
    if (filters.length === 0 || by.length > 0 || has('most')) return fail('share');
    const shared = named.length > 0 ? named.slice(0, 1) : isMoney || has('sum') ? whole().slice(0, 1) : [];
    return { ask: { ...base, measure: 'share', amounts: shared }, score };
  }
  // A word that only stands in a remark is a guess: where it leaves nothing, it was not meant so.
  const guessed = items.find(
    (item) => item.is === 'value' && item.spoken.every(({ isNote, isExact }) => isNote && !isExact),
  );
  const done = (ask: Partial<Ask> & Pick<Ask, 'measure'>): Reading =>
    isMixed && (ask.top !== undefined || ['sum', 'average', 'share'].includes(ask.measure))
      ? fail('currency')
      : guessed && fits.length === 0
        ? fail(guessed.word)
        : { ask: { ...base, ...ask } as Ask, score };

  const extreme = items.flatMap((item) =>
    item.is === 'state' && ['youngest', 'oldest', 'latest', 'earliest', 'next'].includes(item.of) ? [item.of] : [],
  )[0];
  if (extreme !== undefined) {
    const birth = extreme === 'youngest' || extreme === 'oldest' ? birthOf(sheet) : undefined;
    const age = sheet.heads.find(({ name, kind }) => kind === 'number' && /^(?:age|גיל)$/iu.test(name.trim()));
    const head =
      birth ??
      (extreme === 'youngest' || extreme === 'oldest'
        ? (age ?? dayNamed ?? mainDay(sheet))
        : (dayNamed ?? mainDay(sheet)));
    if (!head || has('count') || has('sum') || has('average') || by.length > 0) return fail(extreme);
    if (extreme === 'next') {
      // "The next job due": from today on, the first.
      if (head.kind !== 'day') return fail(extreme);
      unique.push({
        key: `day ${head.at}`,
        keep: (row) => row[head.at] !== null && String(row[head.at]) >= today,
        said: both(`${head.name} is ${today} or later`, `${head.name} מ-${today} והלאה`),
        clauses: [{ column: head.name, is: 'days', from: today, to: '' }],
      });
    }
    const isLast = head === age ? extreme === 'oldest' : extreme === 'youngest' || extreme === 'latest';
    // People are old by their birthday: a table that has one comes before those that only have days.
    const older = (reading: Reading): Reading =>
      'ask' in reading && (head === birth || head === age) ? { ...reading, score: reading.score + 4 } : reading;
    if (head.kind === 'number')
      return older(done({ measure: 'rows', amounts: [amountOf(head)], top: { count: 1, isLeast: !isLast } }));
    const of: Amount = {
      name: head.name,
      of: (row) => (row[head.at] === null ? null : Date.parse(String(row[head.at]))),
    };
    // "The last three orders".
    const count = items.flatMap((item, at) => (item.is === 'number' && !used.has(at) ? [item.value] : []))[0] ?? 1;
    return older(done({ measure: 'rows', amounts: [of], top: { count, isLeast: !isLast } }));
  }
  if (most?.is === 'most') {
    const count = items.flatMap((item, at) => (item.is === 'number' && !used.has(at) ? [item.value] : []))[0] ?? 1;
    const [byTime, otherGroup] = by;
    if (otherGroup) return fail(otherGroup.name);
    const dimension = most.dimension;
    const isList = by.length > 0 && /first$/u.test(most.word);
    // "Which day was the busiest": the days of the rows.
    const isOfDays = asked.includes('when') || (dayNamed !== undefined && asked.includes('which'));
    const day = isOfDays && isMostOf.test(most.word) ? (dayNamed ?? mainDay(sheet)) : undefined;
    const group =
      byTime ??
      (day && texts.length === 0 ? groupByTime(day, 'day') : undefined) ??
      (texts[0] &&
      (!has('table') || asked.length > 0 || count > 1) &&
      !filters.some(({ key }) => key === `value ${texts[0]?.at}`)
        ? groupBy(texts[0])
        : asked.includes('who') && peopleOf(sheet)[0]
          ? groupBy(peopleOf(sheet)[0] as Head)
          : undefined);
    const measured = ordered
      ? [amountOf(ordered)]
      : named.length > 0
        ? named.slice(0, 1)
        : isMoney || has('sum') || dimension === 'money'
          ? dimension === 'money' && !money
            ? dearestOf(sheet)
            : whole().slice(0, 1)
          : amounts.length > 0
            ? amounts.slice(0, 1)
            : dimension === 'length'
              ? before?.amounts[0]?.name.startsWith('days from ')
                ? before.amounts.slice(0, 1)
                : lengthOf(sheet)
              : dimension === 'weight'
                ? weightOf(sheet)
                : [];
    // "The most pupils per escort", of two columns of numbers that nothing joins.
    const [, second] = [...new Set(numeric)];
    if (second && !product && !ordered && numeric.every((head) => !isRate(head))) return fail(second.name);
    if (dimension && measured.length === 0) return fail(most.word);
    const top = isList
      ? { count: Number.POSITIVE_INFINITY, isLeast: most.of === 'min' }
      : { count, isLeast: most.of === 'min' };
    const isCounting =
      has('table') ||
      has('rows') ||
      items.some((item) => item.is === 'state') ||
      /^(?:the )?(?:most often|busiest|quietest)$|עמוס/u.test(most.word);
    // "Who has the largest plot" asks for a row, and not for who has the most of them.
    const isLargest =
      !isMostOf.test(most.word) &&
      named.length === 0 &&
      by.length === 0 &&
      asked.includes('who') &&
      !isMoney &&
      !has('sum');
    const largest = isLargest ? largestOf(sheet) : [];
    // "Our biggest donor", of donors who gave more than once, is the one who gave most in all.
    const who = texts[0] ?? peopleOf(sheet)[0];
    const isRepeated = who !== undefined && new Set(fits.map((row) => row[who.at])).size < fits.length;
    // "The largest expense, and to whom" is one row all the same.
    if (largest.length === 1 && who && isRepeated && money && largest[0]?.name === money.name && !has('table'))
      return done({ measure: 'sum', amounts: largest, by: [groupBy(who)], top });
    if (largest.length === 1) return done({ measure: 'rows', amounts: largest, top });
    if (isLargest) return fail(most.word);
    if (group && measured.length > 0 && !(named.length > 0 && numeric.every(isRate)))
      return done({ measure: has('average') ? 'average' : 'sum', amounts: measured, by: [group], top });
    if (group && measured.length > 0) return done({ measure: 'rows', amounts: measured, top });
    if (group && isCounting && !(texts.length > 1))
      return done({ measure: 'count', by: [group], top, isCounted: true });
    if (group && texts.length === 2 && texts[1])
      return done({ measure: 'count', by: [groupBy(texts[0] as Head)], top, isCounted: true });
    if (!group && measured.length > 0) return done({ measure: 'rows', amounts: measured, top });
    // "The biggest order": the row with the most money, or else the most of the one thing that is counted.
    const size =
      (!group || !isMostOf.test(most.word)) &&
      (has('table') || has('rows') || before !== undefined || texts.length === 1) &&
      /big|large|small|highest|lowest|גדול|קטן|גבוה|נמוך/u.test(most.word)
        ? sizeOf(sheet)
        : [];
    if (size.length === 1) return done({ measure: 'rows', amounts: size, top });
    return fail(most.word);
  }
  if (passed)
    return done({
      measure: has('average') ? 'average' : 'rows',
      amounts: [passed],
      isCounted: false,
      filters: unique.filter(({ key }) => key !== 'paid'),
      wanted: [],
    });
  if (has('average') || has('duration')) {
    const length = sheet.heads.find(
      ({ name, kind }) => kind === 'number' && /nights|days|duration|length|weeks|minutes|לילות|ימים|משך/iu.test(name),
    );
    const of =
      has('duration') && named.length === 0 ? (length ? [amountOf(length)] : []) : named.length > 0 ? named : whole();
    if (has('average') && named.length === 0 && asked.some((each) => ['who', 'when', 'where'].includes(each)))
      return fail('average');
    if (of.length === 0 || (named.length === 0 && of.length > 1 && !has('duration'))) return fail('average');
    if (!has('average') && filters.length === 0) return fail('how long');
    return done({ measure: has('average') ? 'average' : 'rows', amounts: has('average') ? of : [] });
  }
  if (isCompared)
    return done({
      measure: named.length > 0 || isMoney || has('sum') || !has('count') ? 'sum' : 'count',
      amounts: named.length > 0 ? named : whole(),
    });
  const quantity = numeric.find(({ isQuantity, isMoney: m, isNumbering }) => isQuantity || m || !isNumbering);
  if (
    has('count') &&
    !has('times') &&
    quantity &&
    items.some(
      (item, at) =>
        item.is === 'count' && columns.some(({ head, at: on }) => head === quantity && on > at && on - at < 4),
    )
  )
    return done({ measure: 'sum', amounts: named, isCounted: false });
  if (by.length > 0) {
    // "The expenses by category": of money that was spent, given or earned the amounts are meant.
    const isOfMoney =
      money !== undefined && !has('count') && items.some(({ is, word }) => is === 'table' && ofMoney.test(word));
    if (isOfMoney && named.length === 0) return done({ measure: 'sum', amounts: whole() });
    if (named.length > 0 || isMoney || has('sum') || amounts.length > 0)
      return done({ measure: 'sum', amounts: named.length > 0 ? named : whole() });
    return done({ measure: 'count', isCounted: true, ...(has('count') ? {} : { isImplied: true }) });
  }
  const isTitled = asked.length === 0 && named.length > 0 && !base.isCounted;
  // Hebrew has one word for how many and how much: of money it asks how much.
  const isHowMuch = isMoney && items.some((item) => item.is === 'count' && item.word.endsWith('כמה'));
  if (
    has('sum') ||
    isTitled ||
    isHowMuch ||
    (isMoney && asked.includes('what')) ||
    (amounts.length > 0 && asked.includes('what'))
  ) {
    if (filters.length === 0 && !has('table') && named.length === 0 && !before && !isMoney) return fail('total');
    // Prices and limits are looked up and not added up.
    if (!product && numeric.length > 0 && numeric.every(isRate))
      return isTotalAsked(items) || filters.length === 0 ? fail('total') : done({ measure: 'rows', amounts: [] });
    const summed = named.length > 0 ? named : whole();
    if (summed.length === 0 || (named.length === 0 && summed.length > 1)) return fail('total');
    return done({
      measure: 'sum',
      amounts: summed,
      ...(isTogether.test(request) && numeric.every(isPart) ? { isTogether: true } : {}),
    });
  }
  if (product) return done({ measure: 'sum', amounts: named, isCounted: false });
  if (base.isCounted) {
    if (filters.length === 0 && !has('table') && texts.length === 0 && !before) return fail('how many');
    return done({ measure: 'count' });
  }
  if (filters.length === 0 && !before) return fail(items.find(({ is }) => is !== 'skip')?.word ?? '');
  if (!first(0, 'ask') && filters.length === 0 && columns.length === 0 && !before) return fail('');
  const added = numeric
    .filter((head) => (head.isMoney || head.isQuantity) && !filters.some(({ key }) => key === `number ${head.at}`))
    .map(amountOf);
  return done({ measure: 'rows', amounts: [...amounts, ...added] });
};

const isTogether = /(?<![\p{L}])(?:together|altogether|combined|all in|in all|ביחד|יחד)(?![\p{L}])/iu;
/** A total and its parts come to nothing together. */
const isPart = ({ name }: Head): boolean => !/total|sum|gross|net|vat|tax|amount|סכום|סה["״]?כ|מע["״]?מ/iu.test(name);
const moreThanOnce = /^(?:more than once|יותר מפעם אחת)$/u;

/** Hebrew has one word for how many and how much: of what a thing is worth it asks how much. */
const isWorth = /(?<![\p{L}])(?:שווה|שווים|שווי|עולה|עולים|עלה|עלו)(?![\p{L}])/u;
