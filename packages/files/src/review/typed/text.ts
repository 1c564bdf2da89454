import type { ReviewItem } from '@atelier/contracts';
import { endsWithNewline, newlineStyle, type TextFile } from '../../text/text-file.ts';
import { lineUnits, piecesOf } from '../unit-changes.ts';
import { type Built, marked, plain } from './built.ts';

/** Lines, from the pieces that can be kept or dropped: what is shown is what is decided on. */
export const buildText = (before: TextFile, after: TextFile): Built => {
  const pieces = piecesOf(lineUnits(before), lineUnits(after));
  const items = pieces.flatMap((piece): ReviewItem[] => {
    // Unit 0 is the byte order mark; line n is unit n.
    const old = lines(before, piece.oldFrom, piece.oldTo);
    const made = lines(after, piece.newFrom, piece.newTo);
    if (old.length === 0 && made.length === 0) return [];
    const isPaired = old.length === 1 && made.length === 1;
    const [was, is] = isPaired ? marked(old[0] ?? '', made[0] ?? '') : [plain(''), plain('')];
    return [
      {
        what: 'lines',
        id: piece.id,
        group: 'lines',
        place: { at: 'line', line: made.length > 0 ? piece.newFrom : piece.oldFrom },
        status: old.length === 0 ? 'added' : made.length === 0 ? 'removed' : 'changed',
        changes: [piece.id],
        lineBefore: old.length > 0 ? piece.oldFrom : null,
        lineAfter: made.length > 0 ? piece.newFrom : null,
        before: isPaired ? [was] : old.map(plain),
        after: isPaired ? [is] : made.map(plain),
        lineEndingsOnly: old.join('\n') === made.join('\n'),
      },
    ];
  });
  return {
    kind: 'text',
    items,
    groups: new Map(),
    changes: pieces,
    also: textFacts(before, after),
    isDivisible: true,
  };
};

const lines = (file: TextFile, from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, at) => from + at)
    .filter((unit) => unit > 0)
    .map((unit) => file.line(unit - 1));

export const textFacts = (before: TextFile, after: TextFile): readonly string[] => [
  ...(before.encoding.encoding === after.encoding.encoding
    ? []
    : [`Text encoding: ${before.encoding.encoding} → ${after.encoding.encoding}`]),
  ...(before.encoding.bom_length === after.encoding.bom_length ? [] : ['Byte order mark at the start of the file']),
  ...(newlineStyle(before) === newlineStyle(after) ? [] : ['How lines end']),
  ...(endsWithNewline(before) === endsWithNewline(after) ? [] : ['A line break at the end of the file']),
];
