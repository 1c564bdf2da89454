import { isFunctionWord } from '../reading/glue.ts';
import { formsOf } from '../reading/marks.ts';
import { distance } from '../reading/spelling.ts';
import { translationsOf } from '../reading/translations.ts';
import { rowNamesOf } from '../rules/table-vocabulary.ts';
import { type HeadNames, namesOfHead, stemOf } from './naming.ts';
import { type Head, plain, type Sheet } from './sheets.ts';
import { bareForms, longestPhrase, otherNames, type Sense, senseOf, spelledSenses } from './words.ts';

/** The texts of one column that a phrase speaks of. */
export type Spoken = {
  readonly head: Head;
  readonly texts: readonly string[];
  readonly isExact: boolean;
  readonly isNote: boolean;
};

/** A piece of a question, as one table understands it. */
export type Item =
  | (Sense & { readonly word: string })
  | {
      readonly is: 'value';
      readonly word: string;
      readonly spoken: readonly Spoken[];
      readonly heads: readonly Head[] /** What the rows are called as well, and how surely. */;
      readonly table?: number;
    }
  | { readonly is: 'column'; readonly word: string; readonly heads: readonly Head[] }
  | { readonly is: 'span'; readonly word: string; readonly at: number }
  | { readonly is: 'number'; readonly word: string; readonly value: number }
  | { readonly is: 'table'; readonly word: string; readonly weight: number }
  /** What the rows of another table are called. */
  | { readonly is: 'other'; readonly word: string; readonly sheet: Sheet }
  | { readonly is: 'unknown'; readonly word: string };

const notes = /note|remark|comment|description|details|הערה|הערות|תיאור|פירוט/iu;
export const isNote = ({ name }: Head): boolean => notes.test(name);

/** Everything a table can be spoken of by, made once for each. */
export type Lexicon = {
  readonly columns: ReadonlyMap<string, readonly Head[]>;
  readonly tables: ReadonlyMap<string, number>;
  /** What the rows of the other tables are called: no word for a part of a name here. */
  readonly foreign: ReadonlyMap<string, Sheet>;
  /** Words of the titles of documents: they name the house, and no row. */
  readonly house: ReadonlySet<string>;
  readonly heads: readonly {
    readonly head: Head;
    readonly values: readonly { readonly text: string; readonly words: readonly string[] }[];
  }[];
};

export const lexiconOf = (sheet: Sheet, sheets: readonly Sheet[]): Lexicon => {
  const columns = new Map<string, Head[]>();
  const put = (form: string, head: Head) => {
    const before = columns.get(form) ?? [];
    if (!before.includes(head)) columns.set(form, [...before, head]);
  };
  const named = sheet.heads.map((head) => ({ head, names: namesOfHead(head) }));
  const isOnly = (word: string, of: (names: HeadNames) => readonly string[]) =>
    named.filter(({ names }) => of(names).includes(word)).length === 1;
  for (const { head, names } of named) for (const form of names.whole) put(form, head);
  const whole = new Set(columns.keys());
  // One word of several heads may be of any of them: the other words tell which.
  // "Where from" is no column that "where" asks for.
  for (const { head, names } of named)
    for (const form of names.parts)
      if (
        !whole.has(form) &&
        senseOf(form)?.is !== 'ask' &&
        (isOnly(form, ({ parts }) => parts) || senseOf(form) === undefined)
      )
        put(form, head);
  // "Hours" of two columns of hours: either may be meant, and the other words tell which.
  for (const { head, names } of named)
    for (const form of names.units)
      if (!columns.get(form)?.some((each) => named.find(({ head: own }) => own === each)?.names.whole.includes(form)))
        put(form, head);
  for (const { head, names } of named)
    for (const stem of names.stems)
      if (senseOf(stem)?.is !== 'ask' && isOnly(stem, ({ stems }) => stems)) put(`~${stem}`, head);
  // A name of its own comes before another word for it.
  for (const head of sheet.heads) columns.set(plain(head.name), [head]);
  const tables = tableWords(sheet);
  const others = sheets
    .filter((each) => each !== sheet)
    .flatMap((each) => [...tableWords(each)].flatMap(([word, weight]) => (weight > 1 ? [[word, each] as const] : [])));
  return {
    columns,
    tables,
    foreign: new Map(others.filter(([word]) => !tables.has(word))),
    house: new Set(
      sheets.flatMap(({ document }) => plain(document?.title ?? '').split(' ')).filter((word) => word.length > 3),
    ),
    heads: sheet.heads
      .filter(({ kind }) => kind === 'text')
      .map((head) => ({ head, values: [...head.texts.keys()].map((text) => ({ text, words: text.split(' ') })) })),
  };
};

