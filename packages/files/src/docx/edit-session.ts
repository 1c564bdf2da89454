import { createXmlEdit, type PackageEdit, refuseOp, type XmlDocument, type XmlEdit } from '../package/index.ts';
import { refusal } from '../tools/errors.ts';
import { type Block, blocksOf, blockText, parseBlockId } from './blocks.ts';
import { bodyOf, type DocxFile, docxOf } from './docx-file.ts';
import { ensureWordPrefix, wordPrefix } from './word-prefix.ts';

/**
 * One batch on one document. Operations are applied one after the other, each on what the last one left, while block
 * ids keep meaning the document before the batch: `ids` says which of the blocks now is which of the blocks then.
 */
export type EditSession = {
  readonly pkg: PackageEdit;
  readonly file: () => DocxFile;
  readonly blocks: () => readonly Block[];
  /** The block an id of the caller's names now. */
  readonly find: (written: string) => Block;
  /** Changes the main part; `inserted` and `removed` keep the ids true. */
  readonly change: (work: (edit: XmlEdit, document: XmlDocument) => void, moves?: Moves) => void;
  /** Says that parts were put without `change`; what is asked next is read from them. */
  readonly reread: () => void;
  /** The prefix of WordprocessingML at the body, with its colon. */
  readonly prefix: () => string;
  readonly warn: (warning: string) => void;
  readonly warnings: () => readonly string[];
  readonly track: boolean;
  /** Attributes of one tracked change, under the prefix of the part it stands in. */
  readonly trackAttributes: (w: string) => string;
};

export type Moves =
  | { readonly kind: 'insert'; readonly at: number; readonly count: number }
  | { readonly kind: 'remove'; readonly at: number; readonly count: number }
  | { readonly kind: 'replace_all'; readonly count: number };

export const createEditSession = (pkg: PackageEdit, track: boolean): EditSession => {
  let file = docxOf(pkg);
  // Only a document without any prefix for attributes is changed here, and read anew.
  if (wordPrefix(bodyOf(file)) === undefined) {
    ensureWordPrefix(pkg, file.main);
    file = docxOf(pkg);
  }
  let blocks = blocksOf(file);
  let ids: (number | undefined)[] = blocks.map(({ index }) => index);
  const last = blocks.length - 1;
  const warnings: string[] = [];
  let nextTracked: number | undefined;

  // Reading a long document anew is dear, so it waits until somebody looks.
  let isStale = false;
  const current = () => {
    if (!isStale) return { file, blocks };
    isStale = false;
    file = docxOf(pkg);
    blocks = blocksOf(file);
    if (blocks.length !== ids.length) throw new Error(`${blocks.length} blocks, ${ids.length} known`);
    return { file, blocks };
  };
  return {
    pkg,
    track,
    file: () => current().file,
    blocks: () => current().blocks,
    find: (written) => {
      const id = parseBlockId(written);
      if (id === undefined) return refuseOp('bad_op', `${written.slice(0, 40)} is not a block id such as b12.`);
      if (id > last) return refuseOp('index_out_of_range', `The document has blocks b0 to b${last}.`);
      const block = current().blocks[ids.indexOf(id)];
      return block ?? refuseOp('bad_op', `b${id} was removed by an earlier operation of this call.`);
    },
    change: (work, moves) => {
      const { main } = current().file;
      const document = pkg.xml(main);
      const edit = createXmlEdit(document);
      work(edit, document);
      if (edit.changed()) pkg.put(main, edit.toBytes());
      if (moves) ids = moved(ids, moves);
      isStale = true;
    },
    reread: () => {
      isStale = true;
    },
    prefix: () => wordPrefix(bodyOf(current().file)) ?? 'w:',
    warn: (warning) => void (warnings.includes(warning) || warnings.push(warning)),
    warnings: () => warnings,
    trackAttributes: (w) => {
      nextTracked ??= Math.max(...textParts(current().file).map((part) => highestId(pkg.xml(part)))) + 1;
      return ` ${w}id="${nextTracked++}" ${w}author="Atelier"`;
    },
  };
};

const moved = (ids: readonly (number | undefined)[], moves: Moves): (number | undefined)[] => {
  switch (moves.kind) {
    case 'insert':
      return ids.toSpliced(moves.at, 0, ...Array.from({ length: moves.count }, () => undefined));
    case 'remove':
      return ids.toSpliced(moves.at, moves.count);
    case 'replace_all':
      return Array.from({ length: moves.count }, () => undefined);
  }
};

/** Annotation ids are unique over comments, bookmarks and tracked changes of a part. */
const highestId = ({ source }: XmlDocument): number => {
  let highest = 0;
  for (const [, digits] of source.matchAll(/\bid=["'](\d{1,9})["']/g)) highest = Math.max(highest, Number(digits));
  return highest;
};

const textParts = ({ main, headersFooters, footnotes, endnotes }: DocxFile): string[] =>
  [main, ...headersFooters.map(({ part }) => part), footnotes, endnotes].filter((part) => part !== undefined);

/** `expect` guards against editing something else than what was read. */
export const checkExpected = (block: Block, expected: string | null | undefined): void => {
  if (expected === null || expected === undefined || expected === '') return;
  if (!blockText(block).trimStart().startsWith(expected.trim().slice(0, 40))) {
    throw refusal(
      'CONFLICT_STALE_STATE',
      'expect',
      `b${block.index} does not start with the expected text; read it again.`,
    );
  }
};
