import { readFile } from 'node:fs/promises';
import { partsDiffer } from '../office/parts-differ.ts';
import { type Deferred, ns, type OpcPackage, openPackage, sourceOf, type XmlDocument } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { alignBlocks, type Pair, type Sided } from './align-blocks.ts';
import { type Block, blocksOf, readBlocksOf } from './blocks.ts';
import { type DocxFile, docxOf } from './docx-file.ts';

export type Side = {
  readonly pkg: OpcPackage;
  readonly file: DocxFile;
  readonly document: XmlDocument;
  readonly blocks: readonly Block[];
  readonly sided: readonly Sided[];
};

/** Two documents side by side: their blocks in pairs, and the parts outside the body that differ. */
export type Compared = {
  readonly before: Side;
  readonly after: Side;
  readonly pairs: readonly Pair[];
  readonly otherParts: readonly string[];
};

export type Held = 'texts' | 'elements';

/** Two trees of a long document are more than a worker may hold: whoever edits them asks for their elements. */
export const compareDocx = async (reference: Source, draft: Source, held: Held = 'texts'): Promise<Compared> => {
  const [before, after] = [await openSide(reference, held), await openSide(draft, held)];
  return { before, after, pairs: alignBlocks(before.sided, after.sided), otherParts: changedParts(before, after) };
};

/** Paragraphs and tables that stand in the body or in a content control. */
const isBlock: Deferred = ({ uri, local, parent }) =>
  uri === ns.word && (local === 'p' || local === 'tbl') && (parent?.local === 'body' || parent?.local === 'sdtContent');

export const openSide = async (source: Source, held: Held = 'texts'): Promise<Side> => {
  const bytes = await readFile(source.file);
  const pkg = openPackage(bytes, { tolerateBadCrc: true, ...(held === 'texts' ? { deferred: isBlock } : {}) });
  const file = docxOf(pkg);
  const document = pkg.xml(file.main);
  const blocks = held === 'texts' ? readBlocksOf(file) : blocksOf(file);
  return {
    pkg,
    file,
    document,
    blocks,
    sided: blocks.map((block) => ({ block, source: sourceOf(document, block.element) })),
  };
};

const changedParts = ({ pkg: a, file }: Side, { pkg: b }: Side): string[] =>
  [...new Set([...a.names(), ...b.names()])].filter((name) => name !== file.main && partsDiffer(a, b, name)).toSorted();
