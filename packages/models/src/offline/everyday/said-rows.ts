import { readAmount, readDay } from '../reading/said-values.ts';
import { namesOfHead } from './naming.ts';
import { looksDated, writtenFor } from './said-cells.ts';
import { placeSaid, quoted, tableCalled } from './said-names.ts';
import { type Head, plain, type Sheet } from './sheets.ts';

const rowWays: readonly RegExp[] = [
  /^(?:add|put in|put|insert|enter|log|record|register|create|book in|we have|we've got|there is|there's|i have)?\s*(?:an?|another|one more|the)?\s*(?<isNew>new )?(?<thing>[\p{L}' -]{2,40}?)(?: (?:to|in|into|on|for) (?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/iu,
  /^(?:add|put in|put|insert|enter|log|record|register|create) (?:an?|another|one more|the)?\s*(?<isNew>new )?(?<thing>[\p{L}' -]{2,40}?)(?= [\p{L}]{0,4}-?\d[\d-]*\s?[:,])\s(?<values>.+)$/iu,
  // "New job 341, 22.06.26, …": the number of the thing is its first value.
  /^(?<isNew>new )(?<thing>[\p{L}' -]{2,40}? [\p{L}]{0,4}-?\d[\p{L}\d-]*)(?: (?:to|in|into|on|for) (?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/iu,
  /^(?:תוסי(?:ף|פי)|הוסי(?:ף|פי)|להוסיף|תרש(?:ם|מי)|תכניסי?) (?:עוד )?(?:שורה )?ל?(?<thing>[\p{L}"' -]{2,40}?)(?: (?:ב|ל)(?<place>[^:,]{2,60}?))?\s?[:,]\s*(?<values>.+)$/u,
];
/** "Add an action item 16: …": each value in the next column that it can be of, or in the one it names. */
export const withRow = (words: string, sheets: readonly Sheet[], day: string): string | undefined => {
  for (const way of rowWays) {
    const parts = way.exec(words)?.groups;
    if (!parts?.thing || !parts.values) continue;
    if (
      !/^(?:add|put|insert|enter|log|record|register|create|book|תוס|הוס|להוס|תרש|תכנ)/iu.test(words) &&
      !parts.isNew &&
      !/^new /iu.test(words)
    )
      continue;
    if (
      /(?<![\p{L}])(?:column|sheet|slide|section|paragraph|bullet|heading|file|עמודה|עמודת|גיליון|סעיף|שקופית|פסקה)(?![\p{L}])/iu.test(
        `${parts.thing} ${parts.place ?? ''}`,
      )
    )
      continue;
    const number = /^(?<noun>.+?) (?<number>[\p{L}]{0,4}-?\d[\p{L}\d-]*)$/u.exec(parts.thing)?.groups;
    const noun = (number?.noun ?? parts.thing).replace(/^new /iu, '');
    const own = parts.place === undefined ? undefined : tableCalled(parts.place, sheets);
    // "Add ferrets to the price table": of which column the ferrets are, nobody said.
    const isValue =
      own !== undefined && tableCalled(noun, [own]) === undefined && onlyWithHead(noun, [own]) === undefined;
    if (isValue) continue;
    const values = [...(number?.number === undefined ? [] : [number.number]), ...valuesIn(parts.values)];
    const called =
      parts.place === undefined
        ? tableCalled(noun, sheets)
        : (tableCalled(parts.place, sheets) ?? tableCalled(noun, sheets));
    const sheet = called ?? onlyWithHead(noun, sheets);
    if (!sheet || values.length < 2) continue;
    const placed = placeInOrder(values, sheet, day);
    if (!placed || placed.length < 2) continue;
    if (sheet.document)
      return `Add to table ${sheet.document.table} of "${sheet.table.path}": ${placed.map(({ head, said }) => `"${head.name}" "${said.replaceAll('"', '')}"`).join(', ')}`;
    return `add a row to ${placeSaid(sheet)}: ${placed.map(({ head, said }) => `${head.name}: ${/[,;]/u.test(said) ? quoted(said) : said}`).join('; ')}`;
  }
  return undefined;
};
const onlyWithHead = (noun: string, sheets: readonly Sheet[]): Sheet | undefined => {
  const word = plain(noun);
  const found = sheets.filter(({ heads }) => heads.slice(0, 2).some((head) => namesOfHead(head).whole.includes(word)));
  return found.length === 1 ? found[0] : undefined;
};

/** "Leo Marsh 0555 250": a name and the number behind it are two values. */
const withNumberApart = (part: string): readonly string[] => {
  const found = /^(?<name>\p{Lu}[\p{L}'’.-]+(?: \p{Lu}[\p{L}'’.-]+)*) (?<phone>\+?\d[\d -]{5,}\d)$/u.exec(part)?.groups;
  return found?.name && found.phone ? [found.name, found.phone] : [part];
};

export const valuesIn = (list: string): readonly string[] =>
  list
    .replace(/((?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d{1,2}),? (\d{4})/giu, '$1 $2')
    .replace(/ from (?=\d|\p{Lu}\p{Ll}{2} \d)/u, ', from ')
    .split(/,(?!\d{3}(?!\d))\s*|;\s*|:\s+/u)
    .flatMap((part) => {
      const range =
        /^(?:from )?(?<a>\d{1,2}[^,]*?\d{4}|\d{4}-\d\d-\d\d|[\d./]+) (?:to|until|till|-|–) (?<b>\d{1,2}[^,]*?\d{4}|\d{4}-\d\d-\d\d|[\d./]+)$/iu.exec(
          part.trim(),
        )?.groups;
      return range?.a && range.b ? [range.a, range.b] : [part];
    })
    .flatMap((part) => {
      // "320 ש"ח באשראי", "£45 cash": an amount and how it was paid.
      const paid =
        /^(?<sum>[£$€₪]?\d[\d.,]*(?: ?(?:ש"ח|שח|שקל|שקלים|₪|£|pounds|quid))?) (?:ב|in |by |paid by )?(?<how>cash|card|credit card|credit|debit|cheque|check|bank transfer|transfer|paypal|bit|מזומן|אשראי|העברה(?: בנקאית)?|צ'?ק|ביט)$/iu.exec(
          part.trim(),
        )?.groups;
      return paid?.sum && paid.how ? [paid.sum, paid.how] : [part];
    })
    .flatMap((part) => withNumberApart(part.trim()))
    // "Sam does it": who is put on it.
    .map((part) =>
      part
        .trim()
        .replace(
          /^(?<who>\p{Lu}[\p{L}'’-]+) (?:does|will do|is doing|takes|gets|has|drives|teaches) (?:it|that|this)$/u,
          '$<who>',
        ),
    )
    .map((part) => part.trim().replace(/[.!]+$/u, ''))
    .filter((part) => part !== '');

type PlacedCell = { readonly head: Head; readonly said: string };

const placeInOrder = (values: readonly string[], sheet: Sheet, day: string): readonly PlacedCell[] | undefined => {
  const placed: PlacedCell[] = [];
  let next = 0;
  const taken = new Set<number>();
  for (const value of values) {
    const named = namedPart(value, sheet, taken);
    const candidate =
      named ??
      knownPart(value, sheet, taken, next) ??
      knownPart(value.replace(leadingWord, ''), sheet, taken, next) ??
      typedPart(value, sheet, taken, next);
    if (!candidate) return undefined;
    const said = writtenFor(candidate.head, candidate.said, sheet, day);
    if (said === undefined) return undefined;
    taken.add(candidate.head.at);
    placed.push({ head: candidate.head, said: String(said.value) });
    next = Math.max(next, candidate.head.at + 1);
  }
  return placed.toSorted((a, b) => a.head.at - b.head.at);
};

const leadingWord = /^(?:from|by|at|with|for|to|in|on|made by|supplied by) /iu;

/** "Owner Carl Jensen", "30 days notice", "1850 a year". */
export const namedPart = (value: string, sheet: Sheet, taken: ReadonlySet<number>): PlacedCell | undefined => {
  const found = sheet.heads.flatMap((head) => {
    if (taken.has(head.at)) return [];
    const { whole, parts } = namesOfHead(head);
    const forms = [...new Set([...whole, ...parts])]
      .filter((form) => form.length > 2)
      .toSorted((a, b) => b.length - a.length);
    for (const form of forms) {
      const pattern = form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '[\\s-]+');
      const lead = new RegExp(
        `^(?:the |its |with |an? )?${pattern}(?:\\s+(?:is|of|for|at|:))?[\\s:]+(?<rest>.+)$`,
        'iu',
      ).exec(value)?.groups?.rest;
      if (lead !== undefined) return [{ head, said: lead, length: form.length + 100 }];
      const tail = new RegExp(`^(?<rest>[£$€₪]?\\d[\\d.,]*)(?:\\s+\\p{L}+)?\\s+${pattern}$`, 'iu').exec(value)?.groups
        ?.rest;
      if (tail !== undefined && head.kind === 'number') return [{ head, said: tail, length: form.length }];
    }
    const unit =
      head.kind === 'number'
        ? namesOfHead(head).units.find((each) =>
            new RegExp(`^[£$€₪]?\\d[\\d.,]* ?${each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`, 'iu').test(value),
          )
        : undefined;
    const perYear =
      head.kind === 'number' && /annual|yearly|שנתי/iu.test(head.name)
        ? /^(?<rest>[£$€₪]?\d[\d.,]*) (?:a|per) year$/iu.exec(value)?.groups?.rest
        : undefined;
    if (perYear !== undefined) return [{ head, said: perYear, length: 50 }];
    return unit === undefined ? [] : [{ head, said: value.replace(/[^\d.,]/gu, ''), length: 1 }];
  });
  const [best, second] = found.toSorted((a, b) => b.length - a.length);
  return best && (!second || second.length < best.length) ? { head: best.head, said: best.said } : undefined;
};

/** A value that one column knows already. */
export const knownPart = (
  value: string,
  sheet: Sheet,
  taken: ReadonlySet<number>,
  next: number,
): PlacedCell | undefined => {
  const found = sheet.heads.filter(
    (head) => !taken.has(head.at) && head.kind === 'text' && head.texts.has(plain(value)),
  );
  const ahead = found.filter(({ at }) => at >= next);
  const [head] = ahead.length > 0 ? ahead : found;
  return head && (found.length === 1 || ahead.length === 1)
    ? { head, said: head.texts.get(plain(value))?.written ?? value }
    : undefined;
};

const typedPart = (value: string, sheet: Sheet, taken: ReadonlySet<number>, next: number): PlacedCell | undefined => {
  const bare = value.replace(/^(?:on|by|due|until|from|to|at|for|עד|ב|מ)-? ?(?=\d|\p{Lu}\p{Ll}{2,} \d)/u, '');
  if (isPhoneLike(bare)) {
    const [only, other] = sheet.heads.filter((head) => !taken.has(head.at) && holdsPhones(head, sheet));
    if (only && !other) return { head: only, said: bare };
  }
  const isDay = readDay(bare) !== undefined || /^(?:today|tomorrow|yesterday|היום|מחר|אתמול)$/iu.test(bare);
  const amount = readAmount(bare);
  const kind = isDay ? 'day' : amount ? 'number' : 'text';
  // Where it belongs, or what it costs a night, is no value of the next column.
  if (
    kind === 'text' &&
    (/^(?:under|above|below|after|before|next to|between|behind|with|without|not|no|in|on|at|for|from|as|מתחת|מעל|אחרי|לפני|בלי|לא) /iu.test(
      value,
    ) ||
      /^[£$€₪]?\d[\d.,]*\s/u.test(bare))
  )
    return undefined;
  const free = sheet.heads.filter((head) => !taken.has(head.at) && head.at >= next && !isFlagLike(head));
  const isCode = /^\p{L}{0,5}-?\d+$/u.test(bare);
  const head = free.find((each) =>
    kind === 'number'
      ? each.kind === 'number' || (isCode && each.at === 0)
      : kind === 'day'
        ? each.kind === 'day' || looksDated(each, sheet)
        : each.kind === 'text' && !looksDated(each, sheet),
  );
  if (!head) return undefined;
  // A text passes over a column of texts only where that column knows its few values; over any other it could be either.
  return { head, said: bare };
};
const isPhoneLike = (text: string): boolean => /^\+?\d[\d ()-]{5,}\d$/u.test(text) && readDay(text) === undefined;
const holdsPhones = (head: Head, { shown }: Sheet): boolean => {
  const filled = shown.flatMap((row) => row[head.at] ?? []).map(String);
  return head.kind !== 'day' && filled.length > 0 && filled.filter(isPhoneLike).length > filled.length * 0.6;
};
const isFlagLike = (head: Head): boolean => head.flag !== undefined;
