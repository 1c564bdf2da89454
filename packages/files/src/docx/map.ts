import type { JsonObject } from '@atelier/kernel/core';
import { eachElement, elementsNamed } from '../office/each-element.ts';
import { attributeOf, childOf, childrenOf, ns, unescapeXml, type XmlElement } from '../package/index.ts';
import { refusal } from '../tools/errors.ts';
import type { MapOptions } from '../tools/kind-handler.ts';
import { type Block, blocksOf, blockText, columnCount, paragraphOf, type TableBlock } from './blocks.ts';
import { type DocxFile, pageSetupsOf } from './docx-file.ts';
import { picturesOf } from './media.ts';
import { blockRange, chunksOf, type Section, sectionsOf, weightOf } from './sections.ts';
import { valOf } from './styles.ts';

const twipsPerPoint = 20;
const longestSection = 4_000;
const topStyles = 15;

/** Structure and sizes; headings, table headers and placeholders are the only content a map shows. */
export const mapDocx = (file: DocxFile, options: MapOptions): JsonObject => {
  const blocks = blocksOf(file);
  const sections = sectionsOf(blocks);
  const pictures = picturesOf(file, blocks);
  const tables = blocks.filter((block): block is TableBlock => block.kind === 'table');
  const facts = mainFacts(file);
  const shown = within(sections, options.part);
  const sectionByBlock = sections.flatMap(({ index, first, last }) => Array<number>(last - first + 1).fill(index));
  const sectionOf = (block: number) => sectionByBlock[block] ?? 0;
  return {
    sections: shown.map((section) =>
      sectionRow(
        section,
        blocks,
        pictures.map(({ block }) => block),
      ),
    ),
    tables: tables.map((table) => ({
      index: table.tableIndex,
      section_index: sectionOf(table.index),
      rows: table.rows.length,
      cols: columnCount(table),
      header: (table.rows[0] ?? []).map(({ text }) => text),
      merged: table.rows.some((row) => row.some(({ columnSpan, mergedUp }) => columnSpan > 1 || mergedUp)),
    })),
    images: pictures.map(({ index, block, altText, name, contentType, widthPx, heightPx, part }) => ({
      index,
      section_index: sectionOf(block),
      alt_text: altText,
      name,
      content_type: contentType ?? null,
      width_px: widthPx,
      height_px: heightPx,
      bytes: part === undefined ? null : file.parts.bytes(part).length,
    })),
    has_headers_footers: file.headersFooters.length > 0,
    headers_footers: file.headersFooters.map(({ slot, type, section, part }) => ({
      slot: `${slot}:${type}:${section}`,
      text: paragraphsText(file, part),
    })),
    section_count: sections.length,
    block_count: blocks.length,
    total_char_count: blocks.reduce((sum, block) => sum + blockText(block).length, 0),
    page_setups: pageSetupsOf(file.parts, file.main).map(pageSetup),
    comments:
      file.comments !== undefined && file.parts.has(file.comments)
        ? childrenOf(file.parts.xml(file.comments).root, ns.word, 'comment').length
        : 0,
    footnotes: noteCount(file, file.footnotes, 'footnote'),
    endnotes: noteCount(file, file.endnotes, 'endnote'),
    tracked: { insertions: facts.insertions, deletions: facts.deletions },
    fields: [...facts.fields].toSorted(),
    content_controls: facts.controls.map((control) => {
      const properties = childOf(control, ns.word, 'sdtPr');
      const block = blocks.find(({ element }) => element.start >= control.start && element.end <= control.end);
      return {
        tag: valOf(properties, 'tag') ?? '',
        alias: valOf(properties, 'alias') ?? '',
        block: block ? `b${block.index}` : (inlineBlock(blocks, control) ?? null),
      };
    }),
    placeholders: placeholdersOf(file, blocks),
    styles_used: stylesUsed(blocks),
  };
};

const sectionRow = (section: Section, blocks: readonly Block[], pictureBlocks: readonly number[]): JsonObject => {
  const { index, heading, level, path, first, last } = section;
  const { characters, words } = weightOf(blocks, section);
  const own = blocks.slice(first, last + 1);
  return {
    index,
    heading,
    level,
    path: path.join(' > '),
    char_count: characters,
    word_count: words,
    blocks: blockRange(first, last),
    has_tables: own.some(({ kind }) => kind === 'table'),
    has_images: pictureBlocks.some((block) => block >= first && block <= last),
    ...(characters > longestSection
      ? { chunks: chunksOf(blocks, first, last).map((chunk) => blockRange(chunk.first, chunk.last)) }
      : {}),
  };
};

