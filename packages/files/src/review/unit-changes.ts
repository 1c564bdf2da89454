import { openCsv } from '../csv/csv-file.ts';
import type { TextFile } from '../text/text-file.ts';
import { refusal } from '../tools/errors.ts';
import type { Change } from '../tools/kind-handler.ts';
import { align, type Block, createInterner } from './align.ts';
import { movesOf, together } from './moved-records.ts';

/** A file cut into pieces that are accepted or rejected whole: lines of a text, records of a table. */
export type Units = { readonly word: 'line' | 'record'; readonly bytes: readonly Buffer[] };

export const lineUnits = (file: TextFile): Units => ({
  word: 'line',
  bytes: [
    file.bytes.subarray(0, file.encoding.bom_length),
    ...Array.from({ length: file.lineCount }, (_, at) => file.bytes.subarray(file.starts[at], file.starts[at + 1])),
  ],
});

/** Preamble and byte order mark are the first unit; blank lines go with the record before them. */
export const recordUnits = (text: TextFile, extension: string): Units => {
  const { records } = openCsv(text, extension);
  const { bom_length } = text.encoding;
  const byteAt = (record: number): number => bom_length + (records.starts[record] ?? 0) * text.codec.unit;
  if (records.count === 0) return { word: 'record', bytes: [text.bytes] };
  const bytes = [text.bytes.subarray(0, byteAt(0))];
  for (let record = 0; record < records.count; record++) {
    bytes.push(
      text.bytes.subarray(byteAt(record), record + 1 < records.count ? byteAt(record + 1) : text.bytes.length),
    );
  }
  return { word: 'record', bytes };
};

export type Piece = Block & Change;

/**
 * Blocks of as many units on both sides fall into single units, so that each can be judged alone. Only a record that
 * moved binds its two places together: one of them alone would lose it or double it.
 */
export const piecesOf = (before: Units, after: Units): readonly Piece[] => {
  const number = createInterner();
  const numbers = (units: Units) => Int32Array.from(units.bytes, (bytes) => number(bytes.toString('latin1')));
  const pieces = align(numbers(before), numbers(after))
    .blocks.flatMap(single)
    .map((block) => ({ ...block, id: idOf(block), label: labelOf(before.word, block), requires: [] }));
  return before.word === 'record' ? together(pieces, movesOf(pieces, before, after)) : pieces;
};

const single = (block: Block): readonly Block[] => {
  const { oldFrom, oldTo, newFrom, newTo } = block;
  if (oldTo - oldFrom !== newTo - newFrom) return [block];
  return Array.from({ length: oldTo - oldFrom }, (_, at) => ({
    oldFrom: oldFrom + at,
    oldTo: oldFrom + at + 1,
    newFrom: newFrom + at,
    newTo: newFrom + at + 1,
  }));
};

const idOf = ({ oldFrom, oldTo, newFrom, newTo }: Block): string => `u${oldFrom}-${oldTo}:${newFrom}-${newTo}`;

const labelOf = (word: string, { oldFrom, oldTo, newFrom, newTo }: Block): string => {
  const [old, now] = [oldTo - oldFrom, newTo - newFrom];
  const place = (from: number) => (from === 0 ? 'beginning' : `${word} ${from}`);
  if (old === 0) return `${now} ${word}${now === 1 ? '' : 's'} added after ${place(oldFrom - 1)}`;
  if (now === 0) return `${old} ${word}${old === 1 ? '' : 's'} removed at ${place(oldFrom)}`;
  return old === 1 && now === 1
    ? `${place(oldFrom)} changed`
    : `${old} ${word}s at ${place(oldFrom)} replaced by ${now}`;
};

export const unitChanges = (before: Units, after: Units): readonly Change[] =>
  piecesOf(before, after).map(({ id, label, requires }) => ({ id, label, requires }));

/** The reference with the accepted changes and no others. */
export const acceptUnits = (before: Units, after: Units, accepted: readonly string[]): Buffer => {
  const pieces = piecesOf(before, after);
  const wanted = new Set(accepted);
  const unknown = accepted.find((id) => !pieces.some((piece) => piece.id === id));
  if (unknown !== undefined) {
    throw refusal('VALIDATION_FAILED', 'dependent_change', `There is no change ${unknown.slice(0, 40)}.`, {
      candidates: pieces.slice(0, 50).map(({ id }) => id),
    });
  }
  const bytes: Buffer[] = [];
  let at = 0;
  for (const piece of pieces) {
    bytes.push(...before.bytes.slice(at, piece.oldFrom));
    bytes.push(
      ...(wanted.has(piece.id)
        ? after.bytes.slice(piece.newFrom, piece.newTo)
        : before.bytes.slice(piece.oldFrom, piece.oldTo)),
    );
    at = piece.oldTo;
  }
  bytes.push(...before.bytes.slice(at));
  return Buffer.concat(bytes);
};
