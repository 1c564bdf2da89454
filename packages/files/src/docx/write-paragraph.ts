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

export type ParagraphFormat = SpacingInput & {
  readonly style?: string | null;
  readonly indent_left?: number | null;
  readonly indent_right?: number | null;
  readonly indent_first_line?: number | null;
};

export type ParagraphInput = ParagraphFormat & TextInput;

const twipsPerPoint = 20;
const twipsPerInch = 1_440;
const lineUnits = 240;
const alignments = { left: 'left', center: 'center', right: 'right', justify: 'both' };

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

/** The children of a `w:pPr`, by name, each as the schema's order will want it. */
export const paragraphProperties = (
  w: string,
  format: ParagraphFormat,
  styleId: string | undefined,
  warn: Warn,
): Map<string, string> => {
  const made = new Map<string, string>();
  if (styleId !== undefined) made.set('pStyle', `<${w}pStyle ${w}val="${escapeXmlAttribute(styleId)}"/>`);
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
  const alignment = alignmentOf(format.alignment, alignments, warn);
  if (alignment !== undefined) made.set('jc', `<${w}jc ${w}val="${alignment}"/>`);
  return made;
};

/** The children of a `w:rPr`, in the schema's order. */
export const runProperties = (w: string, run: RunInput, warn: Warn): Map<string, string> => {
  const made = new Map<string, string>();
  const toggle = (local: string, value: boolean | null | undefined) => {
    if (typeof value === 'boolean') made.set(local, value ? `<${w}${local}/>` : `<${w}${local} ${w}val="0"/>`);
  };
  if (run.font_name) {
    const name = escapeXmlAttribute(withoutIllegalCharacters(run.font_name));
    made.set('rFonts', `<${w}rFonts ${w}ascii="${name}" ${w}hAnsi="${name}" ${w}cs="${name}"/>`);
  }
  toggle('b', run.bold);
  toggle('i', run.italic);
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

export const runXml = (w: string, run: RunInput, warn: Warn, inherited = ''): string => {
  const own = [...runProperties(w, run, warn).values()].join('');
  const properties = own === '' ? inherited : `<${w}rPr>${own}</${w}rPr>`;
  return `<${w}r>${properties}${runContent(w, run.text, warn)}</${w}r>`;
};

/** A new paragraph. `mark` goes into its own run properties: how a tracked paragraph says that it is new. */
export const paragraphXml = (
  w: string,
  input: ParagraphInput,
  styleId: string | undefined,
  warn: Warn,
  tracked: { readonly open: string; readonly close: string; readonly mark: string } = { open: '', close: '', mark: '' },
): string => {
  const properties = [...paragraphProperties(w, input, styleId, warn).values()].join('');
  const marked = `${properties}${tracked.mark === '' ? '' : `<${w}rPr>${tracked.mark}</${w}rPr>`}`;
  const runs = runsOf(input)
    .map((run) => runXml(w, run, warn))
    .join('');
  return `<${w}p>${marked === '' ? '' : `<${w}pPr>${marked}</${w}pPr>`}${runs === '' ? '' : `${tracked.open}${runs}${tracked.close}`}</${w}p>`;
};

const isNumber = (value: number | null | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const attribute = (w: string, local: string, value: number | null | undefined, unit: number): string =>
  isNumber(value) ? ` ${w}${local}="${Math.round(value * unit)}"` : '';
