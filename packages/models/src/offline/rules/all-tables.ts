import type { Sub } from '../plan.ts';
import { type Asked, sheetNames, sheetTables, type Table, tableOf } from '../rule.ts';
import { documentTables } from './document-tables.ts';

/** Every table of the file that is named, or of the whole folder; the second table of a sheet and those of documents too. */
export function* tablesWithin(asked: Asked): Sub<readonly Table[]> {
  const files = asked.source ? [asked.source] : asked.files;
  const all: Table[] = [];
  for (const file of files
    .filter(({ kind, is_opaque }) => ['table', 'xlsx'].includes(kind) && !is_opaque)
    .slice(0, 6)) {
    const named = asked.source && asked.sheet !== undefined ? [asked.sheet] : undefined;
    const sheets = file.kind === 'xlsx' ? (named ?? (yield* sheetNames(file.path))) : [undefined];
    for (const sheet of sheets.slice(0, 8)) {
      const found = sheet === undefined ? [undefined] : yield* sheetTables(file.path, sheet);
      for (const table of found.slice(0, 2))
        all.push(yield* tableOf({ ...asked, source: file, missing: undefined, sheet }, table));
    }
  }
  for (const file of files.filter(({ kind, is_opaque }) => kind === 'docx' && !is_opaque).slice(0, 4))
    all.push(...(yield* documentTables(file)).slice(0, 4));
  return all;
}
