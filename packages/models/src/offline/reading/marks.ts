import type { Column } from '../rule.ts';
import { isBuildingWord, isKnownWord } from './lexicon.ts';
import { literal, unquote } from './quotes.ts';
import { translationsOf } from './translations.ts';

/** A value that stands in a column, found in the words of a request. */
export type Held = { readonly column: string; readonly value: string; readonly alsoSaid?: string };

const hebrewPrefix = '[ושבלמכה]{0,3}';

/** A name as people say it: one or many, and in Hebrew as the first of two words. */
export const formsOf = (name: string): readonly string[] => {
  const plain = name.toLowerCase();
  if (/\p{Script=Hebrew}/u.test(plain)) {
    const stem = plain.replace(/ה$/u, '');
    return [...new Set([plain, `${plain}ים`, `${plain}ות`, `${stem}ות`, `${stem}ים`, `${stem}ת`])];
  }
  const forms = [plain, `${plain}s`];
  if (/[^aeiou]y$/.test(plain)) forms.push(`${plain.slice(0, -1)}ies`);
  if (/(?:s|x|ch|sh)$/.test(plain)) forms.push(`${plain}es`);
  if (/ies$/.test(plain)) forms.push(`${plain.slice(0, -3)}y`);
  if (/[^s]s$/.test(plain)) forms.push(plain.slice(0, -1));
  return forms;
};

/** "Their salary": Hebrew says whose it is at the end of the word. */
const ownedForms = (name: string): readonly string[] =>
  /^\p{Script=Hebrew}{3,}$/u.test(name) ? ['ם', 'ן', 'ו', 'ה'].map((end) => `${name}${end}`) : [];

/** `@c0` for the first column, wherever a column is named; the small Hebrew words before it stand apart. */
export const markColumns = (words: string, columns: readonly Column[], quoted: readonly string[]): string => {
  const own = new Set(columns.flatMap(({ name }) => formsOf(name)));
  // A Hebrew question may be about an English table. A word that would then mean two columns means none.
  const translated = columns.flatMap(({ name }, at) =>
    translationsOf(name).flatMap((each) => formsOf(each).map((form) => ({ form, at, isName: false }))),
  );
  const isSure = ({ form, at }: { form: string; at: number }) =>
    !own.has(form) && !isKnownWord(form) && translated.every((each) => each.form !== form || each.at === at);
  const forms = [
    ...columns.flatMap(({ name }, at) =>
      [...formsOf(name), ...ownedForms(name)].map((form) => ({ form, at, isName: form === name.toLowerCase() })),
    ),
    ...translated.filter(isSure),
  ].toSorted((a, b) => b.form.length - a.form.length || Number(b.isName) - Number(a.isName));
  let marked = words.replace(/@q(\d+)/g, (all) => {
    const text = unquote(all, quoted).toLowerCase();
    const at = columns.findIndex(({ name }) => name.toLowerCase() === text);
    return at < 0 ? all : `@c${at}`;
  });
  for (const { form, at } of forms) {
    // A column called Total or Count is a word of the language too; then it must be said to be a column.
    const guarded = isBuildingWord(form)
      ? `(?:(?<=(?:column|עמודת|עמודה) )${literal(form)}|${literal(form)}(?= column))`
      : literal(form);
    const found = new RegExp(`(?<![\\p{L}\\p{N}_@])(${hebrewPrefix}-?)${guarded}(?![\\p{L}\\p{N}_])`, 'giu');
    marked = marked.replace(found, (_all, prefix: string) => `${spread(prefix)}@c${at}`);
  }
  return marked;
};

const spread = (prefix: string): string => {
  const plain = prefix.replaceAll('-', '');
  return plain === '' ? '' : `${[...plain].join(' ')} `;
};

/** Every run of up to four words that might be a value, as it stands and without what Hebrew puts before it. */
export const valueCandidates = (words: string): readonly string[] => {
  const tokens = words
    .replace(/@\w+/g, ' \u0000 ')
    .split(/[\s,;:?!()¶]+/u)
    .map((each) => each.replace(/^[.'-]+|[.'-]+$/g, ''))
    .filter((each) => each !== '');
  const found = new Set<string>();
  for (let from = 0; from < tokens.length; from++) {
    for (let count = 1; count <= 4 && from + count <= tokens.length; count++) {
      const run = tokens
        .slice(from, from + count)
        .join(' ')
        .toLowerCase();
      if (run.includes('\u0000')) break;
      if (count === 1 && isKnownWord(run)) continue;
      for (const bare of barely(run)) for (const form of formsOf(bare)) found.add(form);
    }
  }
  return [...found].slice(0, 1000);
};

const barely = (run: string): readonly string[] => {
  const bare = [run];
  for (let cut = 1; cut <= 2; cut++) {
    const rest = run.slice(cut).replace(/^-/, '');
    if (/^[ושבלמכה]+$/u.test(run.slice(0, cut)) && /^\p{Script=Hebrew}{2}/u.test(rest)) bare.push(rest);
  }
  return bare;
};

/** `@v0` for the first of the held values, wherever one is named. */
export const markValues = (words: string, held: readonly Held[], quoted: readonly string[]): string => {
  const distinct = [...new Set(held.map(({ value }) => value))];
  const forms = distinct
    .flatMap((value) =>
      [...formsOf(value), ...alsoSaid(held, value)].map((form) => ({
        form,
        value,
        isValue: form === value.toLowerCase(),
      })),
    )
    .toSorted((a, b) => b.form.length - a.form.length || Number(b.isValue) - Number(a.isValue));
  const markOf = (value: string) => `@v${distinct.indexOf(value)}`;
  let marked = words.replace(/@q(\d+)/g, (all) => {
    const value = distinct.find((each) => each.toLowerCase() === unquote(all, quoted).toLowerCase());
    return value === undefined ? all : markOf(value);
  });
  for (const { form, value } of forms) {
    if (isKnownWord(form) && !alsoSaid(held, value).includes(form)) continue;
    const found = new RegExp(`(?<![\\p{L}\\p{N}_@.-])(${hebrewPrefix}-?)${literal(form)}(?![\\p{L}\\p{N}_])`, 'giu');
    marked = marked.replace(found, (_all, prefix: string) => `${spread(prefix)}${markOf(value)}`);
  }
  return marked;
};

const alsoSaid = (held: readonly Held[], value: string): readonly string[] =>
  held.flatMap((each) => (each.value === value && each.alsoSaid !== undefined ? [each.alsoSaid] : []));
