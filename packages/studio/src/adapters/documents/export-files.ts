import { tasksToIcs } from '../../core/documents/calendar.ts';
import { planPrint } from '../../core/documents/plan-print.ts';
import { purchasePrint } from '../../core/documents/purchase-print.ts';
import { quoteCsv, quoteJson } from '../../core/documents/quote-data.ts';
import { quotePrint } from '../../core/documents/quote-print.ts';
import { billOfQuantities } from '../../core/documents/sheets/bill-of-quantities.ts';
import { planWorkbook } from '../../core/documents/sheets/plan-sheet.ts';
import { purchaseWorkbook } from '../../core/documents/sheets/purchase-sheet.ts';
import { quoteWorkbook } from '../../core/documents/sheets/quote-sheet.ts';
import type { Lang } from '../../core/domain/primitives.ts';
import type { DirectoryRecord } from '../../core/domain/workspace.ts';
import type { Records } from '../../core/fold/records.ts';
import type { ClientQuote } from '../../core/quote/client-quote.ts';
import type { WorkingQuote } from '../../core/quote/working-quote.ts';
import { purchaseList } from '../../core/schedule/purchase-list.ts';
import { scheduleOf } from '../../core/schedule/schedule.ts';
import { writePdf } from '../pdf/write-pdf.ts';
import { documentToWord } from './docx-file.ts';
import { type QuotePicture, quoteToHtml, quoteToPdf } from './quote-files.ts';
import { type OfficeTools, workbookToXlsx } from './workbook-file.ts';

export const mediaTypes = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ics: 'text/calendar; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;

export type ExportFormat = keyof typeof mediaTypes;
export type QuoteFormat = Exclude<ExportFormat, 'ics'>;

export type ExportedFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array };

/** A quote in any of its formats. It takes what a client may know, and nothing else. */
export const exportQuote = async (
  quote: ClientQuote,
  format: QuoteFormat,
  { pictures = [], tools }: { readonly pictures?: readonly QuotePicture[]; readonly tools: OfficeTools },
): Promise<ExportedFile> => {
  const name = `${quote.number ?? 'preview'}-v${quote.version}.${format}`;
  const made = (content: Uint8Array | string): ExportedFile => fileOf(name, format, content);
  switch (format) {
    case 'html':
      return made(await quoteToHtml(quote, pictures));
    case 'pdf':
      return made((await quoteToPdf(quote, pictures)).bytes);
    case 'csv':
      return made(quoteCsv(quote));
    case 'json':
      return made(quoteJson(quote));
    case 'xlsx':
      return made(await workbookToXlsx(quoteWorkbook(quote), tools));
    case 'docx':
      return made(await documentToWord((sizes) => quotePrint(quote, sizes), pictures));
  }
};

export type ProjectExport =
  /** `forAll`: for people outside the project too, so without the studio's own words about risks. */
  | { readonly kind: 'plan'; readonly format: 'xlsx' | 'docx' | 'pdf' | 'ics'; readonly forAll?: boolean }
  | { readonly kind: 'purchases'; readonly format: 'xlsx' | 'pdf' }
  /** Costs: for people who may see them. */
  | { readonly kind: 'quantities'; readonly format: 'xlsx' };

export type ExportedProject = {
  readonly records: Records;
  readonly quote: WorkingQuote | undefined;
  readonly directory: ReadonlyMap<string, DirectoryRecord>;
  /** What those are called to whom tasks are given. */
  readonly people: ReadonlyMap<string, string>;
  readonly lang: Lang;
  /** ISO time, for documents that carry one. */
  readonly at: string;
};

/** A project's own lists, for the studio. */
export const exportProject = async (
  { records, quote, directory, people, lang, at }: ExportedProject,
  wanted: ProjectExport,
  tools: OfficeTools,
): Promise<ExportedFile> => {
  const name = `${wanted.kind}.${wanted.format}`;
  const made = (content: Uint8Array | string): ExportedFile => fileOf(name, wanted.format, content);
  switch (wanted.kind) {
    case 'quantities':
      return made(await workbookToXlsx(billOfQuantities(records, quote, lang), tools));
    case 'purchases': {
      const list = purchaseList(records, directory);
      return wanted.format === 'xlsx'
        ? made(await workbookToXlsx(purchaseWorkbook(list, records, lang), tools))
        : made((await writePdf(() => purchasePrint(list, records, lang, at))).bytes);
    }
    case 'plan': {
      const schedule = scheduleOf(records);
      if (wanted.format === 'ics') return made(tasksToIcs(records, schedule, lang, at));
      if (wanted.format === 'xlsx')
        return made(await workbookToXlsx(planWorkbook(records, schedule, lang, people), tools));
      const print = () => planPrint(records, schedule, lang, { at, withRisks: wanted.forAll !== true });
      return made(wanted.format === 'pdf' ? (await writePdf(print)).bytes : await documentToWord(print));
    }
  }
};

const fileOf = (name: string, format: ExportFormat, content: Uint8Array | string): ExportedFile => ({
  name,
  mediaType: mediaTypes[format],
  bytes: typeof content === 'string' ? Buffer.from(content) : content,
});
