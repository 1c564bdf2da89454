import { readFile, rm } from 'node:fs/promises';
import { openPackage } from '../../package/opc.ts';
import { refuseWrite } from '../../package/refusal.ts';
import { walkSheet } from '../sheet-stream.ts';
import { openWorkbook } from '../workbook.ts';

/** What a workbook promises beyond being a package: order, style numbers in range, names that exist once. */
export const verifyWorkbook = async (path: string, named: readonly string[]): Promise<void> => {
  try {
    const book = openWorkbook(openPackage(await readFile(path)));
    const names = new Set(book.sheets.map(({ name }) => name.toLowerCase()));
    if (book.sheets.length === 0 || names.size !== book.sheets.length) fail('Sheet names are not unique.');
    const changed = new Set(named);
    for (const sheet of book.sheets) {
      if (sheet.type !== 'worksheet' || !changed.has(sheet.part)) continue;
      let style = 0;
      const frame = await walkSheet(book.parts.chunks(sheet.part), {
        row: ({ count, style: styles }) => {
          for (let index = 0; index < count; index++) style = Math.max(style, styles[index] as number);
        },
      });
      if (frame?.disorder) fail('Rows or cells are out of order.');
      if (style > 0 && style >= book.styles.formats.length) fail('A cell names a style that does not exist.');
    }
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
};

const fail = (message: string): never => refuseWrite('verify_failed', message);
