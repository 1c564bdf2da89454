import { readBudget, unitCap } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import type { ReadAnswer, ReadSelectors } from '../tools/kind-handler.ts';
import { notesText } from './map.ts';
import type { PptxFile, Slide } from './pptx-file.ts';
import { type Shape, shapesOf } from './shapes.ts';

const firstSlides = 10;

/** Slides as text, each shape behind its id, so that an edit can name what was read. */
export const readPptx = (file: PptxFile, { slide_index, view }: ReadSelectors): ReadAnswer => {
  const total = file.slides.length;
  const from = slide_index ?? 0;
  if (total === 0) return { text: '', warnings: ['no_slides'] };
  if (!Number.isInteger(from) || from < 0 || from >= total) {
    throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The presentation has slides 0 to ${total - 1}.`);
  }
  const part = partOf(view);
  if (part !== undefined) return slidePart(file, from, part);
  const wanted = slide_index === null ? file.slides.slice(0, firstSlides) : file.slides.slice(from, from + 1);
  const kept: string[] = [];
  let size = 0;
  for (const slide of wanted) {
    const text = slideText(file, slide);
    if (text.length > unitCap && kept.length === 0) return slidePart(file, slide.index, 1);
    if (kept.length > 0 && size + text.length + 2 > readBudget) break;
    kept.push(text);
    size += text.length + 2;
  }
  const next = from + kept.length;
  const text = kept.join('\n\n');
  if (from === 0 && next >= total) return { text, warnings: [] };
  return {
    text,
    chunk_info: {
      chunk_index: from,
      total_chunks: total,
      has_more: next < total,
      range: kept.length === 1 ? String(from) : `${from}-${next - 1}`,
      unit: 'slides',
      returned: kept.length,
      total,
      next: next < total ? { slide_index: next } : null,
    },
    warnings: [],
  };
};

const partOf = (view: string | null): number | undefined => {
  if (view === null) return undefined;
  const [, part] = /^part:([1-9]\d{0,5})$/.exec(view) ?? [];
  if (part !== undefined) return Number(part);
  throw refusal('VALIDATION_FAILED', 'bad_selector', 'view of a presentation is part:<n> of an over-long slide.');
};

/** A slide longer than any answer is given in parts. */
const slidePart = (file: PptxFile, index: number, part: number): ReadAnswer => {
  const slide = file.slides[index];
  const text = slide ? slideText(file, slide) : '';
  const parts = Math.max(1, Math.ceil(text.length / readBudget));
  if (part > parts) throw refusal('VALIDATION_FAILED', 'bad_selector', `Slide ${index} has ${parts} parts.`);
  const total = file.slides.length;
  const next =
    part < parts
      ? { slide_index: index, view: `part:${part + 1}` }
      : index + 1 < total
        ? { slide_index: index + 1 }
        : null;
  return {
    text: text.slice((part - 1) * readBudget, part * readBudget),
    chunk_info: {
      chunk_index: index,
      total_chunks: total,
      has_more: next !== null,
      range: String(index),
      unit: 'slides',
      returned: 1,
      total,
      next,
      unit_split: { part, parts },
    },
    warnings: [],
  };
};

const slideText = (file: PptxFile, slide: Slide): string => {
  const layout = file.layouts.find(({ part }) => part === slide.layout)?.name ?? '';
  const notes = notesText(file.parts, slide);
  return [
    `## Slide ${slide.index + 1} (index ${slide.index}) ${layout}${slide.hidden ? ' hidden' : ''}`.trimEnd(),
    ...shapesOf(file.parts, slide.part).flatMap(shapeLines),
    ...(notes === '' ? [] : [`Notes: ${oneLine(notes)}`]),
  ].join('\n');
};

const shapeLines = (shape: Shape): string[] => {
  const label = `[s${shape.id} ${shape.placeholder?.type ?? shape.type}]`;
  if (shape.table) {
    return [
      label,
      ...shape.table.map((row, index) => `  r${index} | ${row.map(({ text }) => oneLine(text)).join(' | ')}`),
    ];
  }
  if (shape.type !== 'text') return [`${label} ${oneLine(shape.altText || shape.name)}`];
  const lines = shape.paragraphs.filter(({ text }) => text !== '');
  if (lines.length === 0) return shape.placeholder ? [label] : [];
  if (lines.length === 1 && lines[0]?.level === 0) return [`${label} ${oneLine(lines[0].text)}`];
  return [label, ...lines.map(({ text, level }) => `${'  '.repeat(level + 1)}- ${oneLine(text)}`)];
};

const oneLine = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\u000b', '\\n').replaceAll('\t', '\\t');
