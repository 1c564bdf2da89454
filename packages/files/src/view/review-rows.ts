import type { FileReview, MarkedText, ReviewCellFace, ReviewItem, ReviewPlace, ReviewStatus } from '@atelier/contracts';
import type { ReviewWords } from './words.ts';

/** One line of a review as a screen shows it: where, what it was, what it is. */
export type ReviewRow = {
  readonly key: string;
  /** The item it belongs to; an item with many cells has many rows. */
  readonly item: string;
  readonly group: string;
  readonly place: string;
  readonly status: ReviewStatus;
  readonly before: MarkedText | null;
  readonly after: MarkedText | null;
  /** What a text cannot show: a format, a position, a line ending. */
  readonly note: string | null;
  readonly changes: readonly string[];
};

type Part = {
  /** Within the place of its item. */
  readonly place?: string;
  /** Instead of the place of its item. */
  readonly at?: ReviewPlace;
  readonly status?: ReviewStatus;
  readonly before: MarkedText | null;
  readonly after: MarkedText | null;
  readonly note?: string | null;
};

export const reviewRows = (review: FileReview, words: ReviewWords): readonly ReviewRow[] =>
  review.items.flatMap((item) => rowsOf(item, words));

const rowsOf = (item: ReviewItem, words: ReviewWords): readonly ReviewRow[] => {
  const place = words.place(item.place);
  const parts = partsOf(item, words);
  // An item always has a row, so that no change goes unseen for want of something to put in a cell.
  const shown: readonly Part[] = parts.length > 0 ? parts : [{ before: null, after: null }];
  return shown.map((part, at) => ({
    key: `${item.id}:${at}`,
    item: item.id,
    group: item.group,
    place: part.at
      ? words.place(part.at)
      : part.place === undefined || part.place === ''
        ? place
        : `${place}, ${part.place}`,
    status: part.status ?? item.status,
    before: part.before,
    after: part.after,
    note: part.note ?? null,
    changes: item.changes,
  }));
};

const plain = (text: string | null): MarkedText | null => (text === null ? null : { text, spans: [] });

const partsOf = (item: ReviewItem, words: ReviewWords): readonly Part[] => {
  switch (item.what) {
    case 'lines':
      return item.lineEndingsOnly
        ? [{ before: item.before[0] ?? null, after: item.after[0] ?? null, note: words.lineEndings }]
        : numbered(item);
    case 'page': {
      const note = item.share === null ? null : `${Math.max(1, Math.round(item.share * 100))} %`;
      const lines = sideBySide(item.before, item.after);
      return lines.length > 0 ? lines : [{ before: null, after: null, note }];
    }
    case 'column':
      return [{ before: plain(item.before), after: plain(item.after) }];
    case 'record':
      if (item.status === 'moved') return [movedRecord(item, words)];
      return item.cells.map(({ column, before, after }) =>
        cameOrWent({ place: column, before: plain(before), after: plain(after) }, item.status),
      );
    case 'cell':
      return [item.differs === 'format' ? cellPart(item, words) : cameOrWent(cellPart(item, words), item.status)];
    case 'band':
      return item.cells.length === 0
        ? [{ before: plain(item.before), after: plain(item.after) }]
        : item.cells.map(({ ref, face }) => ({ place: ref, before: null, after: faceText(face) }));
    case 'sheet':
      return sheetParts(item, words);
    case 'setting':
      return [{ place: item.title, before: plain(item.before), after: plain(item.after) }];
    case 'paragraph':
      return [{ before: item.before, after: item.after, note: item.format.join(', ') || null }];
    case 'table':
      return item.cells.map(({ row, column, before, after }) => ({ place: `${row}:${column}`, before, after }));
    case 'slide':
      return slideParts(item, words);
    case 'picture':
      return [{ before: pictureText(item.before), after: pictureText(item.after) }];
    case 'file':
      return [{ before: wholeText(item.before, words), after: wholeText(item.after, words) }];
    case 'also':
      return [{ before: item.before ?? null, after: item.after ?? null, note: item.label }];
  }
};

/** A cell of a row that stayed: what stands in an empty one is new, and one that was emptied lost what it held. */
const cameOrWent = (part: Part, status: ReviewStatus): Part => {
  if (status !== 'changed') return part;
  const [was, is] = [part.before?.text ?? '', part.after?.text ?? ''];
  if (was === '' && is !== '') return { ...part, status: 'added' };
  return was !== '' && is === '' ? { ...part, status: 'removed' } : part;
};

