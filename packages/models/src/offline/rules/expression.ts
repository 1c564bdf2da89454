import { refuse } from '../plan.ts';
import type { Table } from '../rule.ts';
import { isNumeric } from '../rule.ts';

export type Token =
  | { readonly kind: 'number' | 'sign'; readonly text: string }
  | { readonly kind: 'column'; readonly name: string };

/** Sums over columns: numbers, columns of numbers, + - * / and brackets. Anything else is not understood, so not done. */
export const readExpression = (written: string, table: Table): readonly Token[] => {
  const tokens: Token[] = [];
  const columns = table.columns.toSorted((a, b) => b.name.length - a.name.length);
  let rest = written.trim();
  while (rest !== '') {
    const column = columns.find(
      ({ name }) =>
        rest.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}_]/u.test(rest.slice(name.length)),
    );
    const plain = /^(\d+(?:\.\d+)?)(?![\p{L}\p{N}_.])|^([-+*/()])|^[×]/u.exec(rest);
    if (column) {
      if (!isNumeric(column)) {
        return refuse(`${column.name} holds no numbers to reckon with.`, `בעמודה ${column.name} אין מספרים לחישוב.`);
      }
      tokens.push({ kind: 'column', name: column.name });
      rest = rest.slice(column.name.length).trim();
    } else if (plain) {
      tokens.push({ kind: plain[1] === undefined ? 'sign' : 'number', text: plain[0] === '×' ? '*' : plain[0] });
      rest = rest.slice(plain[0].length).trim();
    } else {
      const list = table.columns.map(({ name }) => name).join(', ');
      return refuse(
        `I cannot reckon with "${rest.slice(0, 40)}". Use numbers, + - * / and these columns: ${list}.`,
        `איני יודע לחשב "${rest.slice(0, 40)}". השתמשו במספרים, + - * / ובעמודות: ${list}.`,
      );
    }
  }
  return isWellFormed(tokens)
    ? tokens
    : refuse(`"${written}" is not a whole calculation.`, `"${written}" אינו חישוב שלם.`);
};

/** Operand, operator, operand; brackets balanced. A leading minus is an operator without a left side and is not taken. */
const isWellFormed = (tokens: readonly Token[]): boolean => {
  let depth = 0;
  let wantsOperand = true;
  for (const token of tokens) {
    const sign = token.kind === 'sign' ? token.text : '';
    if (sign === '(') {
      if (!wantsOperand) return false;
      depth += 1;
    } else if (sign === ')') {
      if (wantsOperand || depth === 0) return false;
      depth -= 1;
    } else if (sign === '') {
      if (!wantsOperand) return false;
      wantsOperand = false;
    } else {
      if (wantsOperand) return false;
      wantsOperand = true;
    }
  }
  return !wantsOperand && depth === 0;
};

export const writeExpression = (tokens: readonly Token[], column: (name: string) => string): string =>
  tokens.map((token) => (token.kind === 'column' ? column(token.name) : token.text)).join(' ');
