import { err, ok, type Result } from '@atelier/kernel/core';

/** Whole numbers a formula may name: width, height, depth in mm, and how many pieces. */
export type Sizes = { readonly w: number; readonly h: number; readonly d: number; readonly qty: number };

export type FormulaFault = { readonly code: 'FORMULA_INVALID'; readonly at: number; readonly expected: string };

type Node =
  | { readonly is: 'number'; readonly value: bigint }
  | { readonly is: 'size'; readonly name: keyof Sizes }
  | { readonly is: 'call'; readonly name: 'ceil' | 'floor' | 'min' | 'max'; readonly args: readonly Node[] }
  | { readonly is: 'op'; readonly op: '+' | '-' | '*' | '/'; readonly left: Node; readonly right: Node };

/** A fraction, so that nothing is rounded before the formula says so. */
type Ratio = { readonly n: bigint; readonly d: bigint };

/** `ceil(w/1220)*ceil(h/2440)*1000`: whole numbers, sizes, + - * /, ceil, floor, min, max. Nothing else is read. */
export const readFormula = (text: string): Result<Node, FormulaFault> => {
  const tokens = [...text.matchAll(/\s*(\d+|[a-z]+|[-+*/(),])/gy)].map((found) => ({
    text: found[1] ?? '',
    at: found.index,
  }));
  const read = tokens.reduce((length, { text: token, at }) => Math.max(length, at + token.length), 0);
  let next = 0;
  const fail = (expected: string): never => {
    throw new Unreadable(tokens[next]?.at ?? text.length, expected);
  };
  const peek = (): string | undefined => tokens[next]?.text;
  const take = (token: string): void => {
    if (peek() !== token) fail(token);
    next += 1;
  };

  const sum = (): Node => {
    let left = product();
    for (let op = peek(); op === '+' || op === '-'; op = peek()) {
      next += 1;
      left = { is: 'op', op, left, right: product() };
    }
    return left;
  };
  const product = (): Node => {
    let left = factor();
    for (let op = peek(); op === '*' || op === '/'; op = peek()) {
      next += 1;
      left = { is: 'op', op, left, right: factor() };
    }
    return left;
  };
  const factor = (): Node => {
    const token = peek();
    if (token === undefined) return fail('a number');
    if (/^\d+$/.test(token)) {
      next += 1;
      return { is: 'number', value: BigInt(token) };
    }
    if (token === '(') {
      next += 1;
      const inner = sum();
      take(')');
      return inner;
    }
    if (token === 'w' || token === 'h' || token === 'd' || token === 'qty') {
      next += 1;
      return { is: 'size', name: token };
    }
    if (token === 'ceil' || token === 'floor' || token === 'min' || token === 'max') return call(token);
    return fail('a number');
  };
  const call = (name: 'ceil' | 'floor' | 'min' | 'max'): Node => {
    next += 1;
    take('(');
    const args = [sum()];
    while (peek() === ',') {
      next += 1;
      args.push(sum());
    }
    take(')');
    if ((name === 'ceil' || name === 'floor') && args.length !== 1) return fail('one value');
    return { is: 'call', name, args };
  };

  try {
    const node = sum();
    if (next < tokens.length) fail('the end');
    if (text.slice(read).trim() !== '') throw new Unreadable(read, 'the end');
    return ok(node);
  } catch (cause) {
    if (cause instanceof Unreadable) return err({ code: 'FORMULA_INVALID', at: cause.at, expected: cause.expected });
    throw cause;
  }
};

class Unreadable extends Error {
  readonly at: number;
  readonly expected: string;
  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
    this.expected = expected;
  }
}

/** The value as a whole number; what is left of a division at the very end is rounded up. */
export const formulaValue = (node: Node, sizes: Sizes): number => {
  const { n, d } = ratio(node, sizes);
  return Number(ceilDiv(n, d));
};

const ratio = (node: Node, sizes: Sizes): Ratio => {
  switch (node.is) {
    case 'number':
      return { n: node.value, d: 1n };
    case 'size':
      return { n: BigInt(sizes[node.name]), d: 1n };
    case 'call': {
      const [first = { n: 0n, d: 1n }, ...rest] = node.args.map((arg) => ratio(arg, sizes));
      if (node.name === 'ceil') return { n: ceilDiv(first.n, first.d), d: 1n };
      if (node.name === 'floor') return { n: -ceilDiv(-first.n, first.d), d: 1n };
      const isLess = (a: Ratio, b: Ratio): boolean => a.n * b.d < b.n * a.d;
      return rest.reduce((best, each) => (isLess(each, best) === (node.name === 'min') ? each : best), first);
    }
    case 'op':
      return combine(node.op, ratio(node.left, sizes), ratio(node.right, sizes));
  }
};

const combine = (op: '+' | '-' | '*' | '/', a: Ratio, b: Ratio): Ratio => {
  if (op === '+') return { n: a.n * b.d + b.n * a.d, d: a.d * b.d };
  if (op === '-') return { n: a.n * b.d - b.n * a.d, d: a.d * b.d };
  if (op === '*') return { n: a.n * b.n, d: a.d * b.d };
  if (b.n === 0n) return { n: 0n, d: 1n };
  const sign = b.n < 0n ? -1n : 1n;
  return { n: a.n * b.d * sign, d: a.d * b.n * sign };
};

const ceilDiv = (n: bigint, d: bigint): bigint => n / d + (n % d > 0n ? 1n : 0n);
