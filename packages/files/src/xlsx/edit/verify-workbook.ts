import type { OpcPackage } from '../../package/opc.ts';
import { refuseWrite } from '../../package/refusal.ts';
import type { PartInspector } from '../../package/verify-package.ts';
import { createWalker } from '../sheet-stream.ts';
import { openWorkbook, type Workbook } from '../workbook.ts';

/** What a workbook promises beyond being a package: a frame in one piece, rows in order, sheet names that exist once. */
export const inspectWorkbook = (
  written: OpcPackage,
  part: string,
  before: OpcPackage | undefined,
): PartInspector | undefined => {
  const book = openWorkbook(written);
  if (book.sheets.length === 0) fail('The workbook has no sheet.');
  if (!hasUniqueNames(book) && !(before && !hasUniqueNames(openWorkbook(before)))) fail('Sheet names are not unique.');
  if (!book.sheets.some((sheet) => sheet.part === part && sheet.type === 'worksheet')) return undefined;
  const walker = createWalker({ wants: () => false, row: () => undefined });
  return {
    feed: walker.feed,
    finish: () => {
      if (walker.finish().disorder) fail('Rows are out of order.');
    },
  };
};

const hasUniqueNames = ({ sheets }: Workbook): boolean =>
  new Set(sheets.map(({ name }) => name.toLowerCase())).size === sheets.length;

const fail = (message: string): never => refuseWrite('verify_failed', message);
