import { parseRanges, readBudget, unitCap } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import type { ReadAnswer, ReadSelectors } from '../tools/kind-handler.ts';
import { pagesPerChunk, rangesOf } from './map.ts';
import { pageText } from './page-text.ts';
import type { Pdf } from './pdfium.ts';

const mostPages = 20;

/** Whole pages within the budget, each under its number. */
export const readPdf = (pdf: Pdf, { pages, view }: Pick<ReadSelectors, 'pages' | 'view'>): ReadAnswer => {
  const asked = askedPages(pages, pdf.pageCount);
  const part = partOf(view);
  const taken = asked.slice(0, mostPages);
  const returned: number[] = [];
  const texts: string[] = [];
  let length = 0;
  let chars = 0;
  for (const number of taken) {
    const text = pdf.page(number - 1, (page) => pageText(page));
    if (text.length > unitCap || part !== undefined) {
      if (returned.length > 0) break;
      return splitPage(pdf, number, text, part ?? 1, asked.slice(1));
    }
    const block = `--- page ${number} ---\n${text}`;
    if (returned.length > 0 && length + block.length > readBudget) break;
    texts.push(block);
    returned.push(number);
    length += block.length + 1;
    chars += text.trim().length;
  }
  const rest = asked.slice(returned.length);
  const isWhole = returned.length === pdf.pageCount;
  const next = nextOf(pdf, asked, rest);
  // Pages of pictures would read as an empty success; say what is missing instead.
  const warnings = chars < 16 && returned.length > 0 ? ['needs_ocr: these pages hold pictures, not text'] : [];
  const first = returned[0] ?? 1;
  return {
    text: texts.join('\n'),
    ...(isWhole
      ? {}
      : {
          chunk_info: {
            chunk_index: Math.floor((first - 1) / pagesPerChunk),
            total_chunks: Math.ceil(pdf.pageCount / pagesPerChunk),
            has_more: next !== null,
            range: rangesOf(returned).join(','),
            unit: 'pages',
            returned: returned.length,
            total: pdf.pageCount,
            next,
          },
        }),
    warnings,
  };
};

const bad = (message: string) =>
  refusal('VALIDATION_FAILED', 'bad_selector', message, { hint: 'Write 1-5, 3, 1,4-6 or 10-.' });

const askedPages = (pages: string | null, total: number): readonly number[] => {
  if (pages === null) return Array.from({ length: Math.min(pagesPerChunk, total) }, (_, at) => at + 1);
  const ranges = parseRanges(pages, total);
  if (!ranges) throw bad(`"${pages.slice(0, 40)}" is no list of pages.`);
  const wanted = ranges.flatMap(([from, to]) =>
    Array.from({ length: Math.max(0, Math.min(to, total) - from + 1) }, (_, at) => from + at),
  );
  if (wanted.length === 0) throw refusal('VALIDATION_FAILED', 'index_out_of_range', `The pdf has ${total} pages.`);
  return [...new Set(wanted)];
};

/** What was asked and did not fit; after a run of pages, the pages behind it. */
const nextOf = (pdf: Pdf, asked: readonly number[], rest: readonly number[]) => {
  if (rest.length > 0) return { pages: rangesOf(rest).join(',') };
  const last = asked.at(-1) ?? 0;
  if (rangesOf(asked).length !== 1 || last >= pdf.pageCount) return null;
  return {
    pages: rangesOf(
      Array.from({ length: Math.min(pagesPerChunk, pdf.pageCount - last) }, (_, at) => last + 1 + at),
    ).join(','),
  };
};

const partOf = (view: string | null): number | undefined => {
  if (view === null) return undefined;
  const [, part] = /^part:([1-9]\d*)$/.exec(view) ?? [];
  if (part === undefined)
    throw refusal(
      'VALIDATION_FAILED',
      'bad_selector',
      `view "${view}" is not for pdf; only part:<n> of an over-long page is.`,
    );
  return Number(part);
};

const splitPage = (pdf: Pdf, number: number, text: string, part: number, rest: readonly number[]): ReadAnswer => {
  const parts = Math.max(1, Math.ceil(text.length / readBudget));
  if (part > parts) throw bad(`Page ${number} has ${parts} parts.`);
  const next =
    part < parts
      ? { pages: `${number}`, view: `part:${part + 1}` }
      : rest.length > 0
        ? { pages: rangesOf(rest).join(',') }
        : null;
  return {
    text: text.slice((part - 1) * readBudget, part * readBudget),
    chunk_info: {
      chunk_index: Math.floor((number - 1) / pagesPerChunk),
      total_chunks: Math.ceil(pdf.pageCount / pagesPerChunk),
      has_more: next !== null,
      range: `${number}`,
      unit: 'pages',
      returned: 1,
      total: pdf.pageCount,
      next,
      unit_split: { part, parts },
    },
    warnings: [],
  };
};