/** Lines of both sides next to each other; the longer side goes on alone. */
const sideBySide = (before: readonly MarkedText[], after: readonly MarkedText[]): readonly Part[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => ({
    before: before[at] ?? null,
    after: after[at] ?? null,
  }));

/** Every line with its own number: that of the new file, or of the old one for a line that is gone. */
const numbered = (item: Extract<ReviewItem, { what: 'lines' }>): readonly Part[] =>
  sideBySide(item.before, item.after).map((part, at) => {
    const first = (part.after === null ? item.lineBefore : item.lineAfter) ?? item.lineBefore ?? item.lineAfter;
    return first === null ? part : { ...part, at: { at: 'line', line: first + at } };
  });

/** One line for a row that only moved: its values say which one it is, and they are as they were. */
const movedRecord = (item: Extract<ReviewItem, { what: 'record' }>, words: ReviewWords): Part => {
  const values = plain(item.cells.map(({ after }) => after ?? '').join(' | '));
  const from = item.rowBefore;
  return {
    before: values,
    after: values,
    note: from === undefined ? null : words.movedFrom({ at: 'row', row: from, key: null }),
  };
};

const faceText = (face: ReviewCellFace | null): MarkedText | null => {
  if (face === null) return null;
  const shown = face.shown;
  if (face.formula === null) return plain(shown);
  return plain(shown === '' ? face.formula : `${face.formula} → ${shown}`);
};

const cellPart = (item: Extract<ReviewItem, { what: 'cell' }>, words: ReviewWords): Part => {
  if (item.differs !== 'format') return { before: faceText(item.before), after: faceText(item.after) };
  const [was, is] = [item.before?.format ?? '', item.after?.format ?? ''];
  const note = was === is ? words.format : `${words.format}: ${was} → ${is}`;
  return { before: plain(item.before?.shown ?? null), after: plain(item.after?.shown ?? null), note };
};

const sheetParts = (item: Extract<ReviewItem, { what: 'sheet' }>, words: ReviewWords): readonly Part[] => {
  const isGone = item.nameAfter === null;
  const side = (text: string): Part =>
    isGone ? { before: plain(text), after: null } : { before: null, after: plain(text) };
  const head: Part = { before: plain(item.nameBefore), after: plain(item.nameAfter) };
  const rows = item.rows.map((row, at) => ({ place: String(at + 1), ...side(row.join(' | ')) }));
  const left = item.rowCount - item.rows.length;
  return [head, ...rows, ...(rows.length > 0 && left > 0 ? [{ ...side(''), note: words.moreRows(left) }] : [])];
};

const slideParts = (item: Extract<ReviewItem, { what: 'slide' }>, words: ReviewWords): readonly Part[] => {
  const moved: readonly Part[] =
    item.status === 'moved'
      ? [
          {
            before: plain(item.numberBefore === null ? null : words.place({ at: 'slide', number: item.numberBefore })),
            after: plain(item.numberAfter === null ? null : words.place({ at: 'slide', number: item.numberAfter })),
          },
        ]
      : [];
  const shapes = item.shapes.map(
    ({ name, status, differs, before, after }): Part => ({
      place: name,
      status,
      before,
      after,
      note:
        differs
          .filter((each) => each !== 'text')
          .map((each) => words.differs[each])
          .join(', ') || null,
    }),
  );
  const notes: readonly Part[] = item.notes ? [{ place: words.notes, status: 'changed', ...item.notes }] : [];
  const { isHidden } = item;
  const hidden: readonly Part[] = isHidden
    ? [{ before: plain(words.shownOrHidden(isHidden.before)), after: plain(words.shownOrHidden(isHidden.after)) }]
    : [];
  return [...moved, ...hidden, ...shapes, ...notes];
};

type Picture = Extract<ReviewItem, { what: 'picture' }>['before'];
const pictureText = (facts: Picture): MarkedText | null =>
  facts && plain(`${facts.format}${facts.width === null ? '' : `, ${facts.width} × ${facts.height}`}`);

type Whole = Extract<ReviewItem, { what: 'file' }>['before'];
const wholeText = (facts: Whole, words: ReviewWords): MarkedText | null =>
  facts && plain(`${facts.format}, ${words.bytes(facts.sizeBytes)}`);