const within = (sections: readonly Section[], part: string | null): readonly Section[] => {
  if (part === null) return sections;
  const [, from, to] = /^sections:(\d+)-(\d+)$/.exec(part) ?? [];
  if (from === undefined || to === undefined) {
    throw refusal(
      'VALIDATION_FAILED',
      'bad_selector',
      'part of a document is sections:FROM-TO, such as sections:10-30.',
    );
  }
  return sections.slice(Number(from), Number(to) + 1);
};

const paragraphsText = (file: DocxFile, part: string): string => {
  const document = file.parts.xml(part);
  return elementsNamed(document.root, ns.word, 'p')
    .map((paragraph) => paragraphOf(file, document, paragraph, 0).text)
    .filter((text) => text !== '')
    .join(' ');
};

const pageSetup = (setup: XmlElement): JsonObject => {
  const size = childOf(setup, ns.word, 'pgSz');
  const points = (local: string) => Math.round(Number(attributeOf(size, local, ns.word) ?? 0) / twipsPerPoint);
  return {
    width_pt: points('w'),
    height_pt: points('h'),
    orientation: attributeOf(size, 'orient', ns.word) === 'landscape' ? 'landscape' : 'portrait',
    columns: Number(attributeOf(childOf(setup, ns.word, 'cols'), 'num', ns.word) ?? 1),
  };
};

/** The separators at the top and bottom of notes are stored as notes too, with a type. */
const noteCount = (file: DocxFile, part: string | undefined, local: string): number =>
  part === undefined || !file.parts.has(part)
    ? 0
    : childrenOf(file.parts.xml(part).root, ns.word, local).filter(
        (note) => (attributeOf(note, 'type', ns.word) ?? 'normal') === 'normal',
      ).length;

type MainFacts = {
  insertions: number;
  deletions: number;
  readonly fields: Set<string>;
  readonly controls: XmlElement[];
};

/** Tracked changes, field names and content controls, found in one walk. */
const mainFacts = (file: DocxFile): MainFacts => {
  const { root, source } = file.parts.xml(file.main);
  const facts: MainFacts = { insertions: 0, deletions: 0, fields: new Set(), controls: [] };
  const field = (code: string) => {
    const name = unescapeXml(code).trim().split(/\s+/)[0] ?? '';
    if (/^[A-Z]+$/.test(name)) facts.fields.add(name);
  };
  // Marks of paragraphs and rows belong to the words inside them and are not counted twice.
  const isOwn = ({ parent }: XmlElement) => parent?.local !== 'rPr' && parent?.local !== 'trPr';
  eachElement(root, (element) => {
    if (element.uri !== ns.word) return;
    switch (element.local) {
      case 'ins':
      case 'moveTo':
        if (isOwn(element)) facts.insertions += 1;
        return;
      case 'del':
      case 'moveFrom':
        if (isOwn(element)) facts.deletions += 1;
        return;
      case 'fldSimple':
        return field(attributeOf(element, 'instr', ns.word) ?? '');
      case 'instrText':
        return field(source.slice(element.openEnd, element.closeStart));
      case 'sdt':
        facts.controls.push(element);
        return;
      default:
        return;
    }
  });
  return facts;
};

const inlineBlock = (blocks: readonly Block[], control: XmlElement): string | undefined => {
  const block = blocks.find(({ element }) => element.start <= control.start && element.end >= control.end);
  return block ? `b${block.index}` : undefined;
};

const tokenPattern = /\{\{\s*([^{}]{1,80}?)\s*\}\}/g;

/** `{{token}}` in body, tables, headers and footers, even where Word split it over several runs. */
const placeholdersOf = (file: DocxFile, blocks: readonly Block[]): JsonObject[] => {
  const counts = new Map<string, number>();
  const texts = [
    ...blocks.map((block) =>
      block.kind === 'paragraph' ? block.text : block.rows.flatMap((row) => row.map(({ text }) => text)).join('\n'),
    ),
    ...file.headersFooters.map(({ part }) => paragraphsText(file, part)),
  ];
  for (const text of texts) {
    if (!text.includes('{{')) continue;
    for (const [, token = ''] of text.matchAll(tokenPattern)) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return [...counts].map(([token, count]) => ({ token, count }));
};

const stylesUsed = (blocks: readonly Block[]): JsonObject[] => {
  const counts = new Map<string, number>();
  for (const block of blocks) {
    const name = block.kind === 'paragraph' ? block.style?.name : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, topStyles)
    .map(([name, count]) => ({ name, count }));
};
