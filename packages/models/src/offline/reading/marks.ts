import type { Column } from '../rule.ts';
import { markNames, type NameForm } from './choices.ts';
import { isKnownWord, meaningOf } from './lexicon.ts';
import { literal, plainName, unquote } from './quotes.ts';
import { translationsOf } from './translations.ts';

/** A value that stands in a column, found in the words of a request. */
export type Held = { readonly column: string; readonly value: string; readonly alsoSaid?: string };

/** A name as people say it: one or many, and in Hebrew as the first of two words. */
export const formsOf = (name: string): readonly string[] => {
  const plain = name.toLowerCase();
  if (/\p{Script=Hebrew}/u.test(plain))
    return hebrewForms(plain.replace(/(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})/gu, '״'));
  const forms = [plain, `${plain}s`];
  if (/[^aeiou]y$/.test(plain)) forms.push(`${plain.slice(0, -1)}ies`);
  if (/(?:s|x|ch|sh)$/.test(plain)) forms.push(`${plain}es`);
  if (/ies$/.test(plain)) forms.push(`${plain.slice(0, -3)}y`);
  if (/[^s]s$/.test(plain)) forms.push(plain.slice(0, -1));
  return forms;
};

const finals: Readonly<Record<string, string>> = { ך: 'כ', ם: 'מ', ן: 'נ', ף: 'פ', ץ: 'צ' };
const opened = (stem: string): string => stem.replace(/[ךםןףץ]$/u, (last) => finals[last] ?? last);
const closed = (stem: string): string =>
  stem.replace(/[כמנפצ]$/u, (last) => Object.entries(finals).find(([, open]) => open === last)?.[0] ?? last);

/** One, many, the first of two words, and what a verb of the past ends in: "paid" is said of one and of several. */
const hebrewForms = (plain: string): readonly string[] => {
  const stem = opened(plain.replace(/ה$/u, ''));
  const forms = [plain, ...['ים', 'ות', 'ת', 'ו', 'ה'].map((end) => `${stem}${end}`)];
  if (/ות$/u.test(plain)) forms.push(plain.replace(/ות$/u, 'ויות'));
  if (/ית$/u.test(plain)) forms.push(plain.replace(/ית$/u, 'יות'));
  const single = /^(.{3,})(?:ים|ות|ו|ה)$/u.exec(plain)?.[1];
  if (single !== undefined) forms.push(single, closed(single), `${single}ה`);
  return [...new Set(forms)];
};

/** "Their salary": Hebrew says whose it is at the end of the word. */
const ownedForms = (name: string): readonly string[] =>
  /^\p{Script=Hebrew}{3,}$/u.test(name) ? ['ם', 'ן', 'ו', 'ה'].map((end) => `${name}${end}`) : [];

