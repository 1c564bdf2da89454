import { hasSameLetters } from '../reading/spelling.ts';
import type { Item } from './items.ts';
import { plain } from './sheets.ts';
import { type Span, takeSpans } from './spans.ts';

export type Words = {
  readonly request: string;
  readonly clauses: readonly (readonly string[])[];
  readonly spans: readonly Span[];
  readonly today: string;
};

const contracted: Readonly<Record<string, string>> = {
  whos: 'who is',
  whats: 'what is',
  theres: 'there is',
  hows: 'how is',
  wheres: 'where is',
  thats: 'that is',
  whens: 'when is',
};

/** The clauses of a request as plain words; stretches of time are marked. */
export const wordsOf = (request: string, today: string): Words => {
  const isHebrew = /\p{Script=Hebrew}/u.test(request);
  const told = request
    .trim()
    .replace(
      /^(?:\p{L}+ )?(?:wants|needs|would like|asked|is asking|was asking)(?: me)?(?: to (?:know|see)| for)? /iu,
      '',
    )
    .replace(/[’‘`´]/gu, "'")
    .replace(/[£$€₪]\s?(\d[\d.,]*\d|\d)/gu, '$1 pounds')
    .replace(/(\d)\s?[£€₪](?!\d)/gu, '$1 pounds')
    .replace(/(\d),(?=\d{3}(?!\d))/gu, '$1');
  // "More hours than estimated": the hours, more than estimated.
  const turned = told
    // "Lager as % of all": the sign is a word of its own where it stands behind no number.
    .replace(/(?<![\d\s])\s*%|(?<!\d)\s+%/gu, ' percent ')
    // "…, paid or not": both of them.
    .replace(/[,(]\s*(?:whether )?(?:it (?:is|was) |they (?:are|were) )?\p{L}+ or not(?=\s*(?:[,).!?]|$))/giu, ' ')
    .replace(
      /(?<![\p{L}])(?:whether|no matter if|regardless of whether) (?:it (?:is|was) |they (?:are|were) )?\p{L}+ or not(?![\p{L}])/giu,
      ' ',
    )
    // "How much have we taken in": money, and no time that somebody stays.
    .replace(
      /(?<![\p{L}])(how much (?:have|has|had|did|do) (?:we|they|i)) (?:taken?|took)(?: in)?(?![\p{L}])/giu,
      '$1 earn',
    )
    .replace(
      /(?<![\p{L}])(earliest|soonest|oldest|newest|latest|biggest|largest|smallest|highest|lowest|cheapest|longest|shortest) (\p{L}+(?: \p{L}+)?) first(?![\p{L}])/giu,
      'sorted by $2 $1 first',
    )
    .replace(/(?<![\p{L}])(more|less|fewer) (\p{L}+) than(?![\p{L}])/giu, '$2 $1 than')
    // "Booked but not paid": both.
    .replace(/(?<![\p{L}])but (?=(?:still |yet )?(?:not|no|never|with no|without|\p{L}+n'?t)(?![\p{L}]))/giu, 'and ')
    .replace(/(?<![\p{L}])but (?=still (?:here|there|open|in|for|not|with|to|have|out|on)(?![\p{L}]))/giu, 'and ')
    .replace(/(?<![\p{L}])אבל (?=(?:עוד |עדיין )?(?:לא|אין|בלי|ללא)(?![\p{L}]))/gu, 'וגם ');
  const { words, spans } = takeSpans(turned, today, isHebrew);
  const clauses = words
    .split(/[?!;:()]+|\.(?=\s|$)|,(?=\s)|\s[-–—]+\s/u)
    .map((clause) =>
      clause
        .replace(/(\p{L})'s(?![\p{L}])/gu, (_all, letter: string) => letter)
        .split(/\s+/u)
        .flatMap((word) =>
          /^‹\d+›$/.test(word) ? [word] : /^\d+(?:\.\d+)?$/.test(word) ? [word] : plain(word).split(' '),
        )
        .flatMap((word) => (contracted[word] ?? word).split(' '))
        .filter((word) => word !== ''),
    )
    .filter((clause) => clause.length > 0);
  return { request, clauses, spans, today };
};

/** What will or should be is not what is. */
export const notYet =
  /(?<![\p{L}])(?:will|would|should|might|shall|going to|ought to|forecast|predict|expect to|likely to)(?! (?:you|like|be nice|be good|be great))(?![\p{L}])|(?<![\p{L}])(?:תחזית|צפי|צפוי להיות|יהיה|יהיו|תהיה|נצטרך|כדאי|האם כדאי)(?![\p{L}])/iu;

/** What is told is no question: "he has paid" names no more than its words. */
export const tells = /^(?:has|have|had|is|are|was|were|will|got|did|be|been|said|says|now|went)$/u;

const means = (item: Item): boolean => !['skip', 'unknown', 'and', 'or', 'rows', 'that'].includes(item.is);
export const asks = (items: readonly Item[]): boolean =>
  items.some(({ is }) =>
    ['ask', 'count', 'sum', 'average', 'most', 'duration', 'versus', 'by', 'share', 'twice'].includes(is),
  );

/** "He's asking", "need it for the return": what is said beside a question is dropped where it names nothing of the table. */
export const withoutAsides = (clauses: readonly (readonly Item[])[]): readonly Item[] => {
  const kept = clauses.flatMap((clause): readonly Item[][] => {
    const isOdd = clause.some(({ is }) => is === 'unknown');
    if (!isOdd || clauses.length === 1) return [[...clause]];
    const other = clauses.some((each) => each !== clause && asks(each));
    const meant = clause.filter(means);
    const said = clause.map(({ word }) => word).join(' ');
    // "Need it for the return", "the accountant is asking": who asks, and why.
    const isReason = reason.test(said) && !narrows.test(said);
    const isWhole = clauses.some((each) => each !== clause && each.every(({ is }) => is !== 'unknown'));
    if (isReason && isWhole && meant.every(({ is }) => is === 'money' || is === 'table' || is === 'ask')) return [];
    // "Got a letter for YP21 TRO, whose van is that": what it names is what is asked about.
    const isBefore = clauses.some((each, at) => at > clauses.indexOf(clause) && asks(each));
    const isOnlyNames =
      isBefore &&
      meant.length > 0 &&
      !narrows.test(said) &&
      meant.every((item) => item.is === 'value' && item.spoken.some(({ isExact }) => isExact));
    if (other && !asks(clause) && isOnlyNames) return [clause.filter(({ is }) => is === 'value')];
    return [[...clause]];
  });
  return kept
    .filter((clause) => !isSameName(clause))
    .flatMap((clause, at) => (at === 0 ? clause : [{ is: 'skip' as const, word: ',' }, ...clause]));
};

/** "CarePlus and Care Plus are the same": they are counted as one anyway. */
const isSameName = (clause: readonly Item[]): boolean => {
  const [one, other, more] = clause.flatMap((item) => (item.is === 'value' ? [item.spoken] : []));
  const [a, b] = [one?.[0]?.texts[0], (other ?? one)?.[0]?.texts.at(-1)];
  const isTold = /(?<![\p{L}])(?:the same|one and the same|same|אותו דבר|אותו שם)$/u.test(
    clause.map(({ word }) => word).join(' '),
  );
  const isOther = clause.some(({ is, word }) => is === 'unknown' && word !== 'same');
  return isTold && !isOther && more === undefined && a !== undefined && b !== undefined && hasSameLetters(a, b);
};

const reason =
  /^(?:(?:i|im|ive|ill|we|were|weve|he|hes|she|shes|they|theyre|it|its|someone|somebody|need|needs|want|wants|think|because|doing|preparing|working|writing|trying|sorting|getting|planning)(?![\p{L}])|(?:my|our|the) [\p{L} ]*(?:asks|asked|asking|wants|wanted|needs|rang|called|phoned|emailed|keeps|is here)(?![\p{L}])|(?:אני|אנחנו|הוא|היא|הם|הן|כי|צריך|צריכה|צריכים|רוצה|רוצים|בשביל|לצורך|מכינה|מכין)(?![\p{L}]))/iu;
/** Words that say which rows are meant: what holds one is no aside. */
const narrows =
  /(?<![\p{L}])(?:only|just|except|without|excluding|but|not|no|never|unless|if|other|others|instead|especially|mainly|mostly|also|רק|חוץ|בלי|ללא|למעט|מלבד|לא|אבל|אם|גם)(?![\p{L}])/iu;

/** The next piece that says something. */
export const nextOf = (items: readonly Item[], at: number): number => {
  let on = at + 1;
  while (on < items.length && items[on]?.is === 'skip' && items[on]?.word !== ',') on += 1;
  return on;
};
