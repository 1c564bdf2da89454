import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { attributeOf, childOf, ns, type XmlElement } from '../package/index.ts';
import { marginsOf } from './around-body.ts';
import { createBesideOf } from './beside-text.ts';
import { type Block, blocksOf, columnCount, listLabelsOf, type ParagraphBlock, type TableBlock } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';
import { type Picture, picturesOf } from './media.ts';
import { type Section, sectionsOf } from './sections.ts';
import { toggleOf, valOf } from './styles.ts';

/** One section as a review shows it: keyed by its index, the same for the same bytes. Undefined past the last one. */
export const sectionContent = (file: DocxFile, index: number): JsonObject | undefined => {
  const blocks = blocksOf(file);
  const section = sectionsOf(blocks)[index];
  if (!section) return undefined;
  // They belong to no section of the text, and are shown before the first.
  const margins = index === 0 ? marginsOf(file, '\n').filter(({ text }) => text.trim() !== '') : [];
  return { ...contentOf(file, blocks, section), ...(margins.length > 0 ? { margins: [...margins] } : {}) };
};

export const contentOf = (
  file: DocxFile,
  blocks: readonly Block[],
  { heading, level, first, last }: Section,
): JsonObject => {
  const own = blocks.slice(first, last + 1);
  const besideOf = createBesideOf(file);
  const labels = labelsIn(file, blocks);
  return {
    heading,
    level,
    paragraphs: own
      .filter((block): block is ParagraphBlock => block.kind === 'paragraph')
      .map((block) => ({ ...paragraphContent(block, labels.get(block.index)), ...besideFacts(besideOf(block)) })),
    tables: own
      .filter((block): block is TableBlock => block.kind === 'table')
      .map((table) => ({
        index: table.index,
        row_count: table.rows.length,
        col_count: columnCount(table),
        rows: table.rows.map((row) => row.map(({ text }) => text)),
        ...(table.tracked.size > 0 ? { tracked_rows: Object.fromEntries(table.tracked) } : {}),
        ...besideFacts(besideOf(table)),
      })),
    images: picturesOf(file, blocks)
      .filter(({ block }) => block >= first && block <= last)
      .map((picture) => ({
        rel_id: picture.relationship,
        target: picture.part ?? '',
        alt_text: picture.altText,
        sha256: hashOf(file, picture),
      })),
  };
};

const labelsByBlocks = new WeakMap<readonly Block[], ReadonlyMap<number, string>>();

/** Counting begins with the document, so it is done once for all of its sections. */
const labelsIn = (file: DocxFile, blocks: readonly Block[]): ReadonlyMap<number, string> => {
  const labels = labelsByBlocks.get(blocks) ?? listLabelsOf(file, blocks);
  labelsByBlocks.set(blocks, labels);
  return labels;
};

const hashOf = (file: DocxFile, { part }: Picture): string | null =>
  part === undefined ? null : createHash('sha256').update(file.parts.bytes(part)).digest('hex');

const paragraphContent = (block: ParagraphBlock, label: string | undefined): JsonObject => ({
  index: block.index,
  text: block.text,
  style: block.style?.name ?? '',
  ...(block.list ? { list: { ...block.list, ...(label === undefined ? {} : { label }) } } : {}),
  runs: runsOf(block).map((run, index) => ({ index, ...run })),
  ...trackedFacts(block),
});

const besideFacts = (beside: readonly JsonObject[]): JsonObject => (beside.length > 0 ? { beside: [...beside] } : {});

/** The paragraph with what tracked changes struck out and put in, where there are any. */
const trackedFacts = ({ pieces }: ParagraphBlock): JsonObject => {
  const shown = pieces.filter(({ kind, fallback }) => !fallback && (kind === 'text' || kind === 'mark'));
  if (!shown.some(({ deleted, inserted }) => deleted || inserted)) return {};
  const tracked = shown.map(({ run, text, deleted, inserted }) => ({
    text,
    tracked: deleted ? 'deleted' : inserted ? 'inserted' : null,
    ...formatOf(run),
  }));
  return { tracked_runs: tracked };
};

export type RunFacts = {
  readonly text: string;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly size_pt: number | null;
  readonly font_name: string | null;
  readonly color: string | null;
};

/** Runs that show text, with what their own properties say. */
export const runsOf = ({ pieces }: ParagraphBlock): RunFacts[] => {
  const texts = new Map<XmlElement, string>();
  for (const piece of pieces) {
    if (piece.deleted || piece.fallback || (piece.kind !== 'text' && piece.kind !== 'mark')) continue;
    texts.set(piece.run, (texts.get(piece.run) ?? '') + piece.text);
  }
  return [...texts].map(([run, text]) => ({ text, ...formatOf(run) }));
};

const formatOf = (run: XmlElement): Omit<RunFacts, 'text'> => {
  const properties = childOf(run, ns.word, 'rPr');
  const size = Number(valOf(properties, 'sz') ?? Number.NaN);
  const underline = valOf(properties, 'u');
  return {
    bold: toggleOf(properties, 'b') ?? false,
    italic: toggleOf(properties, 'i') ?? false,
    underline: underline !== undefined && underline !== 'none',
    size_pt: Number.isFinite(size) ? size / 2 : null,
    font_name: attributeOf(childOf(properties, ns.word, 'rFonts'), 'ascii', ns.word) ?? null,
    color: valOf(properties, 'color') ?? null,
  };
};
