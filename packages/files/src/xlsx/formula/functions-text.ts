import { flat, guarded, numberArg, pass, textArg } from './arguments.ts';
import type { Argument } from './evaluate.ts';
import type { Run } from './functions.ts';
import { isError, type Scalar, toBoolean, toNumber, toText, VALUE } from './values.ts';

const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);

const textOf = (value: Scalar): string => {
  const text = toText(value);
  return typeof text === 'string' ? text : pass(text);
};

const find = (args: readonly Argument[], fold: (text: string) => string): Scalar => {
  const [wanted, within, start] = args;
  const from = numberArg(start, 1);
  const text = fold(textArg(within));
  if (from < 1 || from > text.length + 1) return VALUE;
  const found = text.indexOf(fold(textArg(wanted)), from - 1);
  return found < 0 ? VALUE : found + 1;
};

const length = (argument: Argument | undefined, fallback: number): number => {
  const number = Math.trunc(numberArg(argument, fallback));
  return number < 0 ? pass(VALUE) : number;
};

export const textFunctions: Readonly<Record<string, Run>> = {
  CONCATENATE: run((args) => args.map((argument) => textOf(argument.scalar())).join('')),
  CONCAT: run((args) => args.flatMap((argument) => flat(argument).map(textOf)).join('')),
  TEXTJOIN: run(([separator, skip, ...rest]) => {
    const skips = toBoolean(skip?.scalar() ?? null);
    if (isError(skips)) return skips;
    const pieces = rest.flatMap((argument) => flat(argument).map(textOf));
    return (skips === true ? pieces.filter((it) => it !== '') : pieces).join(textArg(separator));
  }),
  LEFT: run(([text, count]) => textArg(text).slice(0, length(count, 1))),
  RIGHT: run(([text, count]) => {
    const it = textArg(text);
    return it.slice(Math.max(0, it.length - length(count, 1)));
  }),
  MID: run(([text, start, count]) => {
    const from = Math.trunc(numberArg(start));
    return from < 1 ? VALUE : textArg(text).slice(from - 1, from - 1 + length(count, 0));
  }),
  LEN: run(([text]) => textArg(text).length),
  UPPER: run(([text]) => textArg(text).toUpperCase()),
  LOWER: run(([text]) => textArg(text).toLowerCase()),
  TRIM: run(([text]) => textArg(text).replace(/ +/g, ' ').replace(/^ | $/g, '')),
  SUBSTITUTE: run(([text, from, to, nth]) => {
    const [subject, old, made] = [textArg(text), textArg(from), textArg(to)];
    if (old === '') return subject;
    if (nth === undefined) return subject.replaceAll(old, () => made);
    const pieces = subject.split(old);
    const at = Math.trunc(numberArg(nth));
    if (at < 1) return VALUE;
    return at >= pieces.length ? subject : pieces.slice(0, at).join(old) + made + pieces.slice(at).join(old);
  }),
  FIND: run((args) => find(args, (text) => text)),
  EXACT: run(([a, b]) => textArg(a) === textArg(b)),
  REPT: run(([text, count]) => {
    const made = textArg(text).repeat(length(count, 0));
    return made.length > 32_767 ? VALUE : made;
  }),
  VALUE: run(([text]) => toNumber(text?.scalar() ?? null)),
  T: run(([value]) => {
    const it = value?.scalar() ?? null;
    return typeof it === 'string' || isError(it) ? it : '';
  }),
  N: run(([value]) => {
    const it = value?.scalar() ?? null;
    return isError(it) ? it : typeof it === 'number' ? it : it === true ? 1 : 0;
  }),
};
