import { packageLimits } from './limits.ts';
import { refuseRead } from './refusal.ts';
import { parseXmlPart } from './xml.ts';

/** A byte order mark of UTF-16, or a `<` of two bytes. */
const isWide = ([a, b]: Buffer): boolean =>
  (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0x3c && b === 0) || (a === 0 && b === 0x3c);

const LT = 60;
const GT = 62;
const SLASH = 47;
const BANG = 33;
const QUESTION = 63;

/**
 * Well-formedness of a part that may be too large to hold: tags balance by name, attributes are quoted, nothing
 * follows the root. Works on UTF-8 bytes; a part in UTF-16 is small enough to be parsed whole, and is. Names are
 * compared as numbers made of their bytes: a string for each of a sheet's millions of tags would cost more than all else.
 */
export const checkXmlChunks = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
  const open = new Int32Array(packageLimits.xmlDepth + 1);
  let depth = 0;
  let roots = 0;
  let carry: Buffer = Buffer.alloc(0);
  const wide: Buffer[] = [];
  for await (const chunk of chunks) {
    if (wide.length > 0 || (roots === 0 && carry.length === 0 && isWide(chunk))) {
      wide.push(chunk);
      continue;
    }
    const window = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
    const end = window.length;
    let at = 0;
    for (;;) {
      while (at < end && window[at] !== LT) at++;
      const tag = at;
      const kind = window[tag + 1];
      if (kind === BANG || kind === QUESTION) {
        at = specialEnd(window, tag);
        if (at < 0) {
          at = tag;
          break;
        }
        continue;
      }
      const closing = kind === SLASH;
      at = closing ? tag + 2 : tag + 1;
      let name = 0;
      let code = window[at] as number;
      while (at < end && code > 32 && code !== GT && code !== SLASH) {
        name = (Math.imul(name, 31) + code) | 0;
        code = window[++at] as number;
      }
      while (at < end) {
        code = window[at] as number;
        if (code === GT) break;
        if (code === LT) malformed();
        if (code === 34 || code === 39) {
          const quote = code;
          for (at++; at < end; at++) {
            code = window[at] as number;
            if (code === quote) break;
            if (code === LT) malformed();
          }
        }
        at++;
      }
      if (at >= end) {
        at = tag;
        break;
      }
      at++;
      if (name === 0) malformed();
      if (closing) {
        if (depth === 0 || open[--depth] !== name) malformed();
      } else {
        if (depth === 0 && ++roots > 1) malformed();
        if (window[at - 2] === SLASH) continue;
        if (depth >= packageLimits.xmlDepth) refuseRead('xml_depth', 'A part is nested too deeply.');
        open[depth++] = name;
      }
    }
    carry = at < end ? window.subarray(at) : Buffer.alloc(0);
    if (carry.length > packageLimits.xmlTextLength) malformed();
  }
  if (wide.length > 0) parseXmlPart(Buffer.concat(wide));
  else if (depth > 0 || roots !== 1 || carry.length > 0) malformed();
};

const malformed = (): never => refuseRead('xml_malformed', 'A part of the package is not well-formed XML.');

/** Just after a comment, instruction or CDATA section that starts at `tag`, or -1 when the window ends before it does. */
const specialEnd = (window: Buffer, tag: number): number => {
  if (window[tag + 1] === QUESTION) return past(window, '?>', tag);
  if (window.length < tag + 9) return -1;
  if (startsAt(window, tag, COMMENT)) return past(window, '-->', tag + 4);
  if (startsAt(window, tag, SECTION)) return sectionEnd(window, tag + SECTION.length);
  return refuseRead('xml_dtd', 'A part of the package declares a document type.');
};

const COMMENT = Buffer.from('<!--');
const SECTION = Buffer.from('<![CDATA[');

const startsAt = (window: Buffer, at: number, mark: Buffer): boolean => {
  let same = 0;
  while (same < mark.length && window[at + same] === mark[same]) same++;
  return same === mark.length;
};

/** Byte by byte: a million sections would be a million searches. */
const sectionEnd = (window: Buffer, from: number): number => {
  for (let at = from + 2; at < window.length; at++)
    if (window[at] === GT && window[at - 1] === 93 && window[at - 2] === 93) return at + 1;
  return -1;
};

const past = (window: Buffer, mark: string, from: number): number => {
  const at = window.indexOf(mark, from, 'latin1');
  return at < 0 ? -1 : at + mark.length;
};
