import { lexFormula } from '../formula/lexer.ts';
import { isOwnWorkbook, sheetsOfPrefix } from '../formula/rewrite.ts';
import { sheetNamed, type Workbook } from '../workbook.ts';

/** Tells whether a formula of the later workbook names a sheet, name or table that the earlier one does not have. */
export const createNeedsRest = (before: Workbook): ((formula: string) => boolean) => {
  const names = new Set(before.names.map(({ name }) => name.toLowerCase()));
  const tables = new Map(
    before.sheets.flatMap((sheet) => sheet.tables.map((table) => [table.name.toLowerCase(), table] as const)),
  );
  return (formula) =>
    (lexFormula(formula) ?? []).some((token) => {
      if ('prefix' in token && token.prefix !== '' && !isOwnWorkbook(token.prefix)) {
        const sheets = sheetsOfPrefix(token.prefix);
        if (sheets?.some((name) => !sheetNamed(before, name))) return true;
      }
      if (token.kind === 'name') {
        const folded = token.text.toLowerCase();
        return folded !== 'true' && folded !== 'false' && !names.has(folded) && !tables.has(folded);
      }
      if (token.kind !== 'structured' || token.table === '') return false;
      const table = tables.get(token.table.toLowerCase());
      if (!table) return true;
      const columns = new Set(table.columns.map((it) => it.toLowerCase()));
      const named = [...token.text.matchAll(/\[@?((?:'.|[^[\]'#@])+)\]/g)].map(([, name = '']) =>
        name.replace(/'(.)/g, '$1'),
      );
      return named.some((name) => !columns.has(name.toLowerCase()));
    });
};
