import { readFile, writeFile } from 'node:fs/promises';
import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { z } from 'zod';
import { parseRanges } from '../tools/budget.ts';
import type { pdfOperations } from '../tools/definitions/pdf.ts';
import { refusal } from '../tools/errors.ts';
import type { EditAnswer, EditRequest, Source } from '../tools/kind-handler.ts';

type PdfOp = z.infer<typeof pdfOperations.params>['operations'][number];

/** Makes a new pdf of pages of others. Nothing on a page is rewritten. */
export const writePdf = async (request: EditRequest): Promise<EditAnswer> => {
  const ops = request.args.operations as readonly PdfOp[];
  const made = await PDFDocument.create({ updateMetadata: false });
  const warnings = new Set<string>();
  for (const [op_index, op] of ops.entries()) {
    if (op.op === 'rotate') rotate(made, op, op_index);
    else if (op.op === 'extract') await append(made, request, op.path, op.pages, op_index, warnings);
    else for (const { path, pages } of op.sources) await append(made, request, path, pages, op_index, warnings);
  }
  const pageCount = made.getPageCount();
  if (pageCount === 0) throw refusal('VALIDATION_FAILED', 'bad_op', 'The operations give no page.', { op_index: 0 });
  await writeFile(request.output, await made.save(), { flush: true });
  return {
    action: 'created',
    ops_applied: ops.length,
    changes: { pages: pageCount },
    focus_hint: { page: 1 },
    auto_summary: `${request.path} made with ${pageCount} page${pageCount === 1 ? '' : 's'}.`,
    warnings: [...warnings],
    extra: { page_count: pageCount },
  };
};

const append = async (
  made: PDFDocument,
  request: EditRequest,
  path: string,
  pages: string | null,
  op_index: number,
  warnings: Set<string>,
): Promise<void> => {
  const source = request.resources[path];
  if (!source) throw refusal('FILE_READ_FAILED', 'not_found', `There is no file named ${path}.`, { op_index });
  const donor = await load(source, op_index, warnings);
  const wanted = indexes(pages, donor.getPageCount(), op_index);
  for (const page of await made.copyPages(donor, wanted)) made.addPage(page);
};

const load = async (source: Source, op_index: number, warnings: Set<string>): Promise<PDFDocument> => {
  const bytes = await readFile(source.file);
  if (bytes.includes('/ByteRange')) warnings.add(`signature_lost:${source.path}`);
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false, ignoreEncryption: false });
  } catch {
    throw refusal('FILE_READ_FAILED', 'pdf_malformed', `${source.path} cannot be copied from.`, { op_index });
  }
};

const indexes = (pages: string | null, total: number, op_index: number): number[] => {
  if (pages === null) return Array.from({ length: total }, (_, at) => at);
  const ranges = parseRanges(pages, total);
  if (!ranges || ranges.some(([, to]) => to > total)) {
    throw refusal('VALIDATION_FAILED', 'bad_selector', `"${pages.slice(0, 40)}" are no pages of 1-${total}.`, {
      op_index,
    });
  }
  return ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at - 1));
};

const rotate = (made: PDFDocument, op: Extract<PdfOp, { op: 'rotate' }>, op_index: number): void => {
  for (const index of indexes(op.pages, made.getPageCount(), op_index)) {
    const page = made.getPage(index);
    page.setRotation(degrees((page.getRotation().angle + op.degrees) % 360));
  }
};
