import { refuseRead } from '../package/refusal.ts';
import { isBlankText, richText } from './cell-text.ts';
import { asUtf8 } from './utf8-stream.ts';

const MOST_STRINGS = 10_000_000;
const LT = 60;
const GT = 62;

type StringVisitor = (index: number, buffer: Buffer, start: number, end: number, prefix: string) => unknown;

/** Walks the items of a shared-string part; the visitor returns true to stop. Gives the number of items seen. */
export const walkSharedStrings = async (source: AsyncIterable<Buffer>, visit: StringVisitor): Promise<number> => {
  let carry: Buffer = Buffer.alloc(0);
  let prefix: string | undefined;
  let close: Buffer = Buffer.alloc(0);
  let index = 0;
  for await (const chunk of asUtf8(source)) {
    const window = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    let at = 0;
    if (prefix === undefined) {
      const root = rootOf(window);
      if (root === undefined) {
        carry = window;
        continue;
      }
      prefix = root.prefix;
      close = Buffer.from(`</${prefix}si>`);
      at = root.end;
    }
    const name = `${prefix}si`;
    for (;;) {
      const tag = window.indexOf(LT, at);
      if (tag < 0 || tag + name.length + 2 >= window.length) {
        at = tag < 0 ? window.length : tag;
        break;
      }
      if (!isItem(window, tag + 1, name)) {
        const end = window.indexOf(GT, tag);
        if (end < 0) {
          at = tag;
          break;
        }
        at = end + 1;
        continue;
      }
      const openEnd = window.indexOf(GT, tag);
      if (openEnd < 0) {
        at = tag;
        break;
      }
      const empty = window[openEnd - 1] === 47;
      const stop = empty ? openEnd + 1 : window.indexOf(close, openEnd);
      if (stop < 0) {
        at = tag;
        break;
      }
      if (index >= MOST_STRINGS) refuseRead('dimension', 'The workbook shares too many strings.');
      if (visit(index, window, openEnd + 1, stop, prefix) === true) return index + 1;
      index++;
      at = empty ? stop : stop + close.length;
    }
    carry = window.subarray(at);
    if (carry.length > 32 * 1024 * 1024) refuseRead('xml_depth', 'A text of the workbook is too long.');
  }
  if (prefix === undefined && carry.length > 0) refuseRead('xml_malformed', 'The shared strings have no root.');
  return index;
};

/** The texts of some indexes, in one pass that stops at the last of them. */
export const resolveStrings = async (
  source: (() => AsyncIterable<Buffer>) | undefined,
  indexes: Iterable<number>,
): Promise<ReadonlyMap<number, string>> => {
  const needed = new Set(indexes);
  const texts = new Map<number, string>();
  if (needed.size === 0 || source === undefined) return texts;
  await walkSharedStrings(source(), (index, buffer, start, end, prefix) => {
    if (!needed.has(index)) return false;
    texts.set(index, richText(buffer, start, end, prefix));
    return texts.size === needed.size;
  });
  return texts;
};

/** One flag per shared string: 1 when it is only white space. */
export const blankStrings = async (source: (() => AsyncIterable<Buffer>) | undefined): Promise<Uint8Array> => {
  let flags = new Uint8Array(1024);
  if (source === undefined) return flags;
  await walkSharedStrings(source(), (index, buffer, start, end, prefix) => {
    if (index >= flags.length) {
      const grown = new Uint8Array(flags.length * 2);
      grown.set(flags);
      flags = grown;
    }
    flags[index] = isBlankItem(buffer, start, end, prefix) ? 1 : 0;
  });
  return flags;
};

const isBlankItem = (buffer: Buffer, start: number, end: number, prefix: string): boolean => {
  // `<t>` and a first letter is what nearly every item looks like.
  const open = start + 3 + prefix.length;
  if (buffer[open - 1] === GT && (buffer[open] as number) > 38 && buffer[open] !== LT) return false;
  const inner = buffer.indexOf(GT, start) + 1;
  const stop = buffer.lastIndexOf(LT, end - 1);
  if (buffer[open - 1] === GT && isBlankText(buffer, inner, stop)) return true;
  return richText(buffer, start, end, prefix).trim() === '';
};

const isItem = (window: Buffer, at: number, name: string): boolean => {
  for (let i = 0; i < name.length; i++) if (window[at + i] !== name.charCodeAt(i)) return false;
  const next = window[at + name.length] as number;
  return next <= 32 || next === GT || next === 47;
};

/** What may stand before the root: a declaration, comments, instructions, white space. */
const MOST_PROLOGUE = 1024 * 1024;

/** The root element; undefined while more bytes are needed to see it whole. */
const rootOf = (window: Buffer): { prefix: string; end: number } | undefined => {
  let at = 0;
  for (;;) {
    const tag = window.indexOf(LT, at);
    const mark = window.toString('latin1', tag, tag + 9);
    const closing = mark.startsWith('<!--') ? '-->' : mark.startsWith('<?') ? '?>' : '>';
    const end = tag < 0 ? -1 : window.indexOf(closing, tag + 2, 'latin1');
    if (end < 0 || mark.length < 9) {
      if (window.length > MOST_PROLOGUE) refuseRead('xml_malformed', 'The shared strings have no start.');
      return undefined;
    }
    if (/^<!DOCTYPE/i.test(mark)) refuseRead('xml_dtd', 'The shared strings declare a document type.');
    if (closing === '>') {
      const root = /^<([\w.-]+:)?sst[\s/>]/.exec(window.toString('latin1', tag, end + 1));
      if (!root) return refuseRead('xml_malformed', 'The shared strings have another root.');
      return { prefix: root[1] ?? '', end: end + 1 };
    }
    at = end + closing.length;
  }
};
