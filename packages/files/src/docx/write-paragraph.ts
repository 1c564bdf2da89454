import {
  alignmentOf,
  colorOf,
  type RunInput,
  runsOf,
  type SpacingInput,
  type TextInput,
  type Warn,
} from '../office/text-inputs.ts';
import { escapeXmlAttribute, escapeXmlText, withoutIllegalCharacters } from '../package/index.ts';
import { type Direction, directionOf, stretchesOf } from './direction.ts';

export type ParagraphFormat = SpacingInput & {
  readonly style?: string | null;
  readonly indent_left?: number | null;
  readonly indent_right?: number | null;
  readonly indent_first_line?: number | null;
  readonly direction?: Direction | null;
};

export type ParagraphInput = ParagraphFormat & TextInput;

const twipsPerPoint = 20;
const twipsPerInch = 1_440;
const lineUnits = 240;
const alignments = { left: 'left', center: 'center', right: 'right', justify: 'both' };
/** Word means by `left` the side where a line begins. */
const alignmentsToLeft = { ...alignments, left: 'right', right: 'left' };

/** Named highlights are all that Word has. */
const highlights = [
  'black',
  'blue',
  'cyan',
  'green',
  'magenta',
  'red',
  'yellow',
  'white',
  'darkBlue',
  'darkCyan',
  'darkGreen',
  'darkMagenta',
  'darkRed',
  'darkYellow',
  'darkGray',
  'lightGray',
];

/** How a paragraph says which way it is read. */
export const bidi = (w: string, direction: Direction): string =>
  direction === 'rtl' ? `<${w}bidi/>` : `<${w}bidi ${w}val="0"/>`;

/** The children of a `w:pPr`, by name, each as the schema's order will want it. `read` is the way it is read already. */
export const paragraphProperties = (
  w: string,
  format: ParagraphFormat,
  styleId: string | undefined,
  warn: Warn,
  read?: Direction,
): Map<string, string> => {
  const made = new Map<string, string>();
  if (styleId !== undefined) made.set('pStyle', `<${w}pStyle ${w}val="${escapeXmlAttribute(styleId)}"/>`);
  if (format.direction) made.set('bidi', bidi(w, format.direction));
  const spacing = [
    attribute(w, 'before', format.space_before, twipsPerPoint),
    attribute(w, 'after', format.space_after, twipsPerPoint),
    isNumber(format.line_spacing)
      ? ` ${w}line="${Math.round(format.line_spacing * lineUnits)}" ${w}lineRule="auto"`
      : '',
  ].join('');
  if (spacing !== '') made.set('spacing', `<${w}spacing${spacing}/>`);
  const first = format.indent_first_line;
  const indent = [
    attribute(w, 'left', format.indent_left, twipsPerInch),
    attribute(w, 'right', format.indent_right, twipsPerInch),
    isNumber(first) ? attribute(w, first < 0 ? 'hanging' : 'firstLine', Math.abs(first), twipsPerInch) : '',
  ].join('');
  if (indent !== '') made.set('ind', `<${w}ind${indent}/>`);
  const isToLeft = (format.direction ?? read) === 'rtl';
  const alignment = alignmentOf(format.alignment, isToLeft ? alignmentsToLeft : alignments, warn);
  if (alignment !== undefined) made.set('jc', `<${w}jc ${w}val="${alignment}"/>`);
  return made;
};

