import { asObject, call, type ListedFile, type Sub } from '../../plan.ts';
import { type Asked, stemOf } from '../../rule.ts';
import { type Block, blocksOf, isLike, wordsOf } from '../document-facts/document-blocks.ts';
import { wholeFile } from '../whole-file.ts';

/** A text that people read from its beginning: a document, or a file of plain text. */
export type Paper = { readonly file: ListedFile; readonly blocks: readonly PaperBlock[] };
/** `line`: where it stands in a file of plain text, from 1; `mark`: what its list points begin with. */
export type PaperBlock = Block & { readonly line?: number; readonly mark?: string };

const nouns =
  /(?<![\p{L}])(?:letter|notes?|minutes|memo|document|word file|doc|terms|text|handout|flyer|policy|rules|guide|notice|ב?ה?מכתב|ב?ה?הערות|ב?ה?פרוטוקול|ב?ה?מסמך|ב?ה?נהלים|ב?ה?דף|ב?ה?תקנון)(?![\p{L}])/iu;

const isPaper = ({ kind, is_opaque }: ListedFile): boolean => (kind === 'docx' || kind === 'text') && !is_opaque;

/** The one paper that is spoken of: by words of its name, or by what it is where there is one alone. */
export const paperMeant = ({ files, source, original }: Asked): ListedFile | undefined => {
  if (source) return isPaper(source) ? source : undefined;
  const papers = files.filter(isPaper);
  const said = wordsOf(original);
  const scored = papers
    .map((file) => ({
      file,
      score: new Set(
        wordsOf(stemOf(file.path)).filter((word) => word.length > 3 && said.some((each) => isLike(each, word))),
      ).size,
    }))
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = scored;
  if (best && best.score > 0 && best.score > (next?.score ?? 0)) return best.file;
  const [only, other] = papers;
  return only && !other && nouns.test(original) ? only : undefined;
};

export function* readPaper(file: ListedFile): Sub<Paper> {
  return { file, blocks: file.kind === 'docx' ? yield* blocksOf(file.path) : yield* linesOf(file.path) };
}

/** The lines of a short text; of a long one nothing is changed in passing. */
function* linesOf(path: string): Sub<readonly PaperBlock[]> {
  const { text, chunk_info } = yield* call('read_file', { path, ...wholeFile });
  if (asObject(chunk_info).has_more === true) return [];
  let heading = '';
  const lines = String(text ?? '').split('\n');
  const isMarked = lines.some((line) => /^#+ /u.test(line));
  return lines.map((line, at): PaperBlock => {
    const head = /^#+ (.*)$/u.exec(line)?.[1];
    heading = head ?? (!isMarked && isTitle(lines, at) ? line.trim() : heading);
    const mark = /^\s*(?:[-*•]|\d+[.)]) /u.exec(line)?.[0];
    return {
      id: `line ${at + 1}`,
      line: at + 1,
      text: head ?? line.slice(mark?.length ?? 0),
      heading,
      isBullet: mark !== undefined,
      isHeading: head !== undefined,
      ...(mark === undefined ? {} : { mark }),
    };
  });
}

/** A few words on a line of their own, with a free line above and a text below: in a plain text that is a title. */
const isTitle = (lines: readonly string[], at: number): boolean => {
  const [before, line, after] = [lines[at - 1] ?? '', lines[at]?.trim() ?? '', lines[at + 1]?.trim() ?? ''];
  return (
    before.trim() === '' &&
    after !== '' &&
    /^\p{L}/u.test(line) &&
    !/[.,;!?\d]$/u.test(line) &&
    line.split(/\s+/u).length <= 5
  );
};
