import { isFunctionWord } from './glue.ts';
import { isKnownWord, meaningOf } from './lexicon.ts';
import { literal } from './quotes.ts';

/** A name of the file as it may be said: the words, and what they stand for (`@c0` a column, `@v1` a value). */
export type NameForm = { readonly form: string; readonly mark: string; readonly isSure?: boolean };

/** A word that can be meant in several ways: as a name of the file, or as a word of the language. */
export type Choice = { readonly word: string; readonly ways: readonly string[] };

export type Marked = { readonly words: string; readonly choices: readonly Choice[] };

const hebrewPrefix = '[ושבלמכה]{0,3}';

/**
 * Puts a mark wherever a name of the file stands. Where the word could be meant otherwise too, `@x0` stands for the
 * first choice: nothing is passed over because it is also an everyday word.
 */
export const markNames = (
  words: string,
  names: readonly NameForm[],
  codes: ReadonlySet<string>,
  isRow: (word: string) => boolean = () => false,
): Marked => {
  const choices: Choice[] = [];
  const marksByForm = Map.groupBy(names, ({ form }) => form);
  let marked = words;
  for (const form of [...marksByForm.keys()].toSorted((a, b) => b.length - a.length)) {
    const all = marksByForm.get(form) ?? [];
    const marks = [...new Set(all.map(({ mark }) => mark))];
    const isSure = all.some((each) => each.isSure === true);
    const found = new RegExp(`(?<![\\p{L}\\p{N}_@.-])(${hebrewPrefix}-?)(${literal(form)})(?![\\p{L}\\p{N}_])`, 'giu');
    marked = marked.replace(found, (whole: string, prefix: string, said: string) => {
      // A code in capitals (IN, OR, A) is not meant by a small word of the sentence.
      if (isFunctionWord(said) && said === said.toLowerCase() && codes.has(form)) return whole;
      // A whole word of the language is not cut in two to find a value in it: "rows" in Hebrew ends like a name.
      const fits = prefix === '' || !isKnownWord(whole) ? marks : marks.filter((mark) => mark.startsWith('@c'));
      if (fits.length === 0) return whole;
      const spelled = fits.map((mark) => `${spread(prefix)}${mark}`);
      const isWord = !isSure && (meaningOf(whole) !== undefined || meaningOf(said) !== undefined || isRow(said));
      const ways = isWord ? [...spelled, whole] : spelled;
      const [only, other] = ways;
      if (only !== undefined && other === undefined) return only;
      choices.push({ word: whole, ways });
      return `@x${choices.length - 1}`;
    });
  }
  return { words: marked, choices };
};

export const spread = (prefix: string): string => {
  const plain = prefix.replaceAll('-', '');
  return plain === '' ? '' : `${[...plain].join(' ')} `;
};

const namesColumn =
  /(?:^|\s)(?:by|per|each|every|columns?|where|rename|לפי|שבהן|שבהם|עמודה|עמודת|העמודה)(?: the| all| כל)?\s*(?:[הבלמ] )*$/iu;
const measuresColumn =
  /(?:^|\s)(?:sort|of|highest|lowest|largest|smallest|biggest|average|mean|median|total|sum|round|של|ממוצע|סכום|סה״כ|סך|חציון|עגל)(?: the| all| כל)?\s*(?:[הבלמ] )*$/iu;
const tellsOfColumn =
  /^\s+\d|^\s*(?:columns?|is|are|isn't|=|>|<|≥|≤|more|less|over|above|below|under|between|at least|at most|greater|higher|lower|contains?|לפחות|היא|הוא|אינה|אינו|יותר|פחות|מעל|מתחת|בין|גדול|קטן|גבוה|נמוך|מכיל)(?![\p{L}])/iu;
const compares =
  /^\s*(?:>|<|≥|≤|more|less|over|above|below|under|between|at least|at most|greater|higher|lower|לפחות|יותר|פחות|מעל|מתחת|בין|גדול|קטן|גבוה|נמוך)(?![\p{L}])/iu;
const beforeColumn = /^(?:\s(?:of|the|all|up|for|in|של|כל|את|ה|ב))*\s(?:[ובלמהכש] )*@[cx]/iu;

const beforeRows = /^\s(?:the |all |all the )?(?:rows?|records|lines|entries|השורות|שורות|רשומות)(?![\p{L}])/iu;

/** What the words around a choice settle: "total Total" is the sum of a column, "sort by Order" is by a column. */
const settled = (
  { words, choices }: Marked,
  isRow: (word: string) => boolean,
  isNumbering: (mark: string) => boolean,
): string => {
  let text = words;
  for (let at = choices.length - 1; at >= 0; at--) {
    const choice = choices[at] as Choice;
    const mark = `@x${at}`;
    const from = text.search(new RegExp(`${mark}(?!\\d)`));
    if (from < 0) continue;
    const before = withWords(text.slice(0, from), choices);
    const after = text.slice(from + mark.length);
    const column = choice.ways.find((way) => /@c\d+$/.test(way));
    const word = choice.ways.find((way) => !/@[cv]\d+$/.test(way));
    const tag = meaningOf(choice.word)?.tag ?? '';
    const isMeasure =
      word !== undefined && 'ak'.includes(tag) && tag !== '' && (beforeColumn.test(after) || beforeRows.test(after));
    // "How many invoices are in invoices.csv" speaks of rows, "invoices over 5" of a column.
    const isVerb = isRow(choice.word) && /^\s*(?:is|are|היא|הוא)(?![\p{L}])/iu.test(after);
    // "Jobs over 1000" speaks of the jobs: nobody compares their running numbers.
    const isThing = isRow(choice.word) && column !== undefined && isNumbering(/@c\d+$/.exec(column)?.[0] ?? '');
    const isTold = tellsOfColumn.test(after) && !isVerb && !(isThing && compares.test(after));
    const isNamed = namesColumn.test(before) || isTold;
    const isColumn = column !== undefined && (isNamed || (!isMeasure && measuresColumn.test(before)));
    const said = isColumn
      ? column
      : isMeasure || (word !== undefined && column !== undefined && isRow(choice.word))
        ? word
        : // A noun for rows gives way to a column of that name, and where it is asked which one, to a value.
          tag === 'r'
          ? (column ?? (asksWhich.test(before) ? choice.ways.find((way) => /@v\d+$/.test(way)) : undefined))
          : undefined;
    if (said !== undefined) text = `${text.slice(0, from)}${said}${after}`;
  }
  return text;
};

const asksWhich = /(?:^|\s)(?:which|what|how many|איזה|איזו|אילו|כמה)\s+$/iu;

const withWords = (text: string, choices: readonly Choice[]): string =>
  text.replace(/@x(\d+)/g, (_all, at) => choices[Number(at)]?.word ?? '');

const mostChoices = 6;

/** Every way the words can be meant; none when there are too many to try. */
export const waysOf = (
  marked: Marked,
  isRow: (word: string) => boolean = () => false,
  isNumbering: (mark: string) => boolean = () => false,
): readonly string[] => {
  let ways = [settled(marked, isRow, isNumbering)];
  const open = marked.choices.flatMap((choice, at) =>
    new RegExp(`@x${at}(?!\\d)`).test(ways[0] ?? '') ? [{ choice, at }] : [],
  );
  if (open.length > mostChoices) return [];
  for (const { choice, at } of open)
    ways = ways.flatMap((text) => choice.ways.map((way) => text.replace(new RegExp(`@x${at}(?!\\d)`), way)));
  return ways;
};
