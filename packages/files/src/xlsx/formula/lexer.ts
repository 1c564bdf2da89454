import { columnNumber, MAX_ROW } from '../ref.ts';

/** One corner of a reference; 0 where a whole row or column leaves it open. */
export type Corner = {
  readonly row: number;
  readonly column: number;
  readonly absoluteRow: boolean;
  readonly absoluteColumn: boolean;
};

export type Token =
  /** `prefix` is the sheet part as written, with its `!`; empty when there is none. */
  | { readonly kind: 'ref'; readonly prefix: string; readonly from: Corner; readonly to: Corner | undefined }
  | { readonly kind: 'name'; readonly prefix: string; readonly text: string }
  | { readonly kind: 'structured'; readonly table: string; readonly text: string }
  | { readonly kind: 'function'; readonly text: string }
  | { readonly kind: 'text'; readonly value: string; readonly text: string }
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'error'; readonly prefix: string; readonly text: string }
  | { readonly kind: 'space'; readonly text: string }
  | { readonly kind: 'mark'; readonly text: string };

const WORD = String.raw`[\p{L}_\\][\p{L}\p{N}_.?\\]*`;
const PREFIX = String.raw`(?:'(?:[^']|'')+'|(?:\[[^\]]*\])?${WORD}(?::${WORD})?|\[\d+\])!`;
const CELL = String.raw`\$?[A-Za-z]{1,3}\$?[0-9]{1,7}`;
const END = String.raw`(?![\p{L}\p{N}_.(\[!])`;
const pattern = (source: string) => new RegExp(source, 'uy');

const STRING = pattern('"(?:[^"]|"")*"');
const SPACE = pattern(String.raw`\s+`);
const ERROR = pattern(String.raw`#(?:REF!|N/A|VALUE!|DIV/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|GETTING_DATA)`);
const SHEET = pattern(PREFIX);
const AREA = pattern(`(${CELL}):(${CELL})${END}`);
const SINGLE = pattern(`(${CELL})${END}`);
const COLUMNS = pattern(String.raw`(\$?[A-Za-z]{1,3}):(\$?[A-Za-z]{1,3})${END}`);
const ROWS = pattern(String.raw`(\$?[0-9]{1,7}):(\$?[0-9]{1,7})${END}`);
const NUMBER = pattern(String.raw`(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`);
const FUNCTION = pattern(String.raw`${WORD}\(`);
const NAME = pattern(WORD);
const MARK = pattern('<=|>=|<>|[-+*/^&=<>%(),;:{}!@#]');

/** Cuts a formula (without `=`) into tokens whose texts add up to it. Undefined when it is no formula. */
export const lexFormula = (formula: string): Token[] | undefined => {
  const tokens: Token[] = [];
  let at = 0;
  const take = (rule: RegExp): RegExpExecArray | null => {
    rule.lastIndex = at;
    const match = rule.exec(formula);
    if (match) at += match[0].length;
    return match;
  };
  while (at < formula.length) {
    const space = take(SPACE);
    if (space) {
      tokens.push({ kind: 'space', text: space[0] });
      continue;
    }
    const text = take(STRING);
    if (text) {
      tokens.push({ kind: 'text', text: text[0], value: text[0].slice(1, -1).replaceAll('""', '"') });
      continue;
    }
    const start = at;
    const prefix = take(SHEET)?.[0] ?? '';
    const afterPrefix = at;
    const reference = takeReference(take);
    // A name such as TAX2024 looks like a cell but lies outside the grid.
    if (reference && !inGrid(reference)) at = afterPrefix;
    else if (reference) {
      tokens.push({ kind: 'ref', prefix, ...reference });
      continue;
    }
    const error = take(ERROR);
    if (error) {
      tokens.push({ kind: 'error', prefix, text: error[0] });
      continue;
    }
    if (prefix === '') {
      const called = take(FUNCTION);
      if (called) {
        tokens.push({ kind: 'function', text: called[0].slice(0, -1) }, { kind: 'mark', text: '(' });
        continue;
      }
      const number = take(NUMBER);
      if (number) {
        tokens.push({ kind: 'number', text: number[0] });
        continue;
      }
    }
    const name = take(NAME);
    if (name) {
      const brackets = formula[at] === '[' ? bracketed(formula, at) : '';
      if (brackets === undefined) return undefined;
      at += brackets.length;
      tokens.push(
        brackets === ''
          ? { kind: 'name', prefix, text: name[0] }
          : { kind: 'structured', table: name[0], text: formula.slice(start, at) },
      );
      continue;
    }
    if (prefix === '' && formula[at] === '[') {
      const brackets = bracketed(formula, at);
      if (brackets === undefined) return undefined;
      at += brackets.length;
      tokens.push({ kind: 'structured', table: '', text: brackets });
      continue;
    }
    const mark = prefix === '' ? take(MARK) : null;
    if (!mark) return undefined;
    tokens.push({ kind: 'mark', text: mark[0] });
  }
  return tokens;
};

type Reference = { from: Corner; to: Corner | undefined };

const takeReference = (take: (rule: RegExp) => RegExpExecArray | null): Reference | undefined => {
  const area = take(AREA);
  if (area) return { from: cornerOf(area[1] ?? ''), to: cornerOf(area[2] ?? '') };
  const single = take(SINGLE);
  if (single) return { from: cornerOf(single[1] ?? ''), to: undefined };
  const columns = take(COLUMNS);
  if (columns) return { from: cornerOf(columns[1] ?? ''), to: cornerOf(columns[2] ?? '') };
  const rows = take(ROWS);
  return rows ? { from: cornerOf(rows[1] ?? ''), to: cornerOf(rows[2] ?? '') } : undefined;
};

const inGrid = ({ from, to }: Reference): boolean =>
  [from, to].every((corner) => corner === undefined || corner.row > 0 || corner.column > 0);

const cornerOf = (text: string): Corner => {
  const match = /^(\$?)([A-Za-z]*)(\$?)([0-9]*)$/.exec(text);
  const letters = match?.[2] ?? '';
  const digits = match?.[4] ?? '';
  return {
    ...placeOf(letters, digits),
    absoluteColumn: letters !== '' && match?.[1] === '$',
    absoluteRow: digits !== '' && (letters === '' ? match?.[1] === '$' : match?.[3] === '$'),
  };
};

// Both 0 when either half is outside the grid.
const placeOf = (letters: string, digits: string): { row: number; column: number } => {
  const column = letters === '' ? 0 : columnNumber(letters);
  const row = digits === '' ? 0 : Number(digits);
  const outside = (letters !== '' && column === 0) || (digits !== '' && (row === 0 || row > MAX_ROW));
  return outside ? { row: 0, column: 0 } : { row, column };
};

/** A bracketed structure with brackets inside it, from `[` to its own `]`. */
const bracketed = (formula: string, start: number): string | undefined => {
  let depth = 0;
  for (let at = start; at < formula.length; at++) {
    const letter = formula[at];
    if (letter === "'") at++;
    else if (letter === '[') depth++;
    else if (letter === ']' && --depth === 0) return formula.slice(start, at + 1);
  }
  return undefined;
};
