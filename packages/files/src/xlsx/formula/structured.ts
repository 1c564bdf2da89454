import { lexFormula } from './lexer.ts';
import { tokenText } from './rewrite.ts';

type Column = { readonly from: string; readonly to: string };

/** Rewrites references such as `Sales[Net]`, `Sales[[#This Row],[Net]]` and, inside the table, `[@Net]`. */
export const renameColumnInFormula = (
  formula: string,
  table: string,
  isInside: boolean,
  from: string,
  to: string,
): string =>
  rewriteStructured(formula, (named, brackets) =>
    isMeant(named, table, isInside) ? named + renamedColumn(brackets, { from, to }) : undefined,
  );

export const renameTableInFormula = (formula: string, from: string, to: string): string => {
  const tokens = lexFormula(formula);
  if (!tokens) return formula;
  const same = (name: string) => name.toLowerCase() === from.toLowerCase();
  return tokens
    .map((token) => {
      if (token.kind === 'structured' && same(token.table)) return to + token.text.slice(token.table.length);
      return token.kind === 'name' && token.prefix === '' && same(token.text) ? to : tokenText(token);
    })
    .join('');
};

const rewriteStructured = (
  formula: string,
  change: (table: string, brackets: string) => string | undefined,
): string => {
  if (!formula.includes('[')) return formula;
  const tokens = lexFormula(formula);
  if (!tokens) return formula;
  return tokens
    .map((token) =>
      token.kind === 'structured'
        ? (change(token.table, token.text.slice(token.table.length)) ?? token.text)
        : tokenText(token),
    )
    .join('');
};

/**
 * A formula as a file keeps it: `[@Net]` is only how people write `Sales[[#This Row],[Net]]`. Undefined when it speaks
 * of its own table and stands in none.
 */
export const storedStructured = (formula: string, own: string | undefined): string | undefined => {
  let isHomeless = false;
  const stored = rewriteStructured(formula, (named, brackets) => {
    const table = named === '' ? own : named;
    if (table === undefined) isHomeless = true;
    const [, column] = /^\[@(.*)\]$/s.exec(brackets) ?? [];
    if (column === undefined) return `${table}${brackets}`;
    if (column === '') return `${table}[#This Row]`;
    return `${table}[[#This Row],${column.startsWith('[') ? column : `[${column}]`}]`;
  });
  return isHomeless ? undefined : stored;
};

const isMeant = (named: string, table: string, isInside: boolean): boolean =>
  named === '' ? isInside : named.toLowerCase() === table.toLowerCase();

/** Brackets, hashes and apostrophes of a name are written behind an apostrophe. */
const escaped = (name: string): string => name.replace(/[[\]#']/g, (letter) => `'${letter}`);
const unescaped = (name: string): string => name.replace(/'(.)/g, '$1');

const renamedColumn = (brackets: string, { from, to }: Column): string =>
  brackets.replace(/\[(@?)((?:'.|[^[\]'])*)\]/g, (whole, own: string, name: string) => {
    if (name.startsWith('#') || unescaped(name).toLowerCase() !== from.toLowerCase()) return whole;
    // A name that is more than letters and figures stands in brackets of its own behind the sign for this row.
    if (own === '') return `[${escaped(to)}]`;
    return /^[\p{L}\p{N}_.]+$/u.test(to) ? `[@${to}]` : `[@[${escaped(to)}]]`;
  });
