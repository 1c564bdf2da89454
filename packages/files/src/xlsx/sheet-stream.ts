import { packageLimits } from '../package/limits.ts';
import { ns, transitionalUri } from '../package/namespaces.ts';
import { refuseRead } from '../package/refusal.ts';
import { parseXml, type XmlDocument } from '../package/xml.ts';
import { MAX_ROW } from './ref.ts';
import { createRowCells, type RowCells } from './row-cells.ts';
import { scanRow } from './row-scan.ts';
import { asUtf8 } from './utf8-stream.ts';

/** Everything of a sheet part but its rows. */
export type SheetFrame = {
  /** Up to and including the start tag of `sheetData`, and from its end tag on. */
  readonly head: string;
  readonly tail: string;
  /** Element prefix with its colon, as the sheet spells it. */
  readonly prefix: string;
  /** The sheet with its rows taken out: `…<sheetData></sheetData>…`. */
  readonly document: XmlDocument;
  readonly disorder: boolean;
  readonly rowCount: number;
  readonly lastRow: number;
};

export type RowVisitor = {
  /** Asked before a row is cut into cells; false passes it over at the cost of a byte search. */
  readonly wants?: (row: number, buffer: Buffer, start: number, end: number) => boolean | 'stop';
  /** Called for each row that was wanted. Returning true stops reading. */
  readonly row: (cells: RowCells) => unknown;
  /** Called with the bytes of each row that was not wanted; `from` is where the row before it ended. */
  readonly passed?: (buffer: Buffer, start: number, end: number, row: number, from: number) => void;
  /** Called once, before any row, with everything up to and including the start tag of `sheetData`. */
  readonly head?: (head: string, prefix: string) => void;
};

/** Walks the rows of a sheet once. Undefined when the visitor stopped before the end. */
export const walkSheet = async (
  source: AsyncIterable<Buffer>,
  visitor: RowVisitor,
): Promise<SheetFrame | undefined> => {
  const walker = createWalker(visitor);
  for await (const chunk of asUtf8(source)) {
    walker.feed(chunk);
    if (walker.stopped()) return undefined;
  }
  return walker.finish();
};

const LT = 60;
const GT = 62;
/** Most bytes of an unfinished row that are joined with its end alone. */
const SEAM = 128 * 1024;