/** What the rows of a table are called, and how surely. */
const tableWords = (sheet: Sheet): ReadonlyMap<string, number> => {
  const tables = new Map<string, number>();
  const { path, sheet: tab, isOnlySheet } = sheet.table;
  for (const word of rowNamesOf(sheet.table))
    for (const form of [word, ...translationsOf(word)].flatMap(formsOf).map(plain))
      if (form.length > 2 && !/^\d+$/.test(form))
        tables.set(form, Math.max(tables.get(form) ?? 0, word === tab || tab === null || isOnlySheet ? 3 : 1));
  for (const word of [...tables.keys()].filter((each) => tables.get(each) === 3))
    for (const other of otherNames(word).map(plain)) if (!tables.has(other)) tables.set(other, 2.5);
  const noun = /^(.+) (?:no|nr|number|ref|id)\.?$/iu.exec(sheet.heads[0]?.name ?? '')?.[1];
  if (noun !== undefined) for (const form of formsOf(noun).map(plain)) tables.set(form, 2);
  // "Jobs" of rows that are numbered by Job: one number, one job.
  const [head] = sheet.heads;
  if (head?.isNumbering && /^\p{L}{3,}$/u.test(plain(head.name)))
    for (const form of formsOf(plain(head.name)).map(plain)) if (!tables.has(form)) tables.set(form, 2);
  for (const word of [...tables.keys()])
    if (/(?:^|\s)second(?:\s|$)/u.test(word)) tables.set(word.replace('second', '2nd'), tables.get(word) ?? 1);
  // "Pupils and cars" gives "and" no other meaning.
  for (const word of [...tables.keys()])
    if (senseOf(word) !== undefined && plain(path).split(' ').length > 1 && isJoint(word)) tables.delete(word);
  tables.set(plain(path), 3);
  for (const word of plain(sheet.document?.heading ?? '').split(' '))
    if (word.length > 3) for (const form of formsOf(word).map(plain)) if (!tables.has(form)) tables.set(form, 3);
  const [first] = sheet.heads;
  if (sheet.document && first)
    for (const head of sheet.heads.slice(0, 2))
      if (head.kind === 'text' && /^\p{L}{4,}$/u.test(plain(head.name)))
        for (const form of formsOf(plain(head.name))) if (!tables.has(form)) tables.set(form, 3);
  return tables;
};

const isJoint = (word: string): boolean =>
  ['and', 'or', 'not', 'by', 'skip', 'ask', 'that', 'versus'].includes(senseOf(word)?.is ?? '');

/** Reads the words of a question from left to right; the longest name or phrase is taken first. */
export const itemsOf = (words: readonly string[], lexicon: Lexicon): readonly Item[] => {
  const items: Item[] = [];
  for (let at = 0; at < words.length; ) {
    const [item, length] = itemAt(words, at, lexicon);
    items.push(item);
    at += length;
  }
  return items;
};

