import { refuseOp } from '../../package/refusal.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { parseRect, type Rect } from '../ref.ts';
import { type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';

export type Selection = {
  readonly sheet: SheetInfo;
  /** Undefined when only a sheet (or nothing) was named. */
  readonly rect: Rect | undefined;
  readonly warnings: readonly string[];
};

/** Finds the sheet and rectangle a request means: by prefix, by name, by table, or by default. */
export const selectRange = (book: Workbook, sheetName: string | null, range: string | null): Selection => {
  const named = sheetName === null ? undefined : worksheetNamed(book, sheetName);
  if (range === null || range.trim() === '') {
    if (named) return { sheet: named, rect: undefined, warnings: [] };
    return { ...defaultSheet(book), rect: undefined, warnings: [] };
  }
  const { prefix, rest } = splitPrefix(range.trim());
  const target = prefix === undefined ? undefined : worksheetNamed(book, prefix);
  agree(named, target, range);
  const rect = parseRect(rest);
  if (rect) {
    const sheet = target ?? named;
    if (sheet) return { sheet, rect, warnings: [] };
    const fallback = defaultSheet(book);
    return { sheet: fallback.sheet, rect, warnings: fallback.warnings };
  }
  const found = byName(book, rest, target ?? named);
  if (!found) return badRange(range);
  agree(named, found.sheet, range);
  return { ...found, warnings: [] };
};

const worksheetNamed = (book: Workbook, name: string): SheetInfo => {
  const sheet = sheetNamed(book, name);
  if (sheet && sheet.type === 'worksheet') return sheet;
  return refuseOp('unknown_sheet', `There is no worksheet named ${name.slice(0, 60)}.`, {
    candidates: book.sheets.filter(({ type }) => type === 'worksheet').map((it) => it.name),
  });
};

const agree = (named: SheetInfo | undefined, target: SheetInfo | undefined, range: string): void => {
  if (named && target && named !== target)
    refuseOp(
      'bad_selector',
      `The range ${range.slice(0, 60)} lies on ${target.name}, the sheet asked for is ${named.name}.`,
    );
};

const badRange = (range: string): never =>
  refuseOp('bad_range', `${range.slice(0, 60)} is neither a range nor a name of the workbook.`, {
    hint: "Use forms such as B2, A1:E50, A:D, 5:20, 'My Sheet'!A1:B2, a defined name or a table name.",
  });

/** The only visible worksheet, else the first one with a warning. */
const defaultSheet = (book: Workbook): { sheet: SheetInfo; warnings: readonly string[] } => {
  const visible = book.sheets.filter(({ type, state }) => type === 'worksheet' && state === 'visible');
  const sheet = visible[0] ?? book.sheets.find(({ type }) => type === 'worksheet');
  if (!sheet) return refuseOp('unknown_sheet', 'The workbook has no worksheet.');
  return { sheet, warnings: visible.length === 1 ? [] : [`sheet_defaulted:${sheet.name}`] };
};

const splitPrefix = (range: string): { prefix: string | undefined; rest: string } => {
  const mark = range.lastIndexOf('!');
  if (mark < 0) return { prefix: undefined, rest: range };
  const sheets = sheetsOfPrefix(range.slice(0, mark + 1));
  if (!sheets || sheets[0] !== sheets[1]) return badRange(range);
  return { prefix: sheets[0], rest: range.slice(mark + 1) };
};

const byName = (
  book: Workbook,
  name: string,
  sheet: SheetInfo | undefined,
): { sheet: SheetInfo; rect: Rect } | undefined => {
  const folded = name.toLowerCase();
  for (const owner of book.sheets)
    for (const table of owner.tables)
      if (table.name.toLowerCase() === folded) return { sheet: owner, rect: table.rect };
  const names = book.names.filter((it) => it.name.toLowerCase() === folded);
  const found =
    names.find((it) => it.scope !== null && it.scope === sheet?.name) ??
    names.find((it) => it.scope === null) ??
    names[0];
  if (!found) return undefined;
  const { prefix, rest } = splitPrefix(found.refersTo.trim().replace(/^=/, ''));
  const rect = parseRect(rest);
  const owner = prefix === undefined ? sheet : sheetNamed(book, prefix);
  return rect && owner ? { sheet: owner, rect } : undefined;
};
