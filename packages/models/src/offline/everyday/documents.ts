import { type ListedFile, OfflineRefusal, type Sub } from '../plan.ts';
import { isMoneyName, isNumbering, isQuantityName } from '../reading/quantities.ts';
import { isoOf, readAmount, readDay } from '../reading/said-values.ts';
import { type Block, blocksOf } from '../rules/document-facts/document-blocks.ts';
import { headsInFirstRow, plainView } from '../table-view.ts';
import { type Cell, type Sheet, sheetFrom } from './sheets.ts';

const fewestRows = 3;

/** The tables of a document, each with heads in its first row, as tables that can be asked like any other. */
export function* documentSheets(file: ListedFile, day: string): Sub<readonly Sheet[]> {
  const blocks = yield* readBlocks(file.path);
  const byTable = Map.groupBy(
    blocks.filter(({ row }) => row !== undefined),
    ({ row }) => row?.table ?? -1,
  );
  const title = blocks.find(({ row }) => row === undefined)?.text ?? '';
  const sheets = [...byTable].flatMap(
    ([at, rows]) => sheetOf(file, at, rows, { isOnly: byTable.size === 1, title }, day) ?? [],
  );
  return sheets;
}

/** A document that cannot be read has no tables. */
function* readBlocks(path: string): Sub<readonly Block[]> {
  try {
    return yield* blocksOf(path);
  } catch (refusal) {
    if (refusal instanceof OfflineRefusal) return [];
    throw refusal;
  }
}

const sheetOf = (
  file: ListedFile,
  table: number,
  rows: readonly Block[],
  about: { readonly isOnly: boolean; readonly title: string },
  day: string,
): Sheet | undefined => {
  const [first, ...body] = rows.map(({ row }) => (row?.cells ?? []).map((cell) => cell.trim()));
  const heads = headsInFirstRow(first?.map((head) => head.replace(/\.$/u, '')))?.map((_head, at) => first?.[at] ?? '');
  if (!heads || body.length < fewestRows - 1 || body.some((cells) => cells.length !== heads.length)) return undefined;
  const columns = heads.map((name, at) =>
    readColumn(
      name,
      body.map((cells) => cells[at] ?? ''),
    ),
  );
  const shown = body.map((cells) => cells.map((cell): Cell => (cell === '' ? null : cell)));
  const meant = body.map((_cells, row) => columns.map(({ cells }) => cells[row] ?? null));
  const [block] = rows;
  return sheetFrom(
    {
      path: file.path,
      version: file.version,
      kind: 'docx',
      sheet: null,
      range: null,
      hidden: 0,
      isOnlySheet: true,
      columns: columns.map(({ name, isNumber }) => ({ name, type: isNumber ? 'float' : 'string' })),
      rowCount: body.length,
      view: plainView,
      sample: shown,
    },
    meant,
    shown,
    {
      rowIds: rows.slice(1).map(({ row }) => row?.row ?? 0),
      document: { table, blockId: block?.id ?? '', heading: block?.heading ?? '', ...about },
    },
    day,
  );
};

/** What the cells of a column mean: numbers or days where all of them are, else texts. */
const readColumn = (name: string, cells: readonly string[]) => {
  const filled = cells.filter((cell) => cell !== '');
  const amounts = cells.map((cell) => readAmount(cell.replace(/[€£$₪]$/u, '').trim())?.value ?? null);
  const numbers = amounts.filter((value): value is number => value !== null);
  const isNumber =
    filled.length > 0 &&
    numbers.length === filled.length &&
    (isMoneyName(name) ||
      isQuantityName(name) ||
      !isNumbering(name, numbers) ||
      numbers.some((each) => each % 1 !== 0));
  if (isNumber) return { name, isNumber, cells: amounts };
  const days = cells.map((cell) => {
    const day = readDay(cell);
    return day?.year === undefined ? null : isoOf({ ...day, year: day.year });
  });
  const isDay = filled.length > 0 && days.filter((day) => day !== null).length === filled.length;
  return { name, isNumber: false, cells: isDay ? days : cells.map((cell): Cell => (cell === '' ? null : cell)) };
};