const itemAt = (words: readonly string[], at: number, lexicon: Lexicon): readonly [Item, number] => {
  const word = words[at] ?? '';
  const mark = /^‹(\d+)›$/.exec(word);
  if (mark) return [{ is: 'span', word, at: Number(mark[1]) }, 1];
  const exact = exactAt(words, at, lexicon);
  const column = phraseAt(words, at, (phrase) => columnsFor(phrase, lexicon));
  const sense = phraseAt(words, at, senseOf);
  const table = phraseAt(words, at, (phrase) =>
    bareForms(phrase)
      .map((each) => lexicon.tables.get(each))
      .find((each) => each !== undefined),
  );
  const isStrong = sense !== undefined && sense[0].is !== 'skip';
  const partial = partialAt(words, at, lexicon);
  const length = Math.max(exact?.[1] ?? 0, column?.[1] ?? 0, sense?.[1] ?? 0, table?.[1] ?? 0);
  const said = words.slice(at, at + Math.max(length, 1)).join(' ');
  if (partial && partial[1] > Math.max(length, 1) && !partial[0].every(({ isNote: inNote }) => inNote))
    return [
      { is: 'value', word: words.slice(at, at + partial[1]).join(' '), spoken: partial[0], heads: [] },
      partial[1],
    ];
  if (exact && exact[1] === length)
    return [
      {
        is: 'value',
        word: said,
        spoken: exact[0],
        heads: column?.[1] === length ? column[0] : [],
        ...(table?.[1] === length && table[0] >= 2 ? { table: table[0] } : {}),
      },
      length,
    ];
  if (/^\d+(?:\.\d+)?$/.test(word) && length <= 1) {
    const whole = partial && partial[1] === 1 ? undefined : { is: 'number' as const, word, value: Number(word) };
    if (whole) return [whole, 1];
  }
  const own = lexicon.columns.get(`~${stemOf(word)}`);
  // "How many did we log": the verb of a column, and not the log itself.
  if (own && length === 1 && sense?.[0].is === 'rows' && /^(?:we|they|i|he|she|you)$/u.test(words[at - 1] ?? ''))
    return [{ is: 'column', word, heads: own }, 1];
  // "Still open" of a table that says Open: what is written there comes before what the words mean elsewhere.
  if (
    sense?.[0].is === 'state' &&
    sense[1] === length &&
    length > 1 &&
    !/(?:^|\s)(?:not|no|never|un\p{L}+|\p{L}+nt)(?:\s|$)|לא|טרם/u.test(said)
  ) {
    const written = exactAt(words, at + length - 1, lexicon);
    if (written?.[1] === 1) return [{ is: 'value', word: said, spoken: written[0], heads: [] }, length];
  }
  // "Brought in" of a column that is called so: its own name comes before what the words mean elsewhere.
  const isOwnName = length > 1 && column?.[1] === length && column[0].some(({ name }) => plain(name) === said);
  if (isStrong && sense[1] === length && sense[1] > 1 && !isOwnName) return [{ ...sense[0], word: said }, length];
  // "Shifts" are the rows of the shifts, "by shift" is the column.
  const isRows =
    table !== undefined &&
    table[1] === length &&
    !column?.[0].some(({ name }) => plain(name) === said) &&
    // Another word for the table gives way to a column of that name.
    !(column && table[0] === 2.5) &&
    senseOf(words[at - 1] ?? '')?.is !== 'by';
  const [numbering, second] = column?.[0] ?? [];
  if (column?.[1] === length && numbering?.isNumbering && !second && sense?.[0].is === 'rows')
    return [{ is: 'rows', word: said }, length];
  // "The parts list": what the table is called, and no wish to see one.
  if (word === 'list' && at > 0 && length === 1 && lexicon.tables.has(words[at - 1] ?? ''))
    return [{ is: 'rows', word }, 1];
  // "Bikes that are sold", of a column Sold on: no money is asked for.
  if (
    own &&
    length === 1 &&
    sense?.[0].is === 'money' &&
    own.every(({ kind }) => kind === 'day') &&
    /^(?:are|is|were|was|been)$/u.test(words[at - 1] ?? '')
  )
    return [{ is: 'column', word, heads: own }, 1];
  if (column && column[1] === length && !isRows) return [{ is: 'column', word: said, heads: column[0] }, length];
  if (table && table[1] === length) return [{ is: 'table', word: said, weight: table[0] }, length];
  if (isStrong && sense[1] === length) return [{ ...sense[0], word: said }, length];
  if (sense?.[0].is === 'skip' && length === 1 && word.length > 4 && own)
    return [{ is: 'column', word, heads: own }, 1];
  if (sense && sense[1] === length) return [{ ...sense[0], word: said }, length];
  if (partial)
    return [
      { is: 'value', word: words.slice(at, at + partial[1]).join(' '), spoken: partial[0], heads: [] },
      partial[1],
    ];
  const root = lexicon.columns.get(`~${stemOf(word)}`);
  if (root && word.length > 3) return [{ is: 'column', word, heads: root }, 1];
  if (bareForms(word).some((each) => lexicon.house.has(each))) return [{ is: 'skip', word }, 1];
  // "Who ordered more than once", of a table of orders: what was done is what its rows are.
  const verb = /^\p{Script=Latin}{3,}ed$/u.test(word) ? [stemOf(word), stemOf(word.replace(/ed$/u, ''))] : [];
  const deed = [...lexicon.tables].find(
    ([form, weight]) => weight >= 2 && !form.includes(' ') && verb.includes(stemOf(form)),
  );
  if (deed) return [{ is: 'table', word, weight: deed[1] }, 1];
  const elsewhere = lexicon.foreign.get(word);
  return [
    elsewhere ? { is: 'other', word, sheet: elsewhere } : (nearItem(word, lexicon) ?? { is: 'unknown', word }),
    1,
  ];
};

