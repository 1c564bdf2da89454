import { guarded, matrixArg, numberArg, pass, soundScalar, textArg, truthArg, wholeArg } from './arguments.ts';
import { wildcardSource } from './criteria.ts';
import { roundedTo } from './decimal.ts';
import { eitherWay } from './doubt.ts';
import type { Argument } from './evaluate.ts';
import { formatted } from './format-text.ts';
import type { Run } from './functions.ts';
import { full } from './matrix.ts';
import { numberFromText } from './text-number.ts';
import { Unsupported } from './unsupported.ts';
import { type Scalar, toText, VALUE } from './values.ts';

const run = (work: (args: readonly Argument[]) => Scalar): Run => guarded(work);

const MOST_LETTERS = 32_767;

const textOf = (value: Scalar): string => {
  const text = toText(value);
  return typeof text === 'string' ? text : pass(text);
};

const bounded = (text: string): Scalar => (text.length > MOST_LETTERS ? VALUE : text);

const cells = (argument: Argument): string[] => full(matrixArg(argument)).flat().map(textOf);

const from = (start: Argument | undefined, text: string): number => {
  const at = wholeArg(start, 1);
  return at < 1 || at > text.length + 1 ? pass(VALUE) : at - 1;
};

const length = (argument: Argument | undefined, fallback?: number): number => {
  const number = wholeArg(argument, fallback);
  return number < 0 ? pass(VALUE) : number;
};

/** Letters outside the first plane are two to some programs and one to others. */
const simple = (text: string): string => {
  if (/[\ud800-\udfff]/.test(text)) throw new Unsupported('letters outside the first plane');
  return text;
};

/** Letters that become two, or others by their place in a word, become different ones in different programs. */
const recased = (text: string, how: 'toUpperCase' | 'toLowerCase'): string => {
  const made = text[how]();
  const letters = Array.from(text, (letter) => letter[how]());
  if (made.length !== text.length || letters.join('') !== made) throw new Unsupported('a letter without a plain case');
  return made;
};

