import { nameKey } from '../file-names.ts';

/** What a person means is at hand first: files they name, and files with a part they name. */
export const namedIn = (
  text: string,
  files: readonly { readonly path: string; readonly parts: readonly string[] }[],
): ReadonlySet<string> => {
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