/** A slip of the finger in what the rows are called or in a word of the rules, where one alone is near. */
const nearItem = (word: string, { tables }: Lexicon): Item | undefined => {
  if (word.length < 5 || /\d/.test(word)) return undefined;
  const isNear = (other: string) => other.length > 4 && other[0] === word[0] && distance(word, other) === 1;
  const table = [...tables].find(([form]) => isNear(form));
  if (table) return { is: 'table', word, weight: table[1] };
  const short = [...tables].filter(([form]) => isShortFor(word, form));
  if (short.length > 0 && new Set(short.map(([form]) => form.slice(0, 6))).size === 1)
    return { is: 'table', word, weight: Math.max(...short.map(([, weight]) => weight)) };
  // A Hebrew word with one letter less is often another word.
  if (/\p{Script=Hebrew}/u.test(word)) return undefined;
  const found = new Set(spelledSenses.filter(isNear).map((each) => senseOf(each)));
  const [sense] = found;
  return word.length > 5 && found.size === 1 && sense && sense.is !== 'not' ? { ...sense, word } : undefined;
};

/** "Appts" for appointments: the same beginning, the rest in the same order. */
const isShortFor = (word: string, form: string): boolean => {
  if (form.length < word.length + 3 || !form.startsWith(word.slice(0, 3)) || form.includes(' ')) return false;
  let at = 0;
  for (const letter of form) if (letter === word[at]) at += 1;
  return at === word.length;
};

const columnsFor = (phrase: string, { columns }: Lexicon): readonly Head[] | undefined => {
  for (const each of bareForms(phrase)) {
    const found = columns.get(each);
    if (found) return found;
  }
  // "מחירי הקנייה": the prices of something.
  const bound = /^\p{Script=Hebrew}{4,}י$/u.test(phrase) ? columns.get(phrase.slice(0, -1)) : undefined;
  return bound ?? (phrase.includes(' ') || phrase.length < 5 ? undefined : columns.get(`~${stemOf(phrase)}`));
};

const phraseAt = <T>(
  words: readonly string[],
  at: number,
  find: (phrase: string) => T | undefined,
): readonly [T, number] | undefined => {
  for (let length = Math.min(longestPhrase, words.length - at); length > 0; length--) {
    const found = find(words.slice(at, at + length).join(' '));
    if (found !== undefined) return [found, length];
  }
  return undefined;
};

/** One or many of it, and without the small words before it. */
const saidAs = (phrase: string): readonly string[] => {
  const [first = '', ...rest] = phrase.split(' ');
  return bareForms(first).flatMap((bare) => {
    const whole = [bare, ...rest].join(' ');
    // A short Hebrew noun keeps its two letters when its plural is taken off.
    const single = /^(\p{Script=Hebrew}{2,})(?:ים|ות)$/u.exec(whole)?.[1];
    // "אושרו" of a status that says "אושר".
    const verb = /^(\p{Script=Hebrew}{4,})[וה]$/u.exec(whole)?.[1];
    return [
      whole,
      ...formsOf(whole).map(plain),
      ...(single === undefined ? [] : [single]),
      ...(verb === undefined ? [] : [verb]),
    ];
  });
};

const exactAt = (
  words: readonly string[],
  at: number,
  { heads }: Lexicon,
): readonly [readonly Spoken[], number] | undefined => {
  for (let length = Math.min(8, words.length - at); length > 0; length--) {
    const phrase = words.slice(at, at + length).join(' ');
    if (phrase.includes('‹') || (length === 1 && (/^\d+$/.test(phrase) || tooSmall(phrase)))) continue;
    const forms = saidAs(phrase);
    const found = heads.flatMap(({ head }) => {
      const texts = [...new Set(forms)].filter((form) => head.texts.has(form));
      return texts.length > 0 ? [{ head, texts, isExact: true, isNote: isNote(head) }] : [];
    });
    if (found.length > 0) return [found, length];
  }
  return undefined;
};
/** A small word is no value: yes, no and the letters of the language stand in many cells. Any other word of a cell is one. */
const tooSmall = (word: string): boolean =>
  word.length < 2 || (word.length < 4 && senseOf(word) !== undefined) || isFunctionWord(word);

