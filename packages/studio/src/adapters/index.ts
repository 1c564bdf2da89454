// Loaded with the first export, not with the server: these bring a PDF library along.
export {
  type ExportedFile,
  type ExportedProject,
  type ExportFormat,
  exportProject,
  exportQuote,
  mediaTypes,
  type ProjectExport,
  type QuoteFormat,
} from './documents/export-files.ts';
export type { QuotePicture } from './documents/quote-files.ts';
export type { OfficeTools } from './documents/workbook-file.ts';
