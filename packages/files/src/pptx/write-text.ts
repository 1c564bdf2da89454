import {
  alignmentOf,
  colorOf,
  type RunInput,
  runsOf,
  type SpacingInput,
  type TextInput,
  type Warn,
} from '../office/text-inputs.ts';
import {
  childOf,
  elementsOf,
  escapeXmlAttribute,
  escapeXmlText,
  ns,
  prefixFor,
  sourceOf,
  withoutIllegalCharacters,
  type XmlDocument,
  type XmlEdit,
  type XmlElement,
} from '../package/index.ts';
import type { TextParagraph } from './text-body.ts';

export type LineInput = SpacingInput & TextInput & { readonly level?: number | null };

/** The look that new text takes over from what stood there: the first paragraph's and the first run's. */
export type Look = { readonly paragraph: XmlElement | undefined; readonly run: string };

export const lookOf = (document: XmlDocument, paragraphs: readonly TextParagraph[]): Look => {
  const first = paragraphs[0];
  const run = first?.runs.find(({ textElement }) => textElement)?.element;
  const properties = childOf(run, ns.drawing, 'rPr') ?? (first && childOf(first.element, ns.drawing, 'endParaRPr'));
  return {
    paragraph: first && childOf(first.element, ns.drawing, 'pPr'),
    run: properties
      ? sourceOf(document, properties)
          .replace(/^<([\w:]*?)endParaRPr/, '<$1rPr')
          .replace(/<\/([\w:]*?)endParaRPr>$/, '</$1rPr>')
      : '',
  };
};

/** Replaces the paragraphs of a text body; its own settings and list styles stay. */
export const setBody = (
  edit: XmlEdit,
  document: XmlDocument,
  body: XmlElement,
  lines: readonly LineInput[],
  look: Look,
  warn: Warn,
): void => {
  const a = prefixFor(body, ns.drawing) ?? 'a:';
  const kept = elementsOf(body)
    .filter(({ local, uri }) => uri === ns.drawing && local !== 'p')
    .map((each) => sourceOf(document, each))
    .join('');
  const made = lines.map((line) => lineXml(a, document, line, look, warn)).join('');
  edit.setContent(body, `${kept}${made === '' ? `<${a}p/>` : made}`);
};

export const lineXml = (a: string, document: XmlDocument, line: LineInput, look: Look, warn: Warn): string => {
  return `<${a}p>${paragraphProperties(a, document, line, look.paragraph, warn)}${runsOf(line)
    .map((run) => runXml(a, run, look.run, warn))
    .join('')}</${a}p>`;
};

const paragraphProperties = (
  a: string,
  document: XmlDocument,
  line: LineInput,
  model: XmlElement | undefined,
  warn: Warn,
): string => {
  const attributes = new Map((model?.attributes ?? []).map(({ name, value }) => [name, value]));
  if (typeof line.level === 'number') {
    if (line.level > 0) attributes.set('lvl', String(Math.min(8, line.level)));
    else attributes.delete('lvl');
  }
  const alignment = alignmentOf(line.alignment, alignments, warn);
  if (alignment !== undefined) attributes.set('algn', alignment);
  const spacing = [
    typeof line.line_spacing === 'number'
      ? ['lnSpc', `<${a}lnSpc><${a}spcPct val="${Math.round(line.line_spacing * 100_000)}"/></${a}lnSpc>`]
      : undefined,
    typeof line.space_before === 'number'
      ? ['spcBef', `<${a}spcBef><${a}spcPts val="${Math.round(line.space_before * 100)}"/></${a}spcBef>`]
      : undefined,
    typeof line.space_after === 'number'
      ? ['spcAft', `<${a}spcAft><${a}spcPts val="${Math.round(line.space_after * 100)}"/></${a}spcAft>`]
      : undefined,
  ].filter((each) => each !== undefined);
  const replaced = new Map(spacing as [string, string][]);
  const order = ['lnSpc', 'spcBef', 'spcAft'];
  const children = [
    ...order.map((local) => replaced.get(local) ?? childSource(document, model, local)),
    ...(model
      ? elementsOf(model)
          .filter(({ local }) => !order.includes(local))
          .map((each) => sourceOf(document, each))
      : []),
  ].join('');
  const written = [...attributes].map(([name, value]) => ` ${name}="${escapeXmlAttribute(value)}"`).join('');
  return written === '' && children === '' ? '' : `<${a}pPr${written}>${children}</${a}pPr>`;
};

const childSource = (document: XmlDocument, model: XmlElement | undefined, local: string): string => {
  const found = childOf(model, ns.drawing, local);
  return found ? sourceOf(document, found) : '';
};

const alignments = { left: 'l', center: 'ctr', right: 'r' };

/** How some programs write a line break inside a paragraph. */
const verticalTab = String.fromCharCode(11);

/** A line break inside a run becomes an element of its own. */
export const runXml = (a: string, run: RunInput, inherited: string, warn: Warn): string => {
  const clean = withoutIllegalCharacters(run.text);
  if (clean !== run.text) warn('illegal_characters_removed');
  const properties = runProperties(a, run, inherited, warn);
  return clean
    .replaceAll(verticalTab, '\n')
    .split(/\r\n|\r|\n/)
    .map((piece) => (piece === '' ? '' : `<${a}r>${properties}<${a}t>${escapeXmlText(piece)}</${a}t></${a}r>`))
    .join(`<${a}br/>`);
};

const runProperties = (a: string, run: RunInput, inherited: string, warn: Warn): string => {
  const attributes: string[] = [];
  const children: string[] = [];
  if (typeof run.font_size === 'number') attributes.push(` sz="${Math.round(run.font_size * 100)}"`);
  if (typeof run.bold === 'boolean') attributes.push(` b="${run.bold ? 1 : 0}"`);
  if (typeof run.italic === 'boolean') attributes.push(` i="${run.italic ? 1 : 0}"`);
  if (typeof run.underline === 'boolean') attributes.push(` u="${run.underline ? 'sng' : 'none'}"`);
  for (const [key, tag] of [
    ['font_color', 'solidFill'],
    ['highlight_color', 'highlight'],
  ] as const) {
    const written = run[key];
    if (!written) continue;
    const color = colorOf(key, written, warn);
    if (color !== undefined) children.push(`<${a}${tag}><${a}srgbClr val="${color}"/></${a}${tag}>`);
  }
  if (run.font_name)
    children.push(`<${a}latin typeface="${escapeXmlAttribute(withoutIllegalCharacters(run.font_name))}"/>`);
  if (attributes.length === 0 && children.length === 0) return inherited;
  return `<${a}rPr${attributes.join('')}>${children.join('')}</${a}rPr>`;
};
