import { readFile } from 'node:fs/promises';
import { diffPdf } from '../review/pdf-diff.ts';
import { settle } from '../tools/errors.ts';
import type { DiffAnswer, KindHandler, Source } from '../tools/kind-handler.ts';
import { mapPdf } from './map.ts';
import { openPdf, type Pdf } from './pdfium.ts';
import { rasterPdf } from './raster.ts';
import { readPdf } from './read.ts';

export const withPdf = async <T>(source: Source, use: (pdf: Pdf) => Promise<T> | T): Promise<T> => {
  const pdf = await openPdf(await readFile(source.file), source.is_visible_only === true);
  try {
    return await use(pdf);
  } finally {
    pdf.close();
  }
};

const diffSides = (reference: Source | null, draft: Source | null): Promise<DiffAnswer> => {
  const opened = <T>(source: Source | null, use: (pdf: Pdf | null) => Promise<T> | T): Promise<T> | T =>
    source ? withPdf(source, use) : use(null);
  return Promise.resolve(opened(reference, (before) => opened(draft, (after) => diffPdf(before, after))));
};

export const pdfHandler: KindHandler = {
  kind: 'pdf',
  info: (source) => settle(() => withPdf(source, ({ pageCount }) => ({ page_count: pageCount }))),
  map: (source, { part }) => settle(() => withPdf(source, (pdf) => mapPdf(pdf, part))),
  read: (source, selectors) => settle(() => withPdf(source, (pdf) => readPdf(pdf, selectors))),
  // The writer's library is larger than all the rest, and few files are written.
  edit: (request) => settle(async () => (await import('./write.ts')).writePdf(request)),
  diff: ({ reference, draft }) => settle(() => diffSides(reference, draft)),
  raster: (source, args, output) => settle(() => withPdf(source, (pdf) => rasterPdf(pdf, args, output))),
};
