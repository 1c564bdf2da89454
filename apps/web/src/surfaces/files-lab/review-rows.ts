/** A review payload of any kind as rows a person can read: where, what it was, what it is. */
export type ReviewRow = {
  readonly key: string;
  readonly place: string;
  /** Whole things that came, went, moved or look different; cells and lines show it by what they say. */
  readonly status?: RowStatus;
  readonly before: string | null;
  readonly after: string | null;
};

export const rowStatuses = ['added', 'removed', 'changed', 'moved', 'format', 'visual_change'] as const;
export type RowStatus = (typeof rowStatuses)[number];

/** The payloads' words for what became of a thing, in the few a reader needs. */
const statusOf = (value: unknown): { readonly status?: RowStatus } => {
  const word = value === 'inserted' ? 'added' : value === 'deleted' ? 'removed' : value;
  const status = rowStatuses.find((each) => each === word);
  return status ? { status } : {};
};

type Facts = Readonly<Record<string, unknown>>;
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly Facts[] => (Array.isArray(value) ? value.filter(isFacts) : []);
const words = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  if (isFacts(value)) return words(value.display ?? value.f ?? value.v ?? JSON.stringify(value));
  return typeof value === 'string' ? value : JSON.stringify(value);
};

export const reviewRows = (payload: Facts): readonly ReviewRow[] => {
  const rows = [
    ...hunkRows(payload),
    ...columnRows(payload),
    ...tableRows(payload),
    ...sheetRows(payload),
    ...blockRows(payload),
    ...shapeRows(payload),
    ...pageRows(payload),
    ...wholeRows(payload),
  ];
  return rows.slice(0, 500).map((row, at) => ({ ...row, key: `${at}` }));
};

type Row = Omit<ReviewRow, 'key'>;

/** Lines of text: removed and added ones side by side, context left out. */
const hunkRows = (payload: Facts): Row[] =>
  list(payload.hunks).flatMap((hunk) =>
    list(hunk.lines)
      .filter(({ type }) => type !== 'context')
      .map(({ type, text, old_line, new_line }) => ({
        place: String(type === 'removed' ? old_line : new_line),
        before: type === 'removed' ? words(text) : null,
        after: type === 'added' ? words(text) : null,
      })),
  );

/** Columns of a table that came, went or have another name. */
const columnRows = ({ columns }: Facts): Row[] => {
  if (!isFacts(columns)) return [];
  const names = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
  return [
    ...names(columns.added).map((name) => ({ place: name, before: null, after: name })),
    ...names(columns.removed).map((name) => ({ place: name, before: name, after: null })),
    ...list(columns.renamed).map(({ from, to }) => ({ place: words(to) ?? '', before: words(from), after: words(to) })),
  ];
};

const tableRows = (payload: Facts): Row[] =>
  list(payload.rows).flatMap((row) => {
    if ('sheet' in row) return [lineRow(row)];
    const place = placeOf(row);
    const cells = list(row.cells);
    if (cells.length === 0) return [{ place, ...statusOf(row.status), before: null, after: null }];
    return cells.map(({ column, before, after }) => ({
      place: `${place} · ${words(column) ?? ''}`,
      before: words(before),
      after: words(after),
    }));
  });

/** A record is known by its key, or by where it stands. */
const placeOf = ({ key, row_after, row_before }: Facts): string =>
  Array.isArray(key) ? key.map(String).join(' · ') : (words(key ?? row_after ?? row_before) ?? '');

/** Rows or columns of a sheet. */
const lineRow = ({ sheet, status, before, after }: Facts): Row => ({
  place: words(sheet) ?? '',
  ...statusOf(status),
  before: words(before),
  after: words(after),
});

/** A workbook: columns that came, went or moved, then cells, then what is neither. */
const sheetRows = (payload: Facts): Row[] => [
  ...list(payload.columns).map(lineRow),
  ...list(payload.cells).map((cell) => ({
    place: `${words(cell.sheet) ?? ''}!${words(cell.ref) ?? ''}`,
    ...(cell.kind === 'format' ? { status: 'format' as const, ...formats(cell) } : faces(cell)),
  })),
  ...list(payload.structure).map(({ sheet, what, before, after }) => ({
    place: [words(sheet), words(what)].filter((each) => each !== null).join(': '),
    before: words(before),
    after: words(after),
  })),
];

const faces = ({ before, after }: Facts) => ({ before: words(before), after: words(after) });

/** What a format shows of itself is the number format; where that is the same, the cell alone is named. */
const formats = ({ before, after }: Facts) => {
  const code = (face: unknown) => (isFacts(face) ? words(face.fmt) : null);
  const [was, is] = [code(before), code(after)];
  return was === is ? { before: null, after: null } : { before: was, after: is };
};

const textAt = (side: unknown, index: unknown): string | null => {
  if (!isFacts(side)) return null;
  return words(list(side.paragraphs).find((paragraph) => paragraph.index === index)?.text ?? null);
};

/** The section that is shown block by block, and the others by their headings. */
const blockRows = (payload: Facts): Row[] => [
  ...list(payload.sections)
    .filter(({ status, index }) => status !== 'same' && index !== payload.section_index)
    .map(({ status, heading }) => ({ place: words(heading) ?? '', ...statusOf(status), before: null, after: null })),
  ...list(payload.alignment)
    .filter(({ status }) => status !== 'same')
    .flatMap((pair): Row[] => {
      const place = `b${words(pair.after ?? pair.before) ?? ''}`;
      const cells = list(pair.table_cells);
      if (cells.length > 0)
        return cells.map(({ row, col, before, after }) => ({
          place: `${place} r${row} c${col}`,
          before: words(before),
          after: words(after),
        }));
      const looks = Array.isArray(pair.format_changes) ? pair.format_changes.join(', ') : '';
      const before = pair.before === null ? null : (textAt(payload.baseline, pair.before) ?? words(pair.text));
      const after = pair.after === null ? null : (textAt(payload.draft, pair.after) ?? words(pair.text));
      const moved = pair.status === 'moved' ? statusOf(pair.status) : {};
      return [{ place, ...moved, before, after: looks === '' ? after : `${after ?? ''} (${looks})` }];
    }),
];

const shapeRows = (payload: Facts): Row[] => [
  ...list(payload.slides)
    .filter(({ status, changed, index }) => status !== 'same' || (changed === true && index !== payload.slide_index))
    .map(({ status, title, before, after }) => ({
      place: words(title) ?? '',
      ...statusOf(status === 'same' ? 'changed' : status),
      before: before === null ? null : String(Number(before) + 1),
      after: after === null ? null : String(Number(after) + 1),
    })),
  ...list(payload.shape_changes).map(({ name, before, after }) => ({
    place: words(name) ?? '',
    before: words(before),
    after: words(after),
  })),
];

/** Pages of a pdf: what they say, or that they look different. */
const pageRows = (payload: Facts): Row[] =>
  list(payload.pages).flatMap((page) => {
    const lines = hunkRows(page);
    const [before, after] = [words(page.page_before), words(page.page_after)];
    if (lines.length > 0) return lines.map((line) => ({ ...line, place: `${after ?? before} · ${line.place}` }));
    return [{ place: after ?? before ?? '', ...statusOf(page.status), before, after }];
  });

/** Pictures and files that are not opened: what is known of both sides and differs. */
const wholeRows = ({ before, after }: Facts): Row[] => {
  if (!isFacts(before) || !isFacts(after)) return [];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => key !== 'version' && words(before[key]) !== words(after[key]))
    .map((key) => ({ place: key.replaceAll('_', ' '), before: words(before[key]), after: words(after[key]) }));
};
