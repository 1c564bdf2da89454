import { readBudget, unitCap } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import type { ChunkInfo, ReadAnswer, ReadSelectors } from '../tools/kind-handler.ts';
import { marginsOf, notesOf } from './around-body.ts';
import { type Block, blocksOf, parseBlockId } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';
import type { Piece } from './inline.ts';
import { picturesOf } from './media.ts';
import { renderBlock, type Surroundings, type View } from './render-block.ts';
import { blockRange, type Section, sectionsOf } from './sections.ts';

/** Text of named blocks, each on a line of its own behind its id, so that an edit can name what was read. */
export const readDocx = (file: DocxFile, { section, view }: ReadSelectors): ReadAnswer => {
  const blocks = blocksOf(file);
  const sections = sectionsOf(blocks);
  const reading: Reading = { file, blocks, view, around: surroundings(file, blocks, viewOf(view)) };
  const part = typeof section === 'string' ? partSelector(section, blocks.length) : undefined;
  if (part) return blockPart(reading, part.block, part.part);
  return answer(reading, section === null ? wholeOrFirst(reading, sections) : rangeOf(section, blocks, sections));
};

type Reading = {
  readonly file: DocxFile;
  readonly blocks: readonly Block[];
  /** As it was asked for, to be asked for again. */
  readonly view: string | null;
  readonly around: Surroundings;
};

const surroundings = (file: DocxFile, blocks: readonly Block[], view: View): Surroundings => ({
  view,
  document: file.parts.xml(file.main),
  pictures: picturesOf(file, blocks),
  notes: notesOf(file),
});

type Range = { readonly first: number; readonly last: number };

const viewOf = (view: string | null): View => {
  if (view === null || view === 'final') return 'final';
  if (view === 'markup') return 'markup';
  throw refusal('VALIDATION_FAILED', 'bad_selector', 'view of a document is final or markup.');
};

const wholeOrFirst = ({ blocks, around }: Reading, sections: readonly Section[]): Range => {
  const whole = { first: 0, last: blocks.length - 1 };
  let length = 0;
  for (const block of blocks) {
    length += renderBlock(block, around).length + 1;
    if (length > readBudget) return sections[0] ?? whole;
  }
  return whole;
};

const rangeOf = (section: string | number, blocks: readonly Block[], sections: readonly Section[]): Range => {
  if (typeof section === 'number' || /^\d+$/.test(section)) {
    const found = sections[Number(section)];
    if (found) return found;
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The document has sections 0 to ${sections.length - 1}.`);
  }
  const byBlocks = blockSelector(section, blocks.length);
  if (byBlocks) return byBlocks;
  const hits = sections.filter(({ heading }) => folded(heading) === folded(section));
  if (hits.length === 1 && hits[0]) return hits[0];
  if (hits.length > 1) {
    throw refusal(
      'VALIDATION_FAILED',
      'ambiguous_section',
      `${hits.length} sections have this heading; name one by index.`,
      {
        candidates: hits.map(({ index }) => index),
      },
    );
  }
  throw refusal('VALIDATION_FAILED', 'unknown_section', 'No section has this heading.', {
    candidates: sections.slice(0, 20).map(({ heading }) => heading.slice(0, 120)),
  });
};

const blockSelector = (section: string, count: number): Range | undefined => {
  const [from = '', to = from] = section.split('-');
  const [first, last] = [parseBlockId(from), parseBlockId(to)];
  if (first === undefined || last === undefined) return undefined;
  if (first > last || first >= count) {
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The document has blocks b0 to b${count - 1}.`);
  }
  return { first, last: Math.min(last, count - 1) };
};

const folded = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** `b12#2` is the second part of a block too long for any answer. */
const partSelector = (section: string, count: number): { block: number; part: number } | undefined => {
  const [, id = '', part] = /^\s*(b\d{1,7})#([1-9]\d{0,5})\s*$/.exec(section) ?? [];
  const block = parseBlockId(id);
  if (block === undefined || part === undefined) return undefined;
  if (block >= count)
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The document has blocks b0 to b${count - 1}.`);
  return { block, part: Number(part) };
};

const blockPart = (reading: Reading, index: number, part: number): ReadAnswer => {
  const { blocks, around, file } = reading;
  const block = blocks[index];
  const line = block ? renderBlock(block, around) : '';
  const parts = Math.max(1, Math.ceil(line.length / readBudget));
  if (part > parts) throw refusal('VALIDATION_FAILED', 'index_out_of_range', `b${index} has parts 1 to ${parts}.`);
  const isLast = index === blocks.length - 1 && part === parts;
  const next = part < parts ? `b${index}#${part + 1}` : isLast ? null : blockRange(index + 1, blocks.length - 1);
  const text = line.slice((part - 1) * readBudget, part * readBudget);
  return {
    text: isLast ? [text, ...trailer(file)].join('\n') : text,
    chunk_info: {
      ...chunkInfo(reading, { first: index, last: index }, next),
      unit_split: { part, parts },
    },
    warnings: hiddenNote(blocks, { first: index, last: index }, around.view),
  };
};

const chunkInfo = ({ blocks, view }: Reading, { first, last }: Range, next: string | null): ChunkInfo => ({
  chunk_index: first,
  total_chunks: blocks.length,
  has_more: next !== null,
  range: blockRange(first, last),
  unit: 'blocks',
  returned: last - first + 1,
  total: blocks.length,
  next: next === null ? null : { section: next, ...(view === null ? {} : { view }) },
});

const answer = (reading: Reading, range: Range): ReadAnswer => {
  const { file, blocks, around } = reading;
  const kept: string[] = [];
  let size = 0;
  for (const block of blocks.slice(range.first, range.last + 1)) {
    const line = renderBlock(block, around);
    if (line.length > unitCap && kept.length === 0) return blockPart(reading, block.index, 1);
    size += line.length + 1;
    if (kept.length > 0 && size > readBudget) break;
    kept.push(line);
  }
  const shown = { first: range.first, last: range.first + kept.length - 1 };
  const reachesEnd = shown.last >= blocks.length - 1;
  const text = [...kept, ...(reachesEnd ? trailer(file) : [])].join('\n');
  const warnings = hiddenNote(blocks, shown, around.view);
  if (range.first === 0 && reachesEnd) return { text, warnings };
  const next = reachesEnd ? null : blockRange(shown.last + 1, blocks.length - 1);
  return { text, chunk_info: chunkInfo(reading, shown, next), warnings };
};

/** `final` hides what is struck out, and says how much. */
const hiddenNote = (blocks: readonly Block[], { first, last }: Range, view: View): string[] => {
  if (view === 'markup') return [];
  const struckOut = (pieces: readonly Piece[]) => pieces.filter(({ deleted, fallback }) => deleted && !fallback).length;
  const hidden = blocks.slice(first, last + 1).reduce((sum, block) => {
    if (block.kind === 'paragraph') return sum + struckOut(block.pieces);
    const rows = [...block.tracked.values()].filter((each) => each === 'deleted').length;
    const cells = block.rows.flatMap((row) => row.flatMap(({ lines }) => lines));
    return sum + rows + cells.reduce((count, pieces) => count + struckOut(pieces), 0);
  }, 0);
  return hidden === 0 ? [] : [`deletions_hidden:${hidden}`];
};

const trailer = (file: DocxFile): string[] =>
  marginsOf(file, ' / ').map(
    ({ slot, type, section, text }) => `[${slot} ${type} of page section ${section}: ${text}]`,
  );
