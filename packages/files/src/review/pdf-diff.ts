import type { JsonObject } from '@atelier/kernel/core';
import { pageText } from '../pdf/page-text.ts';
import type { Pdf } from '../pdf/pdfium.ts';
import { openText } from '../text/text-file.ts';
import type { DiffAnswer } from '../tools/kind-handler.ts';
import { align, createInterner } from './align.ts';
import { changedBoxes } from './pixel-boxes.ts';
import { diffText } from './text-diff.ts';

const rasterSide = 600;
const mostRasters = 40;

/** Pages pair by their text, then by place. Pages that say the same are compared as pictures. */
export const diffPdf = (before: Pdf | null, after: Pdf | null): DiffAnswer => {
  const texts = (pdf: Pdf | null) =>
    Array.from({ length: pdf?.pageCount ?? 0 }, (_, at) => pdf?.page(at, (page) => pageText(page)) ?? '');
  const [old, now] = [texts(before), texts(after)];
  const number = createInterner();
  const { blocks } = align(Int32Array.from(old, number), Int32Array.from(now, number));
  const pages: JsonObject[] = [];
  const [gone, come] = [new Map<string, number[]>(), new Map<string, number[]>()];
  for (const { oldFrom, oldTo, newFrom, newTo } of blocks) {
    const paired = Math.min(oldTo - oldFrom, newTo - newFrom);
    for (let at = 0; at < paired; at++) {
      const [a, b] = [oldFrom + at, newFrom + at];
      const { body } = diffText(openText(Buffer.from(old[a] ?? '')), openText(Buffer.from(now[b] ?? '')), {});
      pages.push({ status: 'changed', page_before: a + 1, page_after: b + 1, hunks: body.hunks ?? [] });
    }
    for (let at = oldFrom + paired; at < oldTo; at++) note(gone, old[at] ?? '', at + 1);
    for (let at = newFrom + paired; at < newTo; at++) note(come, now[at] ?? '', at + 1);
  }
  for (const [text, from] of gone) {
    const to = text.trim() === '' ? [] : (come.get(text) ?? []);
    for (const page of from) {
      const target = to.shift();
      pages.push(
        target === undefined
          ? { status: 'removed', page_before: page, page_after: null }
          : { status: 'moved', page_before: page, page_after: target },
      );
    }
  }
  for (const to of come.values())
    for (const page of to) pages.push({ status: 'added', page_before: null, page_after: page });
  const visual = before && after ? visualChanges(before, after, old, now) : { pages: [], skipped: 0 };
  pages.push(...visual.pages);
  const count = (status: string) => pages.filter((page) => page.status === status).length;
  return {
    body: { page_count_before: old.length, page_count_after: now.length, pages },
    stats: {
      changed: count('changed'),
      added: count('added'),
      removed: count('removed'),
      moved: count('moved'),
      visual: count('visual_change'),
    },
    other_changes:
      pages.length === 0
        ? ['properties or structure of the pdf']
        : visual.skipped > 0
          ? [`${visual.skipped} pages not compared as pictures`]
          : [],
  };
};

const note = (pages: Map<string, number[]>, text: string, page: number): void =>
  void pages.set(text, [...(pages.get(text) ?? []), page]);

/** Equal text may hide another picture, another font, another colour. */
const visualChanges = (
  before: Pdf,
  after: Pdf,
  old: readonly string[],
  now: readonly string[],
): { readonly pages: readonly JsonObject[]; readonly skipped: number } => {
  const number = createInterner();
  const { blocks } = align(Int32Array.from(old, number), Int32Array.from(now, number));
  const pages: JsonObject[] = [];
  let [a, b, compared, skipped] = [0, 0, 0, 0];
  const same = (until: number): void => {
    for (; a < until; a++, b++) {
      if (compared >= mostRasters) skipped += 1;
      else {
        compared += 1;
        const [left, right] = [
          before.page(a, (page) => page.raster(1, rasterSide)),
          after.page(b, (page) => page.raster(1, rasterSide)),
        ];
        const boxes =
          left.width === right.width && left.height === right.height
            ? changedBoxes(left.bgra, right.bgra, left.width, left.height)
            : { share: 1, boxes: [] };
        if (boxes.share > 0)
          pages.push({
            status: 'visual_change',
            page_before: a + 1,
            page_after: b + 1,
            share: boxes.share,
            boxes: boxes.boxes.map((box) => ({ ...box })),
          });
      }
    }
  };
  for (const block of blocks) {
    same(block.oldFrom);
    [a, b] = [block.oldTo, block.newTo];
  }
  same(old.length);
  return { pages, skipped };
};
