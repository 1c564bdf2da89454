import type { RunInput, SpacingInput } from '../office/text-inputs.ts';
import { ns, prefixFor, refuseOp } from '../package/index.ts';
import { ensureDrawingPrefix } from './drawing-prefix.ts';
import type { EditSession } from './edit-session.ts';
import type { Slide } from './pptx-file.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { type LineInput, lineXml, lookOf, setBody } from './write-text.ts';

export type SlideTextInput = SpacingInput & {
  readonly title?: string | null;
  readonly body?: string | null;
  readonly title_runs?: readonly RunInput[] | null;
  readonly body_runs?: readonly RunInput[] | null;
};

const titles = ['title', 'ctrTitle'];
const bodies = ['body', 'obj', 'subTitle'];

const holderOf = (session: EditSession, slide: Slide, types: readonly string[], what: string): Shape => {
  ensureDrawingPrefix(session.pkg, slide.part);
  return (
    shapesOf(session.pkg, slide.part).find(
      ({ placeholder, textBody }) => placeholder && textBody && types.includes(placeholder.type),
    ) ??
    refuseOp(
      'no_placeholder',
      `Slide ${slide.index} has no ${what} placeholder; choose another layout or use set_shape_text.`,
    )
  );
};

const formatOf = ({ alignment, space_before, space_after, line_spacing }: SpacingInput): SpacingInput => ({
  alignment: alignment ?? null,
  space_before: space_before ?? null,
  space_after: space_after ?? null,
  line_spacing: line_spacing ?? null,
});

/** Sets title and body of a slide; each keeps the look its first paragraph had. */
export const setSlideText = (session: EditSession, find: () => Slide, input: SlideTextInput): void => {
  const set = (types: readonly string[], what: string, lines: readonly LineInput[]) => {
    const shape = holderOf(session, find(), types, what);
    setShape(session, find(), shape, lines);
  };
  if (input.title_runs) set(titles, 'title', [{ runs: input.title_runs, ...formatOf(input) }]);
  else if (typeof input.title === 'string') set(titles, 'title', [{ text: input.title, ...formatOf(input) }]);
  if (input.body_runs) set(bodies, 'body', [{ runs: input.body_runs, ...formatOf(input) }]);
  else if (typeof input.body === 'string')
    set(
      bodies,
      'body',
      linesOf(input.body).map((text) => ({ text, ...formatOf(input) })),
    );
};

export const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');

export const setShape = (session: EditSession, slide: Slide, shape: Shape, lines: readonly LineInput[]): void => {
  const body = shape.textBody ?? refuseOp('bad_op', `Shape s${shape.id} holds no text.`);
  session.change(slide.part, (edit, document) =>
    setBody(edit, document, body, lines, lookOf(document, shape.paragraphs), session.warn),
  );
};

export const appendBullets = (
  session: EditSession,
  slide: Slide,
  bullets: readonly (
    | string
    | { readonly text: string; readonly level?: number | null; readonly runs?: readonly RunInput[] | null }
  )[],
  format: SpacingInput,
): void => {
  const shape = holderOf(session, slide, bodies, 'body');
  const lines = bullets.map((bullet): LineInput => (typeof bullet === 'string' ? { text: bullet } : bullet));
  const empty = shape.paragraphs.every(({ text }) => text === '');
  if (empty)
    return setShape(
      session,
      slide,
      shape,
      lines.map((line) => ({ ...line, ...formatOf(format) })),
    );
  session.change(slide.part, (edit, document) => {
    const a = (shape.textBody && prefixFor(shape.textBody, ns.drawing)) ?? session.prefixes(slide.part).a;
    const look = lookOf(document, shape.paragraphs);
    const xml = lines
      .map((line) => lineXml(a, document, { level: 0, ...line, ...formatOf(format) }, look, session.warn))
      .join('');
    if (shape.textBody) edit.append(shape.textBody, xml);
  });
};

export const setTableCells = (
  session: EditSession,
  slide: () => Slide,
  shapeId: number,
  cells: readonly {
    readonly row: number;
    readonly col: number;
    readonly text?: string | null;
    readonly runs?: readonly RunInput[] | null;
  }[],
): void => {
  for (const { row, col, text, runs } of cells) {
    const { table } = session.shape(slide(), shapeId);
    const rows = table ?? refuseOp('bad_op', `Shape s${shapeId} is no table.`);
    const found = rows[row] ?? refuseOp('index_out_of_range', `The table has rows 0 to ${rows.length - 1}.`);
    const cell = found[col] ?? refuseOp('index_out_of_range', `Row ${row} has columns 0 to ${found.length - 1}.`);
    if (cell.merged)
      refuseOp('bad_op', `Row ${row}, column ${col} is covered by a merged cell; write to its first cell.`);
    const body = cell.textBody ?? refuseOp('unsupported_structure', 'The cell has no text body.');
    const lines: LineInput[] = runs ? [{ runs }] : (text ?? '').split('\n').map((line) => ({ text: line }));
    session.change(slide().part, (edit, document) =>
      setBody(edit, document, body, lines, lookOf(document, cell.paragraphs), session.warn),
    );
  }
};
