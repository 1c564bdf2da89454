import { lexFormula } from '../formula/lexer.ts';
import { sheetsOfPrefix } from '../formula/rewrite.ts';
import { MAX_COL, MAX_ROW, type Rect } from '../ref.ts';
import type { SheetInfo } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import { createReader, type GraphFormula, type Reading } from './dependents.ts';
import { formulaOf } from './sheet-index.ts';
import type { Shift } from './shift/axis-shift.ts';

type Found = { readonly part: string; readonly row: number; readonly column: number };

/** Formulas whose values may change although no cell they name was set. */
const findFormulas = async (
  edit: BookEdit,
  isMeant: (formula: GraphFormula, reading: () => Reading) => boolean,
): Promise<Found[]> => {
  await edit.flush();
  const book = edit.book();
  const read = createReader(book);
  const found: Found[] = [];
  for (const sheet of book.sheets) {
    if (sheet.type !== 'worksheet') continue;
    const index = await edit.draft(sheet).index();
    for (const cell of index.formulas) {
      const formula = { sheet, index, cell };
      if (isMeant(formula, () => read(formula))) found.push({ part: sheet.part, row: cell.row, column: cell.column });
    }
  }
  return found;
};

const mark = (edit: BookEdit, found: readonly Found[]): void => {
  for (const { part, row, column } of found) edit.dirty.add(part, row, column);
};

/** A name means something else now, and so do the names that are made of it. */
export const markUsersOfName = async (edit: BookEdit, name: string): Promise<void> => {
  const names = new Set([name.toLowerCase()]);
  const mentions = (text: string): boolean =>
    (lexFormula(text) ?? []).some((token) => token.kind === 'name' && names.has(token.text.toLowerCase()));
  for (let size = 0; size !== names.size; ) {
    size = names.size;
    for (const it of edit.book().names) if (mentions(it.refersTo)) names.add(it.name.toLowerCase());
  }
  mark(edit, await findFormulas(edit, ({ index, cell }) => mentions(formulaOf(index, cell))));
};

/** Columns of a table changed names with each other, so what its references mean did. */
export const markUsersOfTable = async (edit: BookEdit, table: string): Promise<void> => {
  const isMeant = (name: string) => name === '' || name.toLowerCase() === table.toLowerCase();
  mark(
    edit,
    await findFormulas(edit, ({ index, cell }) =>
      (lexFormula(formulaOf(index, cell)) ?? []).some((it) => it.kind === 'structured' && isMeant(it.table)),
    ),
  );
};

/** A sheet is about to go: formulas and names that mean it, and those that find it by its name. */
export const markUsersOfSheet = async (edit: BookEdit, sheet: SheetInfo): Promise<void> =>
  mark(
    edit,
    await findFormulas(edit, (formula, reading) => {
      if (formula.sheet.part === sheet.part) return false;
      const { places, isVolatile } = reading();
      return isVolatile || places.some(({ part }) => part === sheet.part);
    }),
  );

/** Formulas that find their cells by names written as text. */
export const markVolatile = async (edit: BookEdit): Promise<void> =>
  mark(edit, await findFormulas(edit, (_, reading) => reading().isVolatile));

/** The order of the sheets changed, which decides what `Jan:Mar!A1` adds up. */
export const markSpansOfSheets = async (edit: BookEdit): Promise<void> =>
  mark(
    edit,
    await findFormulas(edit, ({ index, cell }) =>
      (lexFormula(formulaOf(index, cell)) ?? []).some((token) => {
        const sheets = 'prefix' in token && token.prefix !== '' ? sheetsOfPrefix(token.prefix) : undefined;
        return sheets !== undefined && sheets[0] !== sheets[1];
      }),
    ),
  );

/**
 * Formulas that read something a shift takes out of a range or puts into it, by whatever name they read it. Told before
 * the shift, because afterwards nothing remembers the deleted cells.
 */
export const readersOfShift = (edit: BookEdit, sheet: SheetInfo, shift: Shift): Promise<Found[]> =>
  findFormulas(edit, (_, reading) => {
    const { places, isVolatile } = reading();
    return isVolatile || places.some(({ part, rect }) => part === sheet.part && isResized(shift, rect));
  });

const isResized = ({ axis, at, count, kind }: Shift, rect: Rect): boolean => {
  const [from, to, edge] = axis === 'row' ? [rect.top, rect.bottom, MAX_ROW] : [rect.left, rect.right, MAX_COL];
  if (kind === 'delete') return from <= at + count - 1 && to >= at;
  return from < at && to >= at && to < edge;
};
