import { columnLetters, MAX_COL, MAX_ROW } from '../ref.ts';
import { type Corner, lexFormula, type Token } from './lexer.ts';

export const tokensToFormula = (tokens: readonly Token[]): string => tokens.map(tokenText).join('');

export const tokenText = (token: Token): string => {
  switch (token.kind) {
    case 'ref':
      return `${token.prefix}${cornerText(token.from)}${token.to ? `:${cornerText(token.to)}` : ''}`;
    case 'name':
    case 'error':
      return token.prefix + token.text;
    case 'function':
    case 'structured':
    case 'text':
    case 'number':
    case 'space':
    case 'mark':
      return token.text;
  }
};

const cornerText = ({ row, column, absoluteRow, absoluteColumn }: Corner): string =>
  `${column === 0 ? '' : (absoluteColumn ? '$' : '') + columnLetters(column)}${row === 0 ? '' : (absoluteRow ? '$' : '') + row}`;

/** Rewrites the references of a formula; a null answer becomes `#REF!`. Text that is no formula comes back as it is. */
export const rewriteReferences = (
  formula: string,
  change: (token: Extract<Token, { kind: 'ref' }>) => Extract<Token, { kind: 'ref' }> | null,
): string => {
  const tokens = lexFormula(formula);
  if (tokens === undefined) return formula;
  return tokens
    .map((token) => {
      if (token.kind !== 'ref') return tokenText(token);
      const changed = change(token);
      return changed === null ? `${token.prefix}#REF!` : changed === token ? tokenText(token) : tokenText(changed);
    })
    .join('');
};

/** What a formula becomes when its cell is copied: relative parts move, absolute ones stay. */
export const moveFormula = (formula: string, rows: number, columns: number): string => {
  if (rows === 0 && columns === 0) return formula;
  const move = (corner: Corner): Corner | null => {
    const row = corner.row === 0 || corner.absoluteRow ? corner.row : corner.row + rows;
    const column = corner.column === 0 || corner.absoluteColumn ? corner.column : corner.column + columns;
    const fits = row >= (corner.row === 0 ? 0 : 1) && row <= MAX_ROW && column >= (corner.column === 0 ? 0 : 1);
    return fits && column <= MAX_COL ? { ...corner, row, column } : null;
  };
  return rewriteReferences(formula, (token) => {
    const from = move(token.from);
    const to = token.to ? move(token.to) : undefined;
    return from === null || to === null ? null : { ...token, from, to };
  });
};

/** The sheet a prefix names (`'My Sheet'!` → `My Sheet`), both ends of a 3-D one, or undefined for another workbook. */
export const sheetsOfPrefix = (prefix: string): readonly [string, string] | undefined => {
  const body = prefix.slice(0, -1);
  // `[0]` is how a file writes "this workbook".
  const bare = (body.startsWith("'") ? body.slice(1, -1).replaceAll("''", "'") : body).replace(/^\[0\](?=.)/, '');
  if (bare.includes('[') || bare === '') return undefined;
  const [first = '', last = first] = bare.split(':');
  return [first, last];
};

/** Whether a prefix names the workbook itself and no sheet of it: `[0]!Rate`. */
export const isOwnWorkbook = (prefix: string): boolean => prefix === '[0]!';

export const sheetPrefix = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) && !/^(?:[A-Za-z]{1,3}[0-9]+|[rR][0-9]*[cC]?[0-9]*|[cC][0-9]*)$/.test(name)
    ? `${name}!`
    : `'${name.replaceAll("'", "''")}'!`;

/** A sheet was renamed: every prefix that named it names it anew. */
export const renameInFormula = (formula: string, from: string, to: string): string => {
  const tokens = lexFormula(formula);
  if (tokens === undefined) return formula;
  return tokens
    .map((token) => tokenText('prefix' in token ? { ...token, prefix: renamed(token.prefix, from, to) } : token))
    .join('');
};

const renamed = (prefix: string, from: string, to: string): string => {
  const sheets = prefix === '' ? undefined : sheetsOfPrefix(prefix);
  if (!sheets) return prefix;
  const [first, last] = sheets.map((name) => (name.toLowerCase() === from.toLowerCase() ? to : name)) as [
    string,
    string,
  ];
  if (first === sheets[0] && last === sheets[1]) return prefix;
  if (first === last) return sheetPrefix(first);
  return `'${`${first}:${last}`.replaceAll("'", "''")}'!`;
};
