import { refuse } from '../plan.ts';

/** A text that looks like a formula would become one when it is written into a sheet. */
export const hasFormulaText = (rows: readonly (readonly unknown[])[]): boolean =>
  rows.some((row) => row.some((value) => typeof value === 'string' && value.startsWith('=')));

export const onlyPlainCells = <T extends readonly (readonly unknown[])[]>(rows: T): T =>
  hasFormulaText(rows)
    ? refuse(
        'A text there starts with "=" and would become a formula in a sheet; copy it by hand.',
        'יש שם טקסט שמתחיל ב-"=" והיה הופך לנוסחה בגיליון; העתיקו אותו ידנית.',
      )
    : rows;
