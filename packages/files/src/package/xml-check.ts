import { packageLimits } from './limits.ts';
import { refuseRead } from './refusal.ts';

const LT = 60;
const GT = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;

/**
 * Well-formedness of a part that may be too large to hold: tags balance by name, attributes are quoted, nothing
 * follows the root. Works on UTF-8 bytes; other encodings only occur in parts that are parsed whole.
 */
export const checkXmlChunks = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
  const open: string[] = [];
  let roots = 0;
  let carry: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const window = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    let at = 0;
    for (;;) {
      const tag = window.indexOf(LT, at);
      if (tag < 0) {
        carry = Buffer.alloc(0);
        break;
      }
      const end = tagEnd(window, tag);
      if (end < 0) {
        carry = window.subarray(tag);
        if (carry.length > packageLimits.xmlTextLength) malformed();
        break;
      }
      const kind = window[tag + 1];
      if (kind === SLASH) {
        if (open.pop() !== nameAt(window, tag + 2)) malformed();
      } else if (kind !== BANG && kind !== QUESTION) {
        if (open.length === 0 && ++roots > 1) malformed();
        if (window[end - 2] !== SLASH) open.push(nameAt(window, tag + 1));
        if (open.length > packageLimits.xmlDepth) refuseRead('xml_depth', 'A part is nested too deeply.');
      }
      at = end;
    }
  }
  if (open.length > 0 || roots !== 1 || carry.length > 0) malformed();
};

const malformed = (): never => refuseRead('xml_malformed', 'A part of the package is not well-formed XML.');

/** Just after the tag that starts at `tag`, or -1 when the window ends before it does. */
const tagEnd = (window: Buffer, tag: number): number => {
  const kind = window[tag + 1];
  if (kind === undefined) return -1;
  if (kind === QUESTION) return past(window, '?>', tag);
  if (kind === BANG) {
    if (window.length < tag + 9) return -1;
    const head = window.toString('latin1', tag, tag + 9);
    if (head.startsWith('<!--')) return past(window, '-->', tag + 4);
    if (head === '<![CDATA[') return past(window, ']]>', tag);
    return refuseRead('xml_dtd', 'A part of the package declares a document type.');
  }
  let quote = 0;
  for (let at = tag + 1; at < window.length; at++) {
    const code = window[at] as number;
    if (quote !== 0) {
      if (code === quote) quote = 0;
      else if (code === LT) malformed();
    } else if (code === GT) return at + 1;
    else if (code === 34 || code === 39) quote = code;
    else if (code === LT) malformed();
  }
  return -1;
};

const past = (window: Buffer, mark: string, from: number): number => {
  const at = window.indexOf(mark, from, 'latin1');
  return at < 0 ? -1 : at + mark.length;
};

// One-letter names (c, v, f) are most of a sheet; making a string for each would dominate.
const ONE_LETTER = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

const nameAt = (window: Buffer, start: number): string => {
  let end = start;
  while (end < window.length && isName(window[end] as number)) end++;
  if (end === start) malformed();
  const letter = end === start + 1 ? ONE_LETTER[window[start] as number] : undefined;
  if (letter !== undefined) return letter;
  return window.toString('latin1', start, end);
};

const isName = (code: number): boolean => code > 32 && code !== GT && code !== SLASH;