/** The same walk for callers that feed the pieces themselves. */
export const createWalker = (visitor: RowVisitor) => {
  const cells = createRowCells();
  let state: 'head' | 'rows' | 'tail' | 'stopped' = 'head';
  let carry: Buffer = Buffer.alloc(0);
  /** Pieces of a giant row, joined once there are enough of them: joining each would copy the row again and again. */
  let held: Buffer[] = [];
  let heldBytes = 0;
  let wanted = 0;
  let head = '';
  let prefix = '';
  let closeRow: Buffer = Buffer.alloc(0);
  let previousRow = 0;
  let lastRow = 0;
  let rowCount = 0;
  let disorder = false;
  const tail: Buffer[] = [];

  const enterRows = (window: Buffer): number => {
    const found = findSheetData(window);
    if (found === undefined) return -1;
    head = window.toString('utf8', 0, found.openEnd);
    prefix = prefixOf(head);
    if (prefix !== found.prefix) refuseRead('xml_malformed', 'A sheet mixes namespaces.');
    closeRow = Buffer.from(`</${prefix}row>`);
    state = found.selfClosing ? 'tail' : 'rows';
    visitor.head?.(head.startsWith('\ufeff') ? head.slice(1) : head, prefix);
    return found.openEnd;
  };

  const eatRows = (window: Buffer, from: number): number => {
    let at = from;
    let after = from;
    const sections = hasSections(window, from);
    for (;;) {
      while (at < window.length && window[at] !== LT) at++;
      if (at + 2 >= window.length) return after;
      if (window[at + 1] === 47) {
        state = 'tail';
        return after;
      }
      if (window[at + 1] === 33) {
        const close = window.indexOf('-->', at, 'latin1');
        if (close < 0) return after;
        at = close + 3;
        continue;
      }
      const openClose = window.indexOf(GT, at);
      if (openClose < 0) return after;
      if (!isRow(window, at, prefix.length)) malformed();
      const selfClosing = window[openClose - 1] === 47;
      const closeStart = selfClosing ? openClose + 1 : closeOf(window, openClose + 1, closeRow, sections);
      if (closeStart < 0) return after;
      const end = selfClosing ? openClose + 1 : closeStart + closeRow.length;
      const row = rowNumber(window, at, openClose) ?? previousRow + 1;
      if (row > MAX_ROW) refuseRead('dimension', 'A row lies beyond the grid of a sheet.');
      if (row <= previousRow) disorder = true;
      previousRow = row;
      lastRow = Math.max(lastRow, row);
      rowCount++;
      const wanted = visitor.wants === undefined || visitor.wants(row, window, at, end);
      if (wanted === 'stop') {
        state = 'stopped';
        return window.length;
      }
      if (wanted) {
        cells.buffer = window;
        cells.row = row;
        cells.from = after;
        cells.start = at;
        cells.openEnd = openClose + 1;
        cells.closeStart = closeStart;
        cells.end = end;
        cells.selfClosing = selfClosing;
        scanRow(cells, prefix.length);
        if (visitor.row(cells) === true) {
          state = 'stopped';
          return window.length;
        }
      } else visitor.passed?.(window, at, end, row, after);
      at = end;
      after = end;
    }
  };

  /**
   * Only the row that lies over the seam of two pieces is joined: copying whole pieces would cost a pass of its own.
   * Gives what is left of the piece.
   */
  const overSeam = (chunk: Buffer): Buffer => {
    if (state !== 'rows' || carry.length === 0 || carry.length > SEAM || hasSections(carry, 0)) return chunk;
    const close = closeAfter(chunk, 0, closeRow);
    if (close < 0 || hasSections(chunk.subarray(0, close), 0)) return chunk;
    const end = close + closeRow.length;
    const row = Buffer.concat([carry, chunk.subarray(0, end)]);
    carry = row.subarray(eatRows(row, 0));
    return chunk.subarray(end);
  };
  const now = (): string => state;
  /** The giant row so far with this piece, in one copy. Without one it is the piece. */
  const joinHeld = (piece: Buffer): Buffer => {
    if (heldBytes === 0 && wanted === 0) return piece;
    const joined = Buffer.concat([carry, ...held, piece]);
    carry = Buffer.alloc(0);
    held = [];
    heldBytes = 0;
    return joined;
  };

  return {
    stopped: () => state === 'stopped',
    feed: (piece: Buffer) => {
      if (state === 'tail') {
        tail.push(piece);
        return;
      }
      // A row longer than the window is only tried again once the window has doubled, so that one giant row
      // does not cost a scan per piece.
      if (carry.length + heldBytes + piece.length < wanted) {
        held.push(piece);
        heldBytes += piece.length;
        return;
      }
      const chunk = joinHeld(piece);
      const rest = overSeam(chunk);
      const window = carry.length === 0 ? rest : Buffer.concat([carry, rest]);
      let at = 0;
      if (state === 'head') at = enterRows(window);
      if (at < 0) at = 0;
      else if (now() === 'rows') at = eatRows(window, at);
      if (now() === 'tail') {
        tail.push(window.subarray(at));
        carry = Buffer.alloc(0);
        return;
      }
      carry = window.subarray(at);
      wanted = carry.length > 512 * 1024 ? carry.length * 2 : 0;
      if (carry.length > packageLimits.treePartBytes) refuseRead('archive_bomb', 'A row of a sheet is too large.');
    },
    finish: (): SheetFrame => {
      if (wanted > 0 && carry.length + heldBytes > 0 && state === 'rows') {
        carry = joinHeld(Buffer.alloc(0));
        const at = eatRows(carry, 0);
        if (now() === 'tail') tail.push(carry.subarray(at));
      }
      if (state !== 'tail') malformed();
      const text = Buffer.concat(tail).toString('utf8');
      const start = head.startsWith('\ufeff') ? head.slice(1) : head;
      let document: XmlDocument | undefined;
      return {
        head: start,
        tail: text,
        prefix,
        // Most walks look at rows alone. A sheet of 300,000 merged cells costs hundreds of megabytes as a tree.
        get document() {
          document ??= parseXml(start + text);
          return document;
        },
        disorder: disorder || cells.disorder,
        rowCount,
        lastRow,
      };
    },
  };
};

const malformed = (): never => refuseRead('xml_malformed', 'A sheet of the workbook is not well-formed.');

