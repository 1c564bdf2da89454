import { readFile } from 'node:fs/promises';
import {
  attributeOf,
  childOf,
  childrenOf,
  followOne,
  ns,
  type OpcPackage,
  openPackage,
  type Parts,
  refuseRead,
} from '../package/index.ts';
import type { Source } from '../tools/kind-handler.ts';
import { blockElementsOf } from './block-elements.ts';
import { type Numbering, readNumbering } from './numbering.ts';
import { readStyles, type StyleTable } from './styles.ts';

/** A document's parts by the role they play. Reads go through `parts`, so an edited package opens the same way. */
export type DocxFile = {
  readonly parts: Parts;
  readonly main: string;
  readonly stylesPart: string | undefined;
  readonly styles: StyleTable;
  readonly numbering: Numbering;
  readonly headersFooters: readonly HeaderFooter[];
  readonly footnotes: string | undefined;
  readonly endnotes: string | undefined;
  readonly comments: string | undefined;
};

export type HeaderFooter = {
  readonly slot: 'header' | 'footer';
  readonly type: 'default' | 'first' | 'even';
  /** Which page section of the document names it, from 0. */
  readonly section: number;
  readonly part: string;
};

export const openDocx = async (source: Source): Promise<{ file: DocxFile; pkg: OpcPackage }> => {
  const pkg = openPackage(await readFile(source.file), { tolerateBadCrc: true });
  return { pkg, file: docxOf(pkg) };
};

export const docxOf = (parts: Parts): DocxFile => {
  const main = followOne(parts, '', 'officeDocument') ?? refuseRead('damaged', 'The package has no main document.');
  const stylesPart = followOne(parts, main, 'styles');
  const numberingPart = followOne(parts, main, 'numbering');
  return {
    parts,
    main,
    stylesPart,
    styles: readStyles(stylesPart && parts.has(stylesPart) ? parts.xml(stylesPart) : undefined),
    numbering: readNumbering(numberingPart && parts.has(numberingPart) ? parts.xml(numberingPart) : undefined),
    headersFooters: headersFootersOf(parts, main),
    footnotes: followOne(parts, main, 'footnotes'),
    endnotes: followOne(parts, main, 'endnotes'),
    comments: followOne(parts, main, 'comments'),
  };
};

export const bodyOf = (file: DocxFile) =>
  childOf(file.parts.xml(file.main).root, ns.word, 'body') ?? refuseRead('damaged', 'The document has no body.');

/** The page setups in document order: one inside the last paragraph of each section, the last one closing the body. */
export const pageSetupsOf = (parts: Parts, main: string) => {
  const { root, source } = parts.xml(main);
  const body = childOf(root, ns.word, 'body');
  if (!body) return [];
  const inner = blockElementsOf(body)
    .filter(({ start, end }) => source.slice(start, end).includes('sectPr'))
    .flatMap((paragraph) => childrenOf(childOf(paragraph, ns.word, 'pPr'), ns.word, 'sectPr'));
  return [...inner, ...childrenOf(body, ns.word, 'sectPr')];
};

const headersFootersOf = (parts: Parts, main: string): HeaderFooter[] => {
  const byId = new Map(parts.relationships(main).map((each) => [each.id, each.part]));
  return pageSetupsOf(parts, main).flatMap((setup, section) =>
    (['header', 'footer'] as const).flatMap((slot) =>
      childrenOf(setup, ns.word, `${slot}Reference`).flatMap((reference): HeaderFooter[] => {
        const part = byId.get(attributeOf(reference, 'id', ns.relationships) ?? '');
        const type = attributeOf(reference, 'type', ns.word) ?? 'default';
        if (!part || !parts.has(part)) return [];
        return [{ slot, type: type === 'first' || type === 'even' ? type : 'default', section, part }];
      }),
    ),
  );
};