export const textFunctions: Readonly<Record<string, Run>> = {
  CONCATENATE: run((args) => bounded(args.map((argument) => textArg(argument)).join(''))),
  CONCAT: run((args) => bounded(args.flatMap(cells).join(''))),
  TEXTJOIN: run(([separator, skip, ...rest]) => {
    const pieces = rest.flatMap(cells);
    const between = textArg(separator);
    return bounded((truthArg(skip, true) ? pieces.filter((it) => it !== '') : pieces).join(between));
  }),
  LEFT: run(([text, count]) => simple(textArg(text)).slice(0, length(count, 1))),
  RIGHT: run(([text, count]) => {
    const it = simple(textArg(text));
    return it.slice(Math.max(0, it.length - length(count, 1)));
  }),
  MID: run(([text, start, count]) => {
    const at = wholeArg(start);
    return at < 1 ? VALUE : simple(textArg(text)).slice(at - 1, at - 1 + length(count));
  }),
  LEN: run(([text]) => simple(textArg(text)).length),
  UPPER: run(([text]) => recased(textArg(text), 'toUpperCase')),
  LOWER: run(([text]) => recased(textArg(text), 'toLowerCase')),
  PROPER: run(([text]) =>
    recased(textArg(text), 'toLowerCase').replace(
      /(^|[^\p{L}])(\p{L})/gu,
      (_, before: string, letter: string) => before + recased(letter, 'toUpperCase'),
    ),
  ),
  TRIM: run(([text]) => textArg(text).replace(/ +/g, ' ').replace(/^ | $/g, '')),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that CLEAN takes out.
  CLEAN: run(([text]) => textArg(text).replace(/[\u0000-\u001f]/g, '')),
  CHAR: run(([code]) => {
    const number = wholeArg(code);
    if (number < 1 || number > 255) return VALUE;
    // Above these the code page of the machine decides.
    if (number > 126 || (number < 32 && number !== 10 && number !== 13 && number !== 9))
      throw new Unsupported('a letter of the code page');
    return String.fromCharCode(number);
  }),
  CODE: run(([text]) => {
    const code = textArg(text).charCodeAt(0);
    if (Number.isNaN(code)) throw new Unsupported('the code of no letter');
    if (code > 126) throw new Unsupported('a letter of the code page');
    return code;
  }),
  UNICHAR: run(([code]) => {
    const number = wholeArg(code);
    return number < 1 || number > 0xd7ff ? VALUE : String.fromCharCode(number);
  }),
  UNICODE: run(([text]) => simple(textArg(text)).codePointAt(0) ?? VALUE),
  SUBSTITUTE: run(([text, old, made, nth]) => {
    const [subject, wanted, put] = [textArg(text), textArg(old), textArg(made)];
    if (nth !== undefined && wholeArg(nth) < 1) return VALUE;
    if (wanted === '') return subject;
    if (nth === undefined) return bounded(subject.replaceAll(wanted, () => put));
    const pieces = subject.split(wanted);
    const at = wholeArg(nth);
    return bounded(
      at >= pieces.length ? subject : pieces.slice(0, at).join(wanted) + put + pieces.slice(at).join(wanted),
    );
  }),
  REPLACE: run(([text, start, count, made]) => {
    const subject = simple(textArg(text));
    const at = wholeArg(start);
    if (at < 1) return VALUE;
    return bounded(subject.slice(0, at - 1) + textArg(made) + subject.slice(at - 1 + length(count)));
  }),
  FIND: run(([wanted, within, start]) => {
    const [text, piece] = [simple(textArg(within)), textArg(wanted)];
    const at = from(start, text);
    if (piece === '') throw new Unsupported('a search for nothing');
    const found = text.indexOf(piece, at);
    return found < 0 ? VALUE : found + 1;
  }),
  SEARCH: run(([wanted, within, start]) => {
    const text = simple(textArg(within));
    const at = from(start, text);
    if (at === text.length) throw new Unsupported('a search behind the last letter');
    const found = text.slice(at).search(new RegExp(wildcardSource(textArg(wanted)), 'i'));
    return found < 0 ? VALUE : found + at + 1;
  }),
  EXACT: run(([a, b]) => textArg(a) === textArg(b)),
  REPT: run(([text, count]) => {
    const [piece, times] = [textArg(text), length(count)];
    return piece.length * times > MOST_LETTERS ? VALUE : piece.repeat(times);
  }),
  VALUE: run(([text]) => {
    const it = soundScalar(text);
    if (typeof it === 'boolean') return VALUE;
    return typeof it === 'string' ? (numberFromText(it) ?? VALUE) : (it ?? 0);
  }),
  TEXT: run(([value, format]) => {
    const it = soundScalar(value);
    const code = textArg(format);
    if (typeof it === 'boolean') throw new Unsupported('a truth as text');
    const number = typeof it === 'string' ? numeric(it) : (it ?? 0);
    return typeof number === 'string' ? textFormatted(number, code) : formatted(number, code);
  }),
  FIXED: run(([value, places, plain]) => {
    // None to Excel, the usual two to others.
    if (places?.isMissing) throw new Unsupported('an empty number of decimals');
    const decimals = wholeArg(places, 2);
    const given = numberArg(value);
    // Some programs round the bits here and not the digits.
    const exact = decimals < 0 ? undefined : Number(given.toFixed(Math.min(20, decimals)));
    const snapped = roundedTo(given, decimals, 'half');
    const number = exact === undefined ? snapped : eitherWay(snapped, exact);
    const digits = Math.abs(number).toFixed(Math.max(0, decimals));
    const grouped = truthArg(plain, false) ? digits : digits.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
    return number < 0 ? `-${grouped}` : grouped;
  }),
  T: run(([value]) => {
    const it = soundScalar(value);
    return typeof it === 'string' ? it : '';
  }),
  N: run(([value]) => {
    const it = soundScalar(value);
    return typeof it === 'number' ? it : it === true ? 1 : 0;
  }),
};

const numeric = (text: string): number | string => numberFromText(text) ?? text;

const textFormatted = (text: string, code: string): string => {
  if (code === '@' || /^[#0,.%]+$/.test(code)) return text;
  throw new Unsupported('a text under a format');
};
