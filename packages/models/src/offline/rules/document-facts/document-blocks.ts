import type { JsonObject } from '@atelier/kernel/core';
import { asObject, call, type ListedFile, type Sub } from '../../plan.ts';
import { formsOf } from '../../reading/marks.ts';
import { literal } from '../../reading/quotes.ts';
import { type Asked, stemOf } from '../../rule.ts';
import { wholeFile } from '../whole-file.ts';

/** A paragraph, or one row of a table, with the heading it stands under. */
export type Block = {
  readonly id: string;
  readonly text: string;
  readonly heading: string;
  readonly isBullet: boolean;
  readonly isHeading: boolean;
  /** Of a row: which table, which row, and what its cells say. */
  readonly row?: { readonly table: number; readonly row: number; readonly cells: readonly string[] };
};

/** Everything a document says, piece by piece. */
export function* blocksOf(path: string): Sub<readonly Block[]> {
  const lines: string[] = [];
  let selectors: JsonObject = wholeFile;
  for (let pieces = 0; pieces < mostPieces; pieces += 1) {
    const piece: JsonObject = yield* call('read_file', { path, ...selectors });
    lines.push(...String(piece.text ?? '').split('\n'));
    const next = asObject(asObject(piece.chunk_info).next);
    if (Object.keys(next).length === 0) break;
    selectors = { ...selectors, ...next };
  }
  const blocks: Block[] = [];
  let heading = '';
  let tables = -1;
  for (const line of lines) {
    const [, id, said] = /^(b\d+)\| (.*)$/u.exec(line) ?? [];
    if (id === undefined || said === undefined) continue;
    const row = /^r(\d+) \| (.*)$/u.exec(said);
    if (row) {
      if (blocks.at(-1)?.id !== id) tables += 1;
      const cells = (row[2] ?? '').split(' | ');
      blocks.push({
        id,
        text: cells.join(' | '),
        heading,
        isBullet: false,
        isHeading: false,
        row: { table: tables, row: Number(row[1]), cells },
      });
      continue;
    }
    const head = /^#+ (.*)$/u.exec(said)?.[1];
    heading = head ?? heading;
    blocks.push({
      id,
      text: head ?? said.replace(/^- /u, ''),
      heading,
      isBullet: /^- /u.test(said),
      isHeading: head !== undefined,
    });
  }
  return blocks;
}
const mostPieces = 50;

export type DocumentMeant = { readonly file: ListedFile; readonly words: string };

/** "In the terms", "במכתב": the one document whose name says so, and the request without it. */
export const documentMeant = ({ source, files, words, asides, quoted }: Asked): DocumentMeant | undefined => {
  const all = [...asides, words].join(' . ').replace(/@q(\d+)/gu, (_all, at) => `"${quoted[Number(at)] ?? ''}"`);
  if (source)
    return source.kind === 'docx'
      ? { file: source, words: all.replace(/(?:(?:in|on|to|of|into) )?(?:the |our )?[ובלמה]{0,2}@src/giu, ' ') }
      : undefined;
  const found = files
    .filter(({ kind, is_opaque }) => kind === 'docx' && !is_opaque)
    .flatMap((file): readonly DocumentMeant[] => {
      const names = [
        ...new Set(
          stemOf(file.path)
            .split(/[\s_-]+/u)
            .filter((word) => /^\p{L}{4,}$/u.test(word))
            .flatMap(formsOf),
        ),
      ]
        .map(literal)
        .join('|');
      if (names === '') return [];
      const said = new RegExp(
        `(?:(?:^|\\s)(?:in|on|to|of|into|from)\\s)?(?<![\\p{L}])(?:(?:the|our|my|this)(?: (?:${names}|\\p{L}+ing))*? (?:${names})|[בלמ]ה?(?:${names})(?: [לב]?(?:${names}))*)(?: (?:document|doc|letter|file|policy|list))?(?![\\p{L}])`,
        'iu',
      );
      return said.test(all) ? [{ file, words: all.replace(said, ' ') }] : [];
    });
  return found.length === 1 ? found[0] : undefined;
};

/** A word without its ending, as one said in a request and one written in a text are compared. */
export const isLike = (a: string, b: string): boolean => {
  const [x, y] = [stem(a), stem(b)];
  if (x === y) return true;
  const [short, long] = x.length < y.length ? [x, y] : [y, x];
  return (
    short.length >= (/\p{Script=Hebrew}/u.test(short) ? 3 : 5) &&
    long.startsWith(short) &&
    long.length - short.length <= 3
  );
};
const stem = (word: string): string => {
  const plain = word.toLowerCase();
  if (/\p{Script=Hebrew}/u.test(plain))
    return plain.replace(/^[ושבלמכה]{1,2}(?=\p{L}{3})/u, '').replace(/(?:ים|ות|ה|ת)$/u, '');
  const bare = plain.replace(/(?:ations?|ating|ated|ates?|ions?|ings?|ed|es|s|e)$/u, '');
  return bare.length >= 3 ? bare : plain;
};

export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}[\p{L}'’]*/gu) ?? [];