/** The noun that a name of several words turns on: "rent" of "Monthly rent"; in Hebrew the first word. */
const headOf = (name: string): string | undefined => {
  const words = name
    .toLowerCase()
    .replace(/[([/].*$/u, '')
    .split(/ (?:of|per|in|for|at|by) /u)[0]
    ?.split(/[\s_]+/u)
    .filter((word) => word !== '');
  const head = /\p{Script=Hebrew}/u.test(name) ? words?.[0] : words?.at(-1);
  return head === undefined || head === name.toLowerCase() || head.length < 3 ? undefined : head;
};

/** That noun as one or many; none where the name is a single word. */
export const headForms = (name: string): readonly string[] => {
  const head = headOf(name);
  return head === undefined ? [] : formsOf(head);
};

/** Whatever of its words a name is said with in the plural: "leases end" for "Lease end". */
const innerPlurals = (name: string): readonly string[] => {
  const [first, ...rest] = name.toLowerCase().split(' ');
  return rest.length === 0 || first === undefined || /\p{Script=Hebrew}/u.test(name)
    ? []
    : formsOf(first).map((form) => [form, ...rest].join(' '));
};

/** How every column may be said: by its name, as one or many, and by its name in the other language. */
export const columnForms = (columns: readonly Column[]): readonly NameForm[] => {
  const own = new Set(columns.flatMap(({ name }) => formsOf(name)));
  const heads = columns.flatMap(({ name }, at) => {
    return headForms(name).map((form) => ({ form, mark: `@c${at}` }));
  });
  // A word that stands in two names, or means something by itself, does not tell one of them.
  const isHead = ({ form, mark }: NameForm) =>
    !own.has(form) &&
    !isKnownWord(form) &&
    heads.every((each) => each.form !== form || each.mark === mark) &&
    columns.filter(({ name }) =>
      name
        .toLowerCase()
        .split(/[\s_]+/u)
        .some((word) => formsOf(word).includes(form)),
    ).length <= 1;
  // A Hebrew question may be about an English table. A word that would then mean two columns means none.
  const translated = columns.flatMap(({ name }, at) =>
    translationsOf(name).flatMap((each) => formsOf(each).map((form) => ({ form, mark: `@c${at}` }))),
  );
  // A verb of trade or a small word may be that column's: both are tried.
  const isSure = ({ form, mark }: NameForm) =>
    !own.has(form) &&
    (!isKnownWord(form) || ' z'.includes(meaningOf(form)?.tag ?? '?')) &&
    translated.every((each) => each.form !== form || each.mark === mark);
  // "The phone number of …" asks for the phone; "units" are what the one column of quantities counts; "the due date" is
  // the day in Due; whoever "drives" is the driver.
  const spoken = [
    ...columns.flatMap(({ name, type }, at) =>
      /^(?:date|timestamp)/i.test(type) && isPlainWord(name)
        ? [`${name.toLowerCase()} date`, `date ${name.toLowerCase()}`].map((form) => ({ form, mark: `@c${at}` }))
        : [],
    ),
    ...onlyOnce(columns.flatMap(({ name }, at) => doingForms(name).map((form) => ({ form, mark: `@c${at}` })))),
    ...spanForms(columns),
    ...onlyOnce(columns.flatMap(({ name }, at) => shortForms(name).map((form) => ({ form, mark: `@c${at}` })))),
    ...onlyOnce(columns.flatMap(({ name }, at) => measuredForms(name).map((form) => ({ form, mark: `@c${at}` })))),
    ...columns.flatMap(({ name }, at) =>
      isPlainWord(name) ? [{ form: `${name.toLowerCase()} number`, mark: `@c${at}` }] : [],
    ),
    ...quantityForms(columns),
  ];
  return [
    ...spoken.filter(({ form }) => !own.has(form) && !isKnownWord(form)),
    ...columns.flatMap(({ name }, at) =>
      [...formsOf(name), ...ownedForms(name)].map((form) => ({ form, mark: `@c${at}` })),
    ),
    ...columns.flatMap(({ name }, at) => innerPlurals(name).map((form) => ({ form, mark: `@c${at}` }))),
    ...heads.filter(isHead),
    ...translated.filter(isSure),
  ];
};

/** "Amt." is said "amt", "Attendance (of 28)" without what stands in brackets; a long Hebrew name by its first words. */
export const shortForms = (name: string): readonly string[] => {
  const bare = name
    .toLowerCase()
    .replace(/\s*[([].*$/u, '')
    .replace(/[.?!:*]+(?=$|\s)/gu, '')
    .trim();
  const words = bare.split(/\s+/u);
  const leading = /\p{Script=Hebrew}/u.test(bare) && words.length > 2 ? [words.slice(0, 2).join(' ')] : [];
  return [...(bare === name.toLowerCase() || bare.length < 2 ? [] : formsOf(bare)), ...leading];
};

/** What somebody with such a name does, or what happened then: a teacher teaches, whoever arrived did arrive. */
const doingForms = (name: string): readonly string[] => {
  const done = /^(\p{Script=Latin}{3,})ed$/u.exec(name.toLowerCase())?.[1];
  if (done !== undefined) return [done, `${done}e`];
  const stem = /^(\p{Script=Latin}{3,})er$/u.exec(name.toLowerCase())?.[1];
  if (stem === undefined) return [];
  const verbs = /i$/.test(stem) ? [`${stem.slice(0, -1)}y`, `${stem}es`] : [stem, `${stem}s`, `${stem}e`, `${stem}es`];
  const single = /([^aeiou])\1$/.test(stem) ? [stem.slice(0, -1), `${stem.slice(0, -1)}s`] : [];
  // "Our own" is no verb.
  return [...verbs, ...single].filter((form) => form !== 'own');
};

/** "Weight kg" is the weight, and 20 kg are of it. */
const measuredForms = (name: string): readonly string[] => {
  const [, base, unit] =
    /^(.{2,}?) ?[([]?(?<=[ ([])(kg|kgs|kilos?|g|grams?|km|kms|miles|cm|mm|lit(?:er|re)s?|ml|hrs|mins|m²|sqm)[)\]]?$/iu.exec(
      name,
    ) ?? [];
  return base === undefined || unit === undefined ? [] : [...formsOf(base), unit.toLowerCase()];
};

/** "Each month" said of a monthly fee names that column, and groups by nothing. */
const spanForms = (columns: readonly Column[]): readonly NameForm[] =>
  spanWords.flatMap(([adverb, unit]) => {
    const isOf = new RegExp(`(?:^|\\s)(?:${adverb}|(?:per|a|each) ${unit})(?:$|\\s)`, 'iu');
    const [only, other] = columns.flatMap(({ name }, at) => (isOf.test(name) ? [at] : []));
    const isColumn = columns.some(({ name }) => formsOf(unit).includes(name.toLowerCase()));
    return only === undefined || other !== undefined || isColumn
      ? []
      : ['each', 'every', 'per', 'a'].map((word) => ({ form: `${word} ${unit}`, mark: `@c${only}` }));
  });
const spanWords = [
  ['hourly', 'hour'],
  ['daily', 'day'],
  ['weekly', 'week'],
  ['monthly', 'month'],
  ['yearly', 'year'],
] as const;

/** Forms that would mean two columns mean none. */
const onlyOnce = (forms: readonly NameForm[]): readonly NameForm[] =>
  forms.filter(({ form, mark }) => forms.every((each) => each.form !== form || each.mark === mark));

const isPlainWord = (name: string): boolean => /^\p{Script=Latin}+$/u.test(name);

/** Several words for one thing; a level of stock is another thing than the units that were sold. */
const isCounted = (name: string): boolean => /^(?:qty|quantity|quantities|units|pieces|pcs|יחידות|כמות)$/iu.test(name);

const quantityForms = (columns: readonly Column[]): readonly NameForm[] => {
  const [only, other] = columns.flatMap(({ name }, at) => (isCounted(name) ? [at] : []));
  return only === undefined || other !== undefined
    ? []
    : ['qty', 'quantity', 'quantities', 'units', 'pieces', 'יחידות', 'כמות'].map((form) => ({
        form,
        mark: `@c${only}`,
      }));
};

/** `@c0` for the first column, wherever a column is named; the small Hebrew words before it stand apart. */
export const markColumns = (words: string, columns: readonly Column[], quoted: readonly string[]): string =>
  markNames(
    markQuoted(words, quoted, (text) => columns.findIndex(({ name }) => plainName(name) === text), 'c'),
    columnForms(columns).map((each) => ({ ...each, isSure: true })),
    new Set(),
  ).words;

/** A quoted text that is a name of the file, as that name. */
export const markQuoted = (
  words: string,
  quoted: readonly string[],
  find: (text: string) => number,
  mark: 'c' | 'v',
): string =>
  words.replace(/@q(\d+)/g, (all) => {
    const at = find(plainName(unquote(all, quoted)));
    return at < 0 ? all : `@${mark}${at}`;
  });

/** Every run of up to six words that might be a value, as it stands and without what Hebrew puts before it. */
export const valueCandidates = (words: string): readonly string[] => {
  const tokens = words
    .replace(/@\w+/g, ' \u0000 ')
    .split(/[\s,;:?!()¶]+/u)
    .filter((each) => each !== '');
  const found = new Set<string>();
  for (let from = 0; from < tokens.length; from++) {
    for (let count = 1; count <= 6 && from + count <= tokens.length; count++) {
      const run = tokens
        .slice(from, from + count)
        .join(' ')
        .toLowerCase()
        .replace(/^[.'-]+|[.'-]+$/g, '');
      if (run.includes('\u0000')) break;
      for (const bare of barely(run)) {
        // Of a few letters that are left behind small words, nearly anything could be made.
        const forms = run.length - bare.length > 1 && /^\p{Script=Hebrew}{1,3}$/u.test(bare) ? [bare] : formsOf(bare);
        for (const form of forms) found.add(form).add(form.replaceAll('״', '"'));
      }
    }
  }
  return [...found];
};

const barely = (run: string): readonly string[] => {
  const bare = [run];
  for (let cut = 1; cut <= 3; cut++) {
    const rest = run.slice(cut).replace(/^-/, '');
    if (!/^[ושבלמכה]+$/u.test(run.slice(0, cut))) continue;
    // A hyphen joins a small word to a name of another script.
    if (/^\p{Script=Hebrew}{2}/u.test(rest) || run[cut] === '-') bare.push(rest);
  }
  return bare;
};

/** How every held value may be said. Values that differ in capitals alone are one. */
export const valueForms = (held: readonly Held[]): readonly NameForm[] => {
  const values = valuesOf(held);
  const exact = new Set(values.map((value) => value.toLowerCase()));
  const forms = values.flatMap((value, at) => formsOf(value).map((form) => ({ form, mark: `@v${at}`, value })));
  return [
    ...[...Map.groupBy(forms, ({ form }) => form).values()].flatMap((same) => asOne(same, held, exact)),
    ...values.flatMap((value, at) => alsoSaid(held, value).map((form) => ({ form, mark: `@v${at}`, isSure: true }))),
  ];
};

/** A plural that may be of two values of one column, as of "פעיל" and of "פעילה", means both. */
const asOne = (
  same: readonly (NameForm & { readonly value: string })[],
  held: readonly Held[],
  exact: ReadonlySet<string>,
): readonly NameForm[] => {
  const [first, second] = same;
  if (!first || !second || exact.has(first.form)) return same.map(({ form, mark }) => ({ form, mark }));
  const columnsOf = (value: string) => held.filter((each) => each.value === value).map(({ column }) => column);
  const [column, other] = new Set(same.flatMap(({ value }) => columnsOf(value)));
  return column !== undefined && other === undefined
    ? [{ form: first.form, mark: same.map(({ mark }) => mark).join(' or ') }]
    : same.map(({ form, mark }) => ({ form, mark }));
};

export const valuesOf = (held: readonly Held[]): readonly string[] => [
  ...new Map(held.map(({ value }) => [value.toLowerCase(), value])).values(),
];

/** Values such as IN, OR and A, which a small word of the sentence does not mean. */
export const codesOf = (held: readonly Held[]): ReadonlySet<string> =>
  new Set(held.flatMap(({ value }) => (/^\p{Lu}{1,3}$/u.test(value) ? [value.toLowerCase()] : [])));

const alsoSaid = (held: readonly Held[], value: string): readonly string[] =>
  held.flatMap((each) => (each.value === value && each.alsoSaid !== undefined ? [each.alsoSaid] : []));

/** How the rows of a file or a sheet of that name may be called. */
export const rowForms = (name: string): readonly string[] => [name, ...translationsOf(name)].flatMap(formsOf);

/** Whether a word is one of the names, as it stands or behind the small words of Hebrew. */
export const isNamed = (word: string, names: ReadonlySet<string>): boolean => {
  const plain = word.toLowerCase();
  return barely(plain).some((bare) => names.has(bare));
};

/** Whether any of the names stands in the words, as one or many. */
export const isSaidIn = (words: string, names: readonly string[]): boolean =>
  names
    .flatMap((name) => [name, ...translationsOf(name)])
    .flatMap(formsOf)
    .some((name) =>
      new RegExp(`(?<![\\p{L}\\p{N}])[ושבלמכה]{0,3}${literal(name)}(?![\\p{L}\\p{N}])`, 'iu').test(words),
    );