/** The texts that have these words in this order: "brightwater high st" of "Brightwater Dental, High St branch". */
const partialAt = (
  words: readonly string[],
  at: number,
  { heads, foreign }: Lexicon,
): readonly [readonly Spoken[], number] | undefined => {
  const first = words[at] ?? '';
  if (first.includes('‹') || first.length < 3 || senseOf(first) !== undefined) {
    if (!/^\d+$/.test(first) || first.length < 3) return undefined;
  }
  let best: { readonly spoken: Spoken[]; readonly length: number } | undefined;
  for (const isNear of [false, true]) {
    for (const { head, values } of heads) {
      if (isNear) {
        // "המיטות הסיעודיות" of "מיטה סיעודית": two words at the least, each in another number.
        const [many, length] = manyAt(words, at, values);
        if (length > 1 && (!best || length > best.length))
          best = { spoken: [{ head, texts: many, isExact: false, isNote: isNote(head) }], length };
        else if (length > 1 && best && length === best.length)
          best.spoken.push({ head, texts: many, isExact: false, isNote: isNote(head) });
      }
      let alive = values.map((value) => ({ value, from: 0 }));
      let length = 0;
      let kept: typeof alive = [];
      for (let on = at; on < words.length && on < at + 7; on++) {
        const word = words[on] ?? '';
        const isSmall = on > at && senseOf(word) !== undefined;
        alive = alive.flatMap(({ value, from }) => {
          const place = value.words.findIndex(
            (each, index) => index >= from && (index === from || !isSmall) && isSame(word, each, isNear && on === at),
          );
          return place < 0 ? [] : [{ value, from: place + 1 }];
        });
        if (alive.length === 0) break;
        length = on - at + 1;
        kept = alive;
      }
      if (length === 0) continue;
      const spoken: Spoken = { head, texts: kept.map(({ value }) => value.text), isExact: false, isNote: isNote(head) };
      if (!best || length > best.length) best = { spoken: [spoken], length };
      else if (length === best.length) best.spoken.push(spoken);
    }
    if (best) break;
  }
  if (!best || (best.length === 1 && foreign.has(first))) return undefined;
  return best.spoken.every(({ isNote: inNote }) => inNote) && saysLittle.test(first)
    ? undefined
    : [best.spoken, best.length];
};

const manyAt = (
  words: readonly string[],
  at: number,
  values: readonly { readonly text: string; readonly words: readonly string[] }[],
): readonly [readonly string[], number] => {
  const rootOf = (word: string) =>
    /^\p{Script=Hebrew}{4,}$/u.test(word) ? word.replace(/(?:יות|ית|ים|ות|ה|ת)$/u, '') : word;
  const isLike = (said: string, written: string) =>
    bareForms(said).some((each) => rootOf(each).length > 2 && rootOf(each) === rootOf(written));
  const found = values.filter(
    (value) => value.words.length > 1 && value.words.every((word, on) => isLike(words[at + on] ?? '', word)),
  );
  const length = Math.max(0, ...found.map((value) => value.words.length));
  return [found.filter((value) => value.words.length === length).map(({ text }) => text), length];
};

/** Words that stand in many remarks and tell nothing of them. */
const saysLittle =
  /^(?:before|after|back|come|came|new|old|next|last|first|needed|needs|wanted|early|late|left|right|back|again|until|during|between|always|never|often|every|before|says|said|asked|told|paid|sent|done|good|bad|long|short|full|free)$/u;

const isSame = (said: string, written: string, isNear: boolean): boolean => {
  if (said === written) return true;
  if (/\d/.test(said)) return false;
  if (bareForms(said).includes(written) && written.length > 2) return true;
  if (said.length > 3 && (said === `${written}s` || `${said}s` === written)) return true;
  return isNear && said.length > 5 && written.length > 4 && said[0] === written[0] && distance(said, written) <= 1;
};
