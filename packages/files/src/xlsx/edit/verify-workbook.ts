import type { OpcPackage } from '../../package/opc.ts';
import { refuseWrite } from '../../package/refusal.ts';
import type { PartInspector } from '../../package/verify-package.ts';
import { createWalker } from '../sheet-stream.ts';
import { openWorkbook } from '../workbook.ts';

/** What a workbook promises beyond being a package: a frame in one piece, rows in order, sheet names that exist once. */
export const inspectWorkbook = (written: OpcPackage, part: string): PartInspector | undefined => {
  const book = openWorkbook(written);
  const names = new Set(book.sheets.map(({ name }) => name.toLowerCase()));
  if (book.sheets.length === 0 || names.size !== book.sheets.length) fail('Sheet names are not unique.');
  if (!book.sheets.some((sheet) => sheet.part === part && sheet.type === 'worksheet')) return undefined;
  const walker = createWalker({ wants: () => false, row: () => undefined });
  return {
    feed: walker.feed,
    finish: () => {
      if (walker.finish().disorder) fail('Rows are out of order.');
    },
  };
};

const fail = (message: string): never => refuseWrite('verify_failed', message);
