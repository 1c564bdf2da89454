import { isDateOfItsOwn, isOfOtherColumn } from './account.ts';
import {
  adverbs,
  columnMeant,
  longestPhrase,
  meaningOf,
  numberOf,
  priceColumn,
  superlativeOf,
  timelyOf,
} from './lexicon.ts';
import { isNamed, rowForms, valuesOf } from './marks.ts';
import { isAmount } from './quantities.ts';
import type { Known } from './question.ts';
import { standsForRows, wordsOfTable } from './row-nouns.ts';

/** One mark of a question: its letter, what it means, and the name, number or text it stands for. */
export type Token = { readonly tag: string; readonly means?: string; readonly text: string; readonly said?: string };

/** Reads the words into marks. What carries nothing is left out; what is not known is handed back. */
export const tokensOf = (
  marked: string,
  { columns, held, quoted, rowNames }: Known,
): { readonly tokens: readonly Token[]; readonly unknown: readonly string[] } => {
  const values = valuesOf(held);
  const rows = new Set(rowNames.flatMap(rowForms));
  const tableWords = wordsOfTable(
    columns.map(({ name }) => name),
    rowNames,
  );
  const words = ordered(marked)
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(/[$€£₪]\s?(?=\d)/g, '')
    // "500 pounds" is the number: the coin tells nothing more.
    .replace(/(\d)\s?(?:[$€£₪]|(?:pounds?|dollars?|euros?|shekels?|nis|ש״ח|שקלים|שקל)(?![\p{L}]))/giu, '$1')
    .replace(/(?<![\p{L}\p{N}])([ובלמהכ])-?(?=\d)/gu, '$1 ')
    .replace(/(@[cvqd]\d+)(?:-|'(?=\s|$))/g, '$1 ')
    .replace(/(>=|<=|≥|≤|=|>|<)/g, ' $1 ')
    .replace(/'s(?![\p{L}])/gu, '')
    .split(/[\s,;:?!()"¶]+|\.(?=\s|$)|(?<=\s)[–-](?=\s)/u)
    .filter((word) => word !== '' && word !== undefined);
  const tokens: Token[] = [];
  const unknown: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const mark = /^@([cvqd])(\d+)$/.exec(word);
    if (mark) {
      const index = Number(mark[2]);
      if (mark[1] === 'd') {
        tokens.push({ tag: 'D', text: String(index) });
        at += 1;
        continue;
      }
      const text = mark[1] === 'c' ? columns[index]?.name : mark[1] === 'v' ? values[index] : quoted[index];
      tokens.push({ tag: mark[1] ?? '', text: text ?? '' });
      at += 1;
      continue;
    }
    const number = /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : undefined;
    if (number !== undefined) {
      tokens.push({ tag: 'n', text: String(number) });
      at += 1;
      continue;
    }
    const numeric = columns.filter(({ isNumber }) => isNumber).map(({ name }) => name);
    // Of people with an age, the oldest come first by it; of anything else, by its date.
    const isAged = word.toLowerCase() === 'oldest' && columnMeant(superlativeOf(word)?.columns ?? [], numeric);
    const isDirection = phraseAt(words, at)?.tag === 'd' && !isAged;
    const most = isDirection
      ? undefined
      : [words.slice(at, at + 2).join(' '), word].find((each) => superlativeOf(each) !== undefined);
    const superlative = most === undefined ? undefined : superlativeOf(most);
    const measured = superlative && columnMeant(superlative.columns, numeric);
    const price = priceColumn(numeric);
    if (most !== undefined && superlative && measured !== undefined) {
      tokens.push({ tag: 'a', means: superlative.means, text: most });
      tokens.push({ tag: 'c', text: measured });
      at += most.split(' ').length;
      continue;
    }
    const timely = isDirection ? undefined : timelyAt(words, at, columns, marked);
    if (timely) {
      tokens.push({ tag: 'r', text: timely.said }, { tag: 'a', means: timely.means, text: timely.said });
      tokens.push({ tag: 'c', text: timely.column });
      at += timely.length;
      continue;
    }
    const span = adverbs[word.toLowerCase()];
    const spanned = span && columns.find(({ name }) => span.includes(name.toLowerCase()));
    if (spanned) {
      tokens.push({ tag: 'b', text: word }, { tag: 'c', text: spanned.name });
      at += 1;
      continue;
    }
    const phrase = phraseAt(words, at);
    // "The most money": of the one column of amounts.
    const [amount, second] = numeric.filter(isAmount);
    if (phrase?.tag === 'a' && /^(?:money|כסף)$/iu.test(words[at + phrase.length] ?? '') && amount && !second) {
      tokens.push({ tag: 'a', text: phrase.text, ...(phrase.means ? { means: phrase.means } : {}) });
      tokens.push({ tag: 'c', text: amount });
      at += phrase.length + 1;
      continue;
    }
    const counted = numberOf(word);
    if (counted !== undefined && (phrase === undefined || phrase.length === 1)) {
      tokens.push({ tag: 'n', text: String(counted) });
      at += 1;
    } else if (phrase) {
      const isBeforeNumber =
        /^\d+$/.test(words[at + phrase.length] ?? '') || numberOf(words[at + phrase.length] ?? '') !== undefined;
      const tag =
        phrase.text === 'top' && isBeforeNumber ? 't' : phrase.text === 'first' && isBeforeNumber ? 'T' : phrase.tag;
      // "How many employees" of a list of repairs asks for what is not there.
      if (tag === 'z' && isOfOtherColumn(phrase.text, marked, columns)) unknown.push(phrase.text);
      if (tag === 'r' && !isNamed(phrase.text, rows) && !standsForRows(phrase.text, tableWords))
        unknown.push(phrase.text);
      if (tag !== ' ') tokens.push({ tag, text: phrase.text, ...(phrase.means ? { means: phrase.means } : {}) });
      // "From cheapest to dearest" is an order by price.
      if (
        tag === 'd' &&
        /cheap|expensive|dear|pric|זול|יקר/u.test(phrase.text) &&
        price !== undefined &&
        !/@c/.test(marked)
      )
        tokens.push({ tag: 'c', text: price });
      // "In alphabetical order" is by what the rows are called.
      const [head] = columns;
      if (
        tag === 's' &&
        /alphabetical|אלפבית|א״ב|אלף-בית/u.test(phrase.text) &&
        !/@c/.test(marked) &&
        head &&
        !head.isNumber
      )
        tokens.push({ tag: 'c', text: head.name });
      at += phrase.length;
    } else if (isNamed(word, rows)) {
      tokens.push({ tag: 'r', text: word });
      at += 1;
    } else {
      unknown.push(word);
      at += 1;
    }
  }
  const summed = asSum(asHowMuch(moreOnce(tokens)));
  return { tokens: withoutTrade(summed), unknown: [...new Set([...unknown, ...tradeOfRows(summed, columns)])] };
};

/** "The latest order" is the row of the latest day; whoever is with us longest began first. */
const timelyAt = (words: readonly string[], at: number, columns: Known['columns'], marked: string) => {
  const days = columns.filter(
    ({ name, type }) => /^(?:date|timestamp)/i.test(type) && !isDateOfItsOwn(name, marked.replace(/@\w+/g, '')),
  );
  const starts = columns.filter(({ type }) => /^(?:date|timestamp)/i.test(type));
  for (let length = 4; length > 0; length--) {
    const said = words.slice(at, at + length).join(' ');
    const found = timelyOf(said);
    if (!found) continue;
    const names = (found.columns.length === 1 ? starts : days).map(({ name }) => name);
    const column = columnMeant(found.columns, names);
    if (column !== undefined) return { said, length, column, means: found.means };
  }
  return undefined;
};

/** "More cats or more dogs" compares once. */
const moreOnce = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(({ tag }, at) => tag !== 'M' || tokens[at - 1]?.tag !== '|');

/** Hebrew has one word for "how many" and "how much": of what is paid it asks how much. */
const asHowMuch = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token, at) =>
    token.tag === 'k' && token.text === 'כמה' && paying.test(tokens[at + 1]?.text ?? '')
      ? { tag: 'a', means: 'sum', text: 'כמה כסף' }
      : token,
  );
const paying = /^(?:שילמ\p{L}*|שילם|הוצאנו|הרווחנו|תרמ\p{L}*|תרם|קיבלנו|גבינו)$/u;

/** "What did we earn in March" asks for a sum. */
const asSum = (tokens: readonly Token[]): readonly Token[] => {
  const isAsked = tokens.some(({ tag, text }) => tag === 'h' && text === 'what');
  const isMeasured = tokens.some(({ tag }) => 'aksdtT'.includes(tag));
  const at = tokens.findIndex(({ tag }, on) => tag === 'z' && !['c', 'r'].includes(tokens[on + 1]?.tag ?? ''));
  if (!isAsked || isMeasured || at < 0) return tokens;
  return tokens.flatMap((token, on) =>
    on === at ? [{ tag: 'a', means: 'sum', text: 'how much' }] : token.tag === 'h' ? [] : [token],
  );
};

/**
 * "Has Yael paid?", "how many pupils paid": without an amount or a quantity the verb says which rows are meant, and no
 * column was named that tells them.
 */
const tradeOfRows = (tokens: readonly Token[], columns: Known['columns']): readonly string[] => {
  const isMeasured = tokens.some(
    ({ tag, text }) =>
      'aM'.includes(tag) || (tag === 'c' && columns.some(({ name, isNumber }) => name === text && isNumber)),
  );
  return isMeasured ? [] : tokens.flatMap(({ tag, text }) => (tag === 'z' && !present.test(text) ? [text] : []));
};
/** What somebody does for a living or where; what was paid or sold is told by a column. */
const present =
  /^(?:earn|earns|cost|costs|work|works|worked|עבד|עבדה|עבדו|גר|גרה|גרים|גרות|מרוויח|מרוויחה|מרוויחים)$/iu;

/** A verb of trade before a noun is an adjective, which narrows; elsewhere it carries nothing. */
const withoutTrade = (tokens: readonly Token[]): readonly Token[] =>
  tokens.filter(
    // In Hebrew the verb comes first ("how much did the Levis pay"), and an adjective never does.
    // Behind whoever does it, a verb that is no participle is only the verb: "what the members pay each month".
    ({ tag, text }, at) =>
      tag !== 'z' ||
      (['c', 'r'].includes(tokens[at + 1]?.tag ?? '') &&
        !/\p{Script=Hebrew}/u.test(text) &&
        !(['v', 'r'].includes(tokens[at - 1]?.tag ?? '') && /^(?:pay|pays|earn|earns|spend|spends)$/u.test(text))),
  );

const little = '(?:cheapest|lowest|smallest|least|fewest|oldest|earliest)';
const much = '(?:most expensive|dearest|priciest|highest|largest|biggest|most|newest|latest)';
const column = '((?: (?:of )?(?:the )?@c\\d+)?)';

const byColumn = (found: readonly unknown[], direction: string): string | undefined => {
  const named = found.map((each) => (typeof each === 'string' ? /@c\d+/.exec(each)?.[0] : undefined)).find(Boolean);
  return named ? ` by ${named} ${direction} ` : undefined;
};

/** "From the lowest price to the highest" is a direction, whatever stands between. */
const ordered = (marked: string): string =>
  marked
    .replace(
      new RegExp(`from (?:the )?${little}${column} (?:up )?to (?:the )?${much}${column}`, 'giu'),
      (all, ...columns) => byColumn(columns, 'ascending') ?? all,
    )
    .replace(
      new RegExp(`from (?:the )?${much}${column} (?:down )?to (?:the )?${little}${column}`, 'giu'),
      (all, ...columns) => byColumn(columns, 'descending') ?? all,
    );

const phraseAt = (words: readonly string[], at: number) => {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
    const text = words.slice(at, at + length).join(' ');
    const meaning = meaningOf(text);
    if (meaning) return { ...meaning, length, text: text.toLowerCase() };
  }
  return undefined;
};
