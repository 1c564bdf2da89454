import { readFile } from 'node:fs/promises';
import { partsDiffer } from '../office/parts-differ.ts';
import { type OpcPackage, openPackage, sourceOf, type XmlDocument } from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { alignBlocks, type Pair, type Sided } from './align-blocks.ts';
import { type Block, blocksOf } from './blocks.ts';
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

export const compareDocx = async (reference: Source, draft: Source): Promise<Compared> => {
  const [before, after] = [await openSide(reference), await openSide(draft)];
  return { before, after, pairs: alignBlocks(before.sided, after.sided), otherParts: changedParts(before, after) };
};

export const openSide = async (source: Source): Promise<Side> => {
  const pkg = openPackage(await readFile(source.file), { tolerateBadCrc: true });
  const file = docxOf(pkg);
  const document = pkg.xml(file.main);
  const blocks = blocksOf(file);
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