const findSheetData = (window: Buffer): { prefix: string; openEnd: number; selfClosing: boolean } | undefined => {
  for (let at = window.indexOf('sheetData', 0, 'latin1'); at >= 0; at = window.indexOf('sheetData', at + 1, 'latin1')) {
    const next = window[at + 9];
    if (next === undefined) return undefined;
    if (next !== GT && next !== 47 && next > 32) continue;
    const tag = window.lastIndexOf(LT, at);
    const prefix = window.toString('latin1', tag + 1, at);
    if (prefix !== '' && !/^[\w.-]+:$/.test(prefix)) continue;
    const close = window.indexOf(GT, at);
    if (close < 0) return undefined;
    return { prefix, openEnd: close + 1, selfClosing: window[close - 1] === 47 };
  }
  if (/<!DOCTYPE/i.test(window.toString('latin1', 0, 4096)))
    refuseRead('xml_dtd', 'A sheet of the workbook declares a document type.');
  return undefined;
};

/** The prefix of the root element, which must name the sheet vocabulary. */
const prefixOf = (head: string): string => {
  if (/<!DOCTYPE/i.test(head)) refuseRead('xml_dtd', 'A sheet of the workbook declares a document type.');
  const root = /<(?![?!])([\w.-]+:)?[\w.-]+([^>]*)>/.exec(head);
  const prefix = root?.[1] ?? '';
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  const declared = new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root?.[2] ?? '')?.[1];
  if (declared === undefined || transitionalUri(declared) !== ns.sheet) malformed();
  return prefix;
};

const isRow = (window: Buffer, at: number, prefix: number): boolean => {
  const name = at + 1 + prefix;
  const next = window[name + 3] as number;
  return (
    window[name] === 114 &&
    window[name + 1] === 111 &&
    window[name + 2] === 119 &&
    (next <= 32 || next === GT || next === 47)
  );
};

const rowNumber = (window: Buffer, at: number, close: number): number | undefined => {
  for (let p = at + 4; p < close; p++) {
    if (window[p] !== 114 || (window[p - 1] as number) > 32) continue;
    let q = p + 1;
    while ((window[q] as number) <= 32) q++;
    if (window[q] !== 61) continue;
    q++;
    while ((window[q] as number) <= 32) q++;
    let row = 0;
    for (q++; (window[q] as number) >= 48 && (window[q] as number) <= 57; q++) {
      row = row * 10 + (window[q] as number) - 48;
      if (row > MAX_ROW * 10) break;
    }
    return row === 0 ? undefined : row;
  }
  return undefined;
};

const LETTER_W = 119;
const BRACKET = 91;

/** Where `</row>` stands next. Its last letter is rare among figures and tags, and one byte is quickly found. */
const closeAfter = (window: Buffer, from: number, close: Buffer): number => {
  const lead = close.length - 2;
  for (let at = window.indexOf(LETTER_W, from + lead); at >= 0; at = window.indexOf(LETTER_W, at + 1)) {
    if (window[at + 1] !== GT || window[at - 1] !== 111 || window[at - 2] !== 114) continue;
    const start = at - lead;
    let same = 0;
    while (same < lead && window[start + same] === close[same]) same++;
    if (same === lead) return start;
  }
  return -1;
};

const hasSections = (window: Buffer, from: number): boolean => {
  for (let at = window.indexOf(BRACKET, from); at >= 0; at = window.indexOf(BRACKET, at + 1))
    if (window[at - 1] === 33 && window[at + 1] === 67) return true;
  return false;
};

/** `</row>` inside a CDATA section is text; the search steps over such sections where there are any. */
const closeOf = (window: Buffer, from: number, close: Buffer, sections: boolean): number => {
  if (!sections) return closeAfter(window, from, close);
  // Byte by byte: a million sections would be a million searches.
  for (let at = from; at < window.length; at++) {
    if (window[at] !== LT) continue;
    if (window[at + 1] === 33 && window[at + 2] === BRACKET) {
      at = sectionEnd(window, at + 9);
      if (at < 0) return -1;
    } else if (startsAt(window, at, close)) return at;
  }
  return -1;
};

/** At the `>` of the `]]>` that ends a section. */
const sectionEnd = (window: Buffer, from: number): number => {
  for (let at = from + 2; at < window.length; at++)
    if (window[at] === GT && window[at - 1] === 93 && window[at - 2] === 93) return at;
  return -1;
};

const startsAt = (window: Buffer, at: number, mark: Buffer): boolean => {
  let same = 0;
  while (same < mark.length && window[at + same] === mark[same]) same++;
  return same === mark.length;
};
