import type { JsonObject } from '@atelier/kernel/core';
import { isRefusal } from '../package/refusal.ts';
import { chunkRule } from '../tools/budget.ts';
import { refusal } from '../tools/errors.ts';
import { pageText } from './page-text.ts';
import type { Pdf } from './pdfium.ts';

export const pagesPerChunk = 5;
/** A page with fewer characters has no text worth reading: a stamp, a page number. */
const fewestChars = 16;
const perPageLimit = 200;
const mostToc = 60;

export const mapPdf = (pdf: Pdf, part: string | null): JsonObject => {
  const pages = Array.from({ length: pdf.pageCount }, (_, index) => pageFacts(pdf, index));
  const without = pages.flatMap(({ chars }, index) => (chars < fewestChars ? [index + 1] : []));
  const text = without.length === 0 ? 'all' : without.length === pages.length ? 'none' : 'partial';
  const toc = pdf.toc(mostToc);
  const broken = pages.flatMap(({ broken: isBroken }, index) => (isBroken ? [index + 1] : []));
  return {
    page_count: pdf.pageCount,
    text,
    pages_without_text: rangesOf(without),
    ...charCounts(
      pages.map(({ chars }) => chars),
      part,
    ),
    has_toc: toc.length > 0,
    toc: toc.map((entry) => ({ ...entry })),
    has_forms: pdf.hasForms,
    form_fields: pages.reduce((sum, { fields }) => sum + fields, 0),
    has_annotations: pages.some(({ annotations }) => annotations > 0),
    has_images: pages.some(({ images }) => images),
    page_sizes: sizesOf(pages.map(({ size }) => size)),
    encrypted: false,
    title: pdf.title,
    chunks: { ...chunkRule('pages', pagesPerChunk, pdf.pageCount) },
    warnings: [
      ...(text === 'none' ? ['needs_ocr'] : []),
      ...(broken.length > 0 ? [`unreadable_pages:${rangesOf(broken).join(',')}`] : []),
    ],
  };
};

type PageFacts = {
  readonly chars: number;
  readonly size: string;
  readonly images: boolean;
  readonly fields: number;
  readonly annotations: number;
  readonly broken: boolean;
};

/** One bad page does not hide the others. */
const pageFacts = (pdf: Pdf, index: number): PageFacts => {
  try {
    return pdf.page(index, (page) => {
      const { total, fields } = page.annotations();
      return {
        chars: pageText(page).length,
        size: `${Math.round(page.width)}x${Math.round(page.height)}`,
        images: page.hasImages(),
        fields,
        annotations: total,
        broken: false,
      };
    });
  } catch (cause) {
    if (!isRefusal(cause)) throw cause;
    return { chars: 0, size: '0x0', images: false, fields: 0, annotations: 0, broken: true };
  }
};

const charCounts = (counts: readonly number[], part: string | null): JsonObject => {
  if (part !== null) {
    const [, from, to] = /^pages:(\d+)-(\d+)$/.exec(part) ?? [];
    if (from === undefined || Number(from) < 1 || Number(to) < Number(from)) {
      throw refusal('VALIDATION_FAILED', 'bad_selector', `"${part}" is no part of a pdf map.`, {
        hint: 'Use pages:1-200.',
      });
    }
    return {
      char_counts: counts.slice(Number(from) - 1, Math.min(Number(to), Number(from) + perPageLimit - 1)),
      char_counts_per: 'page',
    };
  }
  if (counts.length <= perPageLimit) return { char_counts: [...counts], char_counts_per: 'page' };
  const chunks = Array.from({ length: Math.ceil(counts.length / pagesPerChunk) }, (_, chunk) =>
    counts.slice(chunk * pagesPerChunk, (chunk + 1) * pagesPerChunk).reduce((sum, count) => sum + count, 0),
  );
  return { char_counts: chunks, char_counts_per: 'chunk' };
};

/** 1,2,3,7 as 1-3, 7. */
export const rangesOf = (numbers: readonly number[]): readonly string[] => {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
};

const sizesOf = (sizes: readonly string[]): readonly JsonObject[] =>
  [...Map.groupBy(sizes, (size) => size)].map(([size, pages]) => {
    const [width = 0, height = 0] = size.split('x').map(Number);
    return { width_pt: width, height_pt: height, pages: pages.length };
  });
