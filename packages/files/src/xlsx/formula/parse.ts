import type { Token } from './lexer.ts';
import { lexFormula } from './lexer.ts';
import { Unsupported } from './unsupported.ts';

export type Node =
  | { readonly kind: 'constant'; readonly value: number | string | boolean }
  | { readonly kind: 'error'; readonly error: string }
  | { readonly kind: 'ref'; readonly token: Extract<Token, { kind: 'ref' }> }
  | { readonly kind: 'name'; readonly token: Extract<Token, { kind: 'name' }> }
  | { readonly kind: 'structured'; readonly token: Extract<Token, { kind: 'structured' }> }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Node[] }
  | { readonly kind: 'binary'; readonly operator: string; readonly left: Node; readonly right: Node }
  | { readonly kind: 'unary'; readonly operator: '+' | '-' | '%'; readonly operand: Node }
  | { readonly kind: 'missing' };

/** Deeper than any program allows; the evaluator walks formulas by recursion, so there must be an end. */
const DEEPEST = 400;

const PRECEDENCE: Readonly<Record<string, number>> = {
  '=': 1,
  '<>': 1,
  '<': 1,
  '>': 1,
  '<=': 1,
  '>=': 1,
  '&': 2,
  '+': 3,
  '-': 3,
  '*': 4,
  '/': 4,
  '^': 5,
};

export const parseFormula = (formula: string): Node => {
  const tokens = lexFormula(formula)?.filter((token) => token.kind !== 'space');
  if (!tokens) throw new Unsupported('not a formula');
  // A space between references intersects them; without spaces two operands would simply follow each other.
  const parser = createParser(tokens);
  const node = parser.expression(0);
  if (!parser.done()) throw new Unsupported('trailing tokens');
  return node;
};

const createParser = (tokens: readonly Token[]) => {
  let at = 0;
  let depth = 0;
  const deeper = (): void => {
    if (++depth > DEEPEST) throw new Unsupported('too deep');
  };
  const peek = (): Token | undefined => tokens[at];
  const isMark = (text: string): boolean => {
    const token = peek();
    return token?.kind === 'mark' && token.text === text;
  };
  const expect = (text: string): void => {
    if (!isMark(text)) throw new Unsupported(`expected ${text}`);
    at++;
  };

  const expression = (lowest: number): Node => {
    const outside = depth;
    deeper();
    let left = prefix();
    for (;;) {
      const token = peek();
      const strength = token?.kind === 'mark' ? PRECEDENCE[token.text] : undefined;
      if (token?.kind !== 'mark' || strength === undefined || strength <= lowest) {
        depth = outside;
        return left;
      }
      // A chain of operators nests to the left, so each link goes one deeper as well.
      deeper();
      at++;
      left = { kind: 'binary', operator: token.text, left, right: expression(strength) };
    }
  };
  const prefix = (): Node => {
    for (const operator of ['-', '+'] as const)
      if (isMark(operator)) {
        deeper();
        at++;
        // A sign binds tighter than any operator, powers included: -2^2 is 4.
        return { kind: 'unary', operator, operand: prefix() };
      }
    let node = primary();
    while (isMark('%')) {
      at++;
      node = { kind: 'unary', operator: '%', operand: node };
    }
    return node;
  };
  const primary = (): Node => {
    const token = peek();
    at++;
    switch (token?.kind) {
      case 'number':
        return { kind: 'constant', value: Number(token.text) };
      case 'text':
        return { kind: 'constant', value: token.value };
      case 'error':
        return { kind: 'error', error: token.text };
      case 'ref':
        return { kind: 'ref', token };
      case 'structured':
        return { kind: 'structured', token };
      case 'name': {
        const folded = token.text.toUpperCase();
        if (token.prefix === '' && (folded === 'TRUE' || folded === 'FALSE'))
          return { kind: 'constant', value: folded === 'TRUE' };
        return { kind: 'name', token };
      }
      case 'function':
        return { kind: 'call', name: token.text.replace(/^_xlfn\.(_xlws\.)?/i, '').toUpperCase(), args: args() };
      case 'mark':
        if (token.text === '(') {
          const inner = expression(0);
          expect(')');
          return inner;
        }
        throw new Unsupported(token.text);
      default:
        throw new Unsupported(token?.kind ?? 'end');
    }
  };
  const args = (): Node[] => {
    expect('(');
    const list: Node[] = [];
    if (isMark(')')) {
      at++;
      return list;
    }
    for (;;) {
      list.push(isMark(',') || isMark(')') ? { kind: 'missing' } : expression(0));
      if (isMark(')')) {
        at++;
        return list;
      }
      expect(',');
    }
  };
  return { expression, done: () => at === tokens.length };
};
