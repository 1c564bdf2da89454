import { nameKey } from '../file-names.ts';

type Nameable = { readonly path: string; readonly parts: readonly string[] };

/**
 * How much a person means a file: named by `@` in their message, named there or in what was said of late (the file or
 * a part of it), or neither. What weighs most is shed last.
 */
export const weightsIn = (
  request: string,
  said: readonly string[],
  files: readonly Nameable[],
): ReadonlyMap<string, number> => {
  const mentioned = mentionsIn(
    request,
    files.map(({ path }) => path),
  );
  const named = namedIn([request, ...said].join('\n'), files);
  return new Map(files.map(({ path }) => [path, mentioned.has(path) ? 2 : named.has(path) ? 1 : 0]));
};

/** Files named by `@`, each with the places inside it that are named: `@a.xlsx`, `@"a.xlsx#Q3 plan"`. */
export const mentionsIn = (text: string, paths: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const mentions = new Map<string, Set<string>>();
  const longestFirst = paths.toSorted((a, b) => b.length - a.length);
  for (const { 0: mark, 1: quote, index } of text.matchAll(/@("?)/g)) {
    const rest = text.slice(index + mark.length);
    const path = longestFirst.find((each) => rest.startsWith(each));
    if (path === undefined) continue;
    const places = mentions.get(path) ?? new Set();
    const [, place] = (quote === '"' ? /^#([^"\n]+)"/ : /^#(\S+)/).exec(rest.slice(path.length)) ?? [];
    mentions.set(path, place === undefined ? places : places.add(place));
  }
  return mentions;
};

const namedIn = (text: string, files: readonly Nameable[]): ReadonlySet<string> => {
  const isSaid = saidIn(text);
  return new Set(
    files
      .filter(
        ({ path, parts }) =>
          isSaid(path) || isSaid(stem(path)) || parts.some((part) => plain(part).length >= 3 && isSaid(part)),
      )
      .map(({ path }) => path),
  );
};

/** Whether a name stands in a text, whatever its case and what is around it. */
export const saidIn = (text: string): ((name: string) => boolean) => {
  const said = ` ${plain(text)} `;
  return (name) => {
    const words = plain(name);
    return words.length >= 2 && said.includes(` ${words} `);
  };
};

const stem = (path: string): string => {
  const dot = path.lastIndexOf('.');
  return dot > 0 ? path.slice(0, dot) : path;
};

const plain = (text: string): string =>
  nameKey(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