/** The children of a `w:rPr`, in the schema's order. Letters that are read to the left have weights of their own. */
const runProperties = (w: string, run: RunInput, warn: Warn, direction: Direction): Map<string, string> => {
  const made = new Map<string, string>();
  const toggle = (local: string, value: boolean | null | undefined) => {
    if (typeof value === 'boolean') made.set(local, value ? `<${w}${local}/>` : `<${w}${local} ${w}val="0"/>`);
  };
  if (run.font_name) {
    const name = escapeXmlAttribute(withoutIllegalCharacters(run.font_name));
    made.set('rFonts', `<${w}rFonts ${w}ascii="${name}" ${w}hAnsi="${name}" ${w}cs="${name}"/>`);
  }
  const isToLeft = direction === 'rtl';
  toggle('b', run.bold);
  if (isToLeft) toggle('bCs', run.bold);
  toggle('i', run.italic);
  if (isToLeft) toggle('iCs', run.italic);
  const color = run.font_color ? colorOf('font_color', run.font_color, warn) : undefined;
  if (color !== undefined) made.set('color', `<${w}color ${w}val="${color}"/>`);
  if (isNumber(run.font_size)) {
    const half = Math.round(run.font_size * 2);
    if (half < 2 || half > 3276) warn(`style_ignored:font_size=${run.font_size}`);
    else made.set('sz', `<${w}sz ${w}val="${half}"/>`).set('szCs', `<${w}szCs ${w}val="${half}"/>`);
  }
  if (run.highlight_color) {
    const name = highlights.find((each) => each.toLowerCase() === run.highlight_color?.toLowerCase());
    if (name === undefined) warn(`style_ignored:highlight_color=${run.highlight_color.slice(0, 20)}`);
    else made.set('highlight', `<${w}highlight ${w}val="${name}"/>`);
  }
  if (typeof run.underline === 'boolean') made.set('u', `<${w}u ${w}val="${run.underline ? 'single' : 'none'}"/>`);
  if (isToLeft) made.set('rtl', `<${w}rtl/>`);
  return made;
};

/** Text as the children of a run: breaks and tabs are elements of their own. */
export const runContent = (w: string, text: string, warn: Warn, textElement = 't'): string => {
  const clean = withoutIllegalCharacters(text);
  if (clean !== text) warn('illegal_characters_removed');
  return clean
    .split(/(\r\n|\r|\n|\t)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece === '\t') return `<${w}tab/>`;
      if (/^[\r\n]/.test(piece)) return `<${w}br/>`;
      const keep = /^\s|\s$|\s\s/.test(piece) ? ' xml:space="preserve"' : '';
      return `<${w}${textElement}${keep}>${escapeXmlText(piece)}</${w}${textElement}>`;
    })
    .join('');
};

/** One run, or several where its text is read both ways. `paragraph` is the way the paragraph is read. */
export const runXml = (w: string, run: RunInput, warn: Warn, paragraph = directionOf(run.text) ?? 'ltr'): string => {
  // What is ignored is ignored once, however many runs it comes to.
  const once = new Set<string>();
  const warnOnce: Warn = (warning) => {
    if (!once.has(warning)) warn(warning);
    once.add(warning);
  };
  return stretchesOf(run.text, paragraph)
    .map(({ text, direction }) => {
      const own = [...runProperties(w, run, warnOnce, direction).values()].join('');
      const properties = own === '' ? '' : `<${w}rPr>${own}</${w}rPr>`;
      return `<${w}r>${properties}${runContent(w, text, warnOnce)}</${w}r>`;
    })
    .join('');
};

/** A new paragraph. `mark` goes into its own run properties: how a tracked paragraph says that it is new. */
export const paragraphXml = (
  w: string,
  input: ParagraphInput,
  styleId: string | undefined,
  warn: Warn,
  tracked: { readonly open: string; readonly close: string; readonly mark: string } = { open: '', close: '', mark: '' },
): string => {
  const written = runsOf(input);
  const own = directionOf(written.map(({ text }) => text).join(''));
  // Said only where it is not the rule: a document that is read to the left as a whole says so in its styles.
  const direction = input.direction ?? (own === 'rtl' ? own : undefined);
  const format = direction ? { ...input, direction } : input;
  const properties = [...paragraphProperties(w, format, styleId, warn).values()].join('');
  const marked = `${properties}${tracked.mark === '' ? '' : `<${w}rPr>${tracked.mark}</${w}rPr>`}`;
  const runs = written.map((run) => runXml(w, run, warn, direction ?? own ?? 'ltr')).join('');
  return `<${w}p>${marked === '' ? '' : `<${w}pPr>${marked}</${w}pPr>`}${runs === '' ? '' : `${tracked.open}${runs}${tracked.close}`}</${w}p>`;
};

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const attribute = (w: string, local: string, value: number | null | undefined, unit: number): string =>
  isNumber(value) ? ` ${w}${local}="${Math.round(value * unit)}"` : '';
