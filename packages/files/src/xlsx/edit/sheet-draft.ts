import { ns } from '../../package/namespaces.ts';
import type { PackageEdit } from '../../package/package-edit.ts';
import { refuseOp } from '../../package/refusal.ts';
import type { XmlElement } from '../../package/xml.ts';
import { parseXml } from '../../package/xml.ts';
import { createXmlEdit, type XmlEdit } from '../../package/xml-edit.ts';
import { childOf, flagOf } from '../../package/xml-query.ts';
import { outlineOf } from '../frame-outline.ts';
import { type CellPatch, patchCell, type RowPatches } from './cell-patch.ts';
import { indexSheet, type SheetIndex } from './sheet-index.ts';
import { spliceSheet } from './splice-sheet.ts';

/** One sheet while a batch works on it: what it was, and the patches on top. */
export interface SheetDraft {
  readonly part: string;
  /** Read it to see what waits; use `patch` to add. */
  readonly rows: RowPatches;
  readonly patch: (row: number, column: number, patch: CellPatch) => void;
  /** Rows that will be patched: the pass that indexes the sheet keeps them, so that none need be made to find them. */
  readonly expect: (rows: Iterable<number>) => void;
  readonly expected: ReadonlySet<number>;
  /** Index of the sheet without the patches that wait. */
  readonly index: () => Promise<SheetIndex>;
  /** The sheet with its patches, piece by piece. */
  readonly chunks: () => AsyncIterable<Buffer>;
  /** Changes the elements around the rows. */
  readonly editFrame: (change: (edit: XmlEdit, root: XmlElement, prefix: string) => void) => Promise<void>;
  /** Compares patches that were added since with what is there, and takes out what changes nothing. */
  readonly settle: () => Promise<void>;
  /** The patches are known to change something, or to be stored values alone. */
  readonly markSettled: () => void;
  /** Makes the patches part of the sheet; coordinates may be shifted afterwards. */
  readonly flush: () => Promise<void>;
  /** Replaces the content wholesale. */
  readonly replace: (content: () => AsyncIterable<Buffer>) => Promise<void>;
  /** The sheet without its patches. */
  readonly settled: () => AsyncIterable<Buffer>;
  readonly isTouched: () => boolean;
  /** Whether the sheet asks not to be changed; known once it was indexed. */
  readonly isProtected: () => boolean;
}

/** Sheets up to this size are held between steps; larger ones are made again each time they are read. */
const HELD = 32 * 1024 * 1024;

const MOST_EXPECTED = 2_000;

export const createSheetDraft = (
  parts: PackageEdit,
  part: string,
  styleOf: (base: number, patch: CellPatch) => number,
  inflatedSize: number,
  /** Called before patches become part of the sheet, to take out what changes nothing. */
  settle: (draft: SheetDraft) => Promise<void>,
): SheetDraft => {
  const rows: RowPatches = new Map();
  const expected = new Set<number>();
  let frame: { head: string; tail: string } | undefined;
  const first = parts.source.has(part) ? undefined : parts.bytes(part);
  let source = (): AsyncIterable<Buffer> => (first ? once(first) : parts.source.chunks(part));
  let index: Promise<SheetIndex> | undefined;
  let touched = false;
  let isSettled = false;
  let isProtected = false;

  const patched = (): (() => AsyncIterable<Buffer>) => {
    if (rows.size === 0 && frame === undefined) return source;
    const from = source;
    const snapshot = { rows: new Map(rows), styleOf, ...(frame ? { frame } : {}) };
    return () => spliceSheet(from(), snapshot);
  };
  const adopt = async (made: () => AsyncIterable<Buffer>): Promise<void> => {
    const content = (await isMarked(first ? once(first) : parts.source.chunks(part))) ? () => marked(made()) : made;
    touched = true;
    index = undefined;
    if (inflatedSize <= HELD) {
      const pieces: Buffer[] = [];
      for await (const piece of content()) pieces.push(piece);
      const held = Buffer.concat(pieces);
      source = () => once(held);
      parts.put(part, held);
      return;
    }
    source = content;
    parts.put(part, content);
  };

  const draft: SheetDraft = {
    part,
    rows,
    patch: (row, column, patch) => {
      isSettled = false;
      patchCell(rows, row, column, patch);
    },
    expected,
    expect: (more) => {
      for (const row of more) if (expected.size < MOST_EXPECTED) expected.add(row);
    },
    isProtected: () => isProtected,
    isTouched: () => touched || rows.size > 0 || frame !== undefined,
    index: () => {
      index ??= indexSheet(source(), expected).then((made) => {
        refuseDisorder(made);
        isProtected = flagOf(childOf(outlineOf(made.frame).root, ns.sheet, 'sheetProtection'), 'sheet');
        return made;
      });
      return index;
    },
    chunks: () => patched()(),
    editFrame: async (change) => {
      const { frame: known } = await draft.index();
      const text = frame ? frame.head + frame.tail : known.head + known.tail;
      const document = parseXml(text);
      const edit = createXmlEdit(document);
      change(edit, document.root, known.prefix);
      if (!edit.changed()) return;
      frame = splitFrame(edit.toText());
      // What is known of the frame follows the edit, so that the next operation sees it.
      const changed = { ...known, ...frame, document: parseXml(frame.head + frame.tail) };
      const old = await draft.index();
      index = Promise.resolve({ ...old, frame: changed });
    },
    settle: async () => {
      if (rows.size > 0 && !isSettled) await settle(draft);
      isSettled = true;
    },
    markSettled: () => {
      isSettled = true;
    },
    flush: async () => {
      await draft.settle();
      if (rows.size === 0 && frame === undefined) return;
      const content = patched();
      await adopt(content);
      rows.clear();
      frame = undefined;
      isSettled = false;
    },
    replace: adopt,
    settled: () => source(),
  };
  return draft;
};

const refuseDisorder = ({ frame }: SheetIndex): void => {
  if (frame.disorder)
    refuseOp('unsupported_structure', 'A sheet has rows or cells out of order; it can be read but not changed.');
  if (/encoding\s*=\s*["']utf-16/i.test(frame.head.slice(0, 200)))
    refuseOp('unsupported_structure', 'A sheet is written in UTF-16; it can be read but not changed.');
};

const splitFrame = (text: string): { head: string; tail: string } => {
  const data = childOf(parseXml(text).root, ns.sheet, 'sheetData');
  if (!data) throw new Error('a frame lost its rows');
  return { head: text.slice(0, data.openEnd), tail: text.slice(data.selfClosing ? data.openEnd : data.closeStart) };
};

/** What some programs write before the text of a part; a part that began with it begins with it after an edit. */
const MARK = Buffer.from('\ufeff');
const startsMarked = (piece: Buffer): boolean => piece.subarray(0, MARK.length).equals(MARK);

const isMarked = async (source: AsyncIterable<Buffer>): Promise<boolean> => {
  for await (const piece of source) return startsMarked(piece);
  return false;
};

async function* marked(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const piece of content) {
    if (isFirst && !startsMarked(piece)) yield MARK;
    isFirst = false;
    yield piece;
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
