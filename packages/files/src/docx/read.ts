import { attributeOf, childrenOf, descendantsOf, ns } from '../package/index.ts';
import { readBudget, unitCap } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import type { ReadAnswer, ReadSelectors } from '../tools/kind-handler.ts';
import { type Block, blocksOf, paragraphOf, parseBlockId } from './blocks.ts';
import type { DocxFile } from './docx-file.ts';
import { picturesOf } from './media.ts';
import { renderBlock, type View } from './render-block.ts';
import { blockRange, type Section, sectionsOf } from './sections.ts';

/** Text of named blocks, each on a line of its own behind its id, so that an edit can name what was read. */
export const readDocx = (file: DocxFile, { section, view }: ReadSelectors): ReadAnswer => {
  const shown = viewOf(view);
  const blocks = blocksOf(file);
  const sections = sectionsOf(blocks);
  const wanted = section === null ? wholeOrFirst(file, blocks, sections, shown) : rangeOf(section, blocks, sections);
  return answer(file, blocks, wanted, shown);
};

type Range = { readonly first: number; readonly last: number };

const viewOf = (view: string | null): View => {
  if (view === null || view === 'final') return 'final';
  if (view === 'markup') return 'markup';
  throw refusal('VALIDATION_FAILED', 'bad_selector', 'view of a document is final or markup.');
};

const wholeOrFirst = (file: DocxFile, blocks: readonly Block[], sections: readonly Section[], view: View): Range => {
  const whole = { first: 0, last: blocks.length - 1 };
  const lines = linesOf(file, blocks, whole, view);
  const length = lines.reduce((sum, line) => sum + line.length + 1, 0);
  return length <= readBudget ? whole : (sections[0] ?? whole);
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

const linesOf = (file: DocxFile, blocks: readonly Block[], { first, last }: Range, view: View): string[] => {
  const pictures = picturesOf(file, blocks);
  const notes = notesOf(file);
  return blocks.slice(first, last + 1).map((block) => renderBlock(block, view, pictures, notes));
};

const answer = (file: DocxFile, blocks: readonly Block[], range: Range, view: View): ReadAnswer => {
  const lines = linesOf(file, blocks, range, view);
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    const grown = size + line.length + 1;
    if (kept.length > 0 && grown > readBudget) break;
    kept.push(line.length > unitCap ? `${line.slice(0, unitCap)}…` : line);
    size = grown;
  }
  const warnings = lines.slice(0, kept.length).some((line) => line.length > unitCap) ? ['unit_split'] : [];
  const returnedLast = range.first + kept.length - 1;
  const reachesEnd = returnedLast >= blocks.length - 1;
  const text = [...kept, ...(reachesEnd ? trailer(file) : [])].join('\n');
  const total = blocks.length;
  if (range.first === 0 && reachesEnd) return { text, warnings: [...warnings, ...hiddenNote(blocks, range, view)] };
  return {
    text,
    chunk_info: {
      chunk_index: range.first,
      total_chunks: total,
      has_more: !reachesEnd,
      range: blockRange(range.first, returnedLast),
      unit: 'blocks',
      returned: kept.length,
      total,
      next: reachesEnd ? null : { section: blockRange(returnedLast + 1, Math.max(range.last, total - 1)) },
    },
    warnings: [...warnings, ...hiddenNote(blocks, range, view)],
  };
};

/** `final` hides what is struck out, and says how much. */
const hiddenNote = (blocks: readonly Block[], { first, last }: Range, view: View): string[] => {
  if (view === 'markup') return [];
  const hidden = blocks
    .slice(first, last + 1)
    .reduce(
      (sum, block) => sum + (block.kind === 'paragraph' ? block.pieces.filter(({ deleted }) => deleted).length : 0),
      0,
    );
  return hidden === 0 ? [] : [`deletions_hidden:${hidden}`];
};

const trailer = (file: DocxFile): string[] =>
  file.headersFooters.flatMap(({ slot, type, section, part }) => {
    const document = file.parts.xml(part);
    const text = [...descendantsOf(document.root, ns.word, 'p')]
      .map((paragraph) => paragraphOf(file, document, paragraph, 0).text)
      .join(' / ');
    return [`[${slot} ${type} of page section ${section}: ${text}]`];
  });

const notesOf = (file: DocxFile): ReadonlyMap<string, string> => {
  const notes = new Map<string, string>();
  for (const [part, local] of [
    [file.footnotes, 'footnote'],
    [file.endnotes, 'endnote'],
  ] as const) {
    if (!part) continue;
    const document = file.parts.xml(part);
    for (const note of childrenOf(document.root, ns.word, local)) {
      const text = [...descendantsOf(note, ns.word, 'p')]
        .map((each) => paragraphOf(file, document, each, 0).text.trim())
        .join(' ');
      notes.set(`${local}:${attributeOf(note, 'id', ns.word)}`, text);
    }
  }
  return notes;
};
