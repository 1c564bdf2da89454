import { ns } from '../../package/namespaces.ts';
import { parseXml, type XmlDocument, type XmlElement } from '../../package/xml.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { childOf, elementsOf, flagOf, numberOf, prefixFor, sourceOf } from '../../package/xml-query.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import { builtinFormatId } from '../number-format.ts';
import { readStyles } from '../styles.ts';
import type { Border, StylePatch } from './style-patch.ts';

/** Grows the style tables of a workbook: records are appended, none is ever changed. */
export interface StyleBook {
  readonly styleFor: (base: number, patches: readonly StylePatch[]) => number;
  /** The index of a format for conditional formatting. */
  readonly differential: (patch: StylePatch) => number;
  readonly warnings: () => readonly string[];
  /** The new styles part; undefined when nothing was added. */
  readonly finish: () => Buffer | undefined;
}

const MOST_ABSENT = 1_000;

type Added = Record<'numFmt' | 'font' | 'fill' | 'border' | 'xf' | 'dxf', string[]>;

/** `absentFormats`: of a table of so many formats, how many more the sheets name. Asked when one is added. */
export const createStyleBook = (document: XmlDocument, absentFormats: (formats: number) => number): StyleBook => {
  const styles = readStyles(document);
  const { root } = document;
  const p = prefixFor(root, ns.sheet) ?? '';
  const added: Added = { numFmt: [], font: [], fill: [], border: [], xf: [], dxf: [] };
  const memory = new Map<string, number>();
  const warnings = new Set<string>();
  const codes = new Map([...styles.codes].map(([id, code]) => [code, id]));
  const source = (element: XmlElement | undefined) => (element ? sourceOf(document, element) : '');
  const counts = {
    dxf: elementsOf(childOf(root, ns.sheet, 'dxfs') ?? root).filter((it) => it.local === 'dxf').length,
  };
  const existing = {
    font: styles.fonts.map(source),
    fill: styles.fills.map(source),
    border: styles.borders.map(source),
    xf: styles.formats.map(source),
  };

  /** Records may name one that is not there. What is added must not take its number, or they would change their look. */
  const absent = (kind: 'font' | 'fill' | 'border' | 'xf'): readonly string[] => {
    if (kind === 'xf') return Array(absentFormats(existing.xf.length)).fill(existing.xf[0] ?? plainFormat(p));
    const named = [...styles.formats, ...styles.baseFormats].map((it) => numberOf(it, `${kind}Id`) ?? 0);
    const missing = named.reduce((most, id) => Math.max(most, id + 1), 0) - existing[kind].length;
    return missing > 0 && missing < MOST_ABSENT ? Array(missing).fill(existing[kind][0] ?? `<${p}${kind}/>`) : [];
  };
  const indexOf = (kind: 'font' | 'fill' | 'border' | 'xf', xml: string): number => {
    const known = existing[kind].indexOf(xml);
    if (known >= 0) return known;
    const made = added[kind].indexOf(xml);
    if (made >= 0) return existing[kind].length + made;
    if (added[kind].length === 0) added[kind].push(...absent(kind));
    return existing[kind].length + added[kind].push(xml) - 1;
  };
  const formatId = (code: string): number => {
    const known = codes.get(code) ?? builtinFormatId(code);
    if (known !== undefined) return known;
    const id = Math.max(163, ...codes.values()) + 1;
    codes.set(code, id);
    added.numFmt.push(`<${p}numFmt numFmtId="${id}" formatCode="${escapeXmlAttribute(code)}"/>`);
    return id;
  };
  // A record may have been added in this batch; it is parsed from its text like one that was always there.
  const record = (style: number): XmlElement | undefined =>
    styles.formats[style] ?? fragment(added.xf[style - styles.formats.length], root)?.element;
  const part = (kind: 'font' | 'border', list: readonly XmlElement[], index: number): Base => {
    const element = list[index];
    return element ? { element, text: source } : fragment(added[kind][index - list.length], root);
  };

  const merge = (base: number, patch: StylePatch): number => {
    const format = record(base);
    const named =
      patch.namedStyle === undefined ? undefined : styles.names.find(({ name }) => name === patch.namedStyle);
    if (patch.namedStyle !== undefined && !named) warnings.add(`unknown_named_style:${patch.namedStyle}`);
    const from = named ? styles.baseFormats[named.base] : format;
    let font = numberOf(from, 'fontId') ?? 0;
    let fill = numberOf(from, 'fillId') ?? 0;
    let border = numberOf(from, 'borderId') ?? 0;
    let number = numberOf(from, 'numFmtId') ?? 0;
    if (changesFont(patch)) font = indexOf('font', fontXml(part('font', styles.fonts, font), patch, p));
    if (patch.fillColor !== undefined || patch.fillPattern !== undefined) fill = indexOf('fill', fillXml(patch, p));
    if (patch.borders) border = indexOf('border', borderXml(part('border', styles.borders, border), patch.borders, p));
    const code = patch.numberFormat ?? (number === 0 ? patch.formatIfGeneral : undefined);
    if (code !== undefined) number = formatId(code);
    const alignment = alignmentXml(childOf(format, ns.sheet, 'alignment'), patch, p);
    const protection = childOf(format, ns.sheet, 'protection');
    const inner = alignment + (protection && styles.formats[base] ? source(protection) : '');
    const quoted = patch.quotePrefix ?? flagOf(format, 'quotePrefix');
    const attributes = [
      `numFmtId="${number}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="${named?.base ?? numberOf(format, 'xfId') ?? 0}"`,
      quoted ? ' quotePrefix="1"' : '',
      number === 0 ? '' : ' applyNumberFormat="1"',
      font === 0 ? '' : ' applyFont="1"',
      fill === 0 ? '' : ' applyFill="1"',
      border === 0 ? '' : ' applyBorder="1"',
      alignment === '' ? '' : ' applyAlignment="1"',
      protection ? ' applyProtection="1"' : '',
    ].join('');
    return indexOf('xf', inner === '' ? `<${p}xf ${attributes}/>` : `<${p}xf ${attributes}>${inner}</${p}xf>`);
  };

  return {
    styleFor: (base, patches) => {
      if (patches.length === 0) return base;
      const key = `${base}|${JSON.stringify(patches)}`;
      const known = memory.get(key) ?? patches.reduce(merge, base);
      memory.set(key, known);
      return known;
    },
    differential: (patch) => {
      const font = changesFont(patch) ? fontXml(undefined, patch, p) : '';
      const fill = patch.fillColor
        ? `<${p}fill><${p}patternFill patternType="solid"><${p}fgColor rgb="FF${patch.fillColor}"/><${p}bgColor rgb="FF${patch.fillColor}"/></${p}patternFill></${p}fill>`
        : '';
      const border = patch.borders ? borderXml(undefined, patch.borders, p) : '';
      return counts.dxf + added.dxf.push(`<${p}dxf>${font}${fill}${border}</${p}dxf>`) - 1;
    },
    warnings: () => [...warnings],
    finish: () => {
      if (Object.values(added).every((list) => list.length === 0)) return undefined;
      const edit = createXmlEdit(document);
      const groups: readonly [keyof Added, string][] = [
        ['numFmt', 'numFmts'],
        ['font', 'fonts'],
        ['fill', 'fills'],
        ['border', 'borders'],
        ['xf', 'cellXfs'],
        ['dxf', 'dxfs'],
      ];
      for (const [kind, group] of groups) {
        const items = added[kind];
        if (items.length === 0) continue;
        const element = childOf(root, ns.sheet, group);
        if (element) {
          const count = elementsOf(element).length + items.length;
          edit.setAttribute(element, 'count', String(count));
          edit.append(element, items.join(''));
        } else insertGroup(edit, root, p, group, items);
      }
      return edit.toBytes();
    },
  };
};

/** The look of a cell that names no style, or one that is not there. */
export const plainFormat = (p: string): string => `<${p}xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`;

const ORDER = [
  'numFmts',
  'fonts',
  'fills',
  'borders',
  'cellStyleXfs',
  'cellXfs',
  'cellStyles',
  'dxfs',
  'tableStyles',
  'colors',
  'extLst',
];

const insertGroup = (
  edit: ReturnType<typeof createXmlEdit>,
  root: XmlElement,
  p: string,
  group: string,
  items: readonly string[],
): void => {
  const xml = `<${p}${group} count="${items.length}">${items.join('')}</${p}${group}>`;
  const later = elementsOf(root).find((it) => ORDER.indexOf(it.local) > ORDER.indexOf(group));
  if (later) edit.insertBefore(later, xml);
  else edit.append(root, xml);
};

/** An added record read back, so that a later patch can build on it. */
const fragment = (xml: string | undefined, root: XmlElement): Base => {
  if (xml === undefined) return undefined;
  const document = parseXml(`<a ${scopeAttributes(root)}>${xml}</a>`);
  const [element] = elementsOf(document.root);
  return element && { element, text: (it) => sourceOf(document, it) };
};

const scopeAttributes = (root: XmlElement): string =>
  [...root.scope]
    .filter(([prefix]) => prefix !== 'xml')
    .map(([prefix, uri]) => `xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeXmlAttribute(uri)}"`)
    .join(' ');

type Base = { readonly element: XmlElement; readonly text: (it: XmlElement) => string } | undefined;

const FONT_ORDER = [
  'b',
  'i',
  'strike',
  'condense',
  'extend',
  'outline',
  'shadow',
  'u',
  'vertAlign',
  'sz',
  'color',
  'name',
  'family',
  'charset',
  'scheme',
];

const changesFont = (patch: StylePatch): boolean =>
  [patch.fontName, patch.fontSize, patch.bold, patch.italic, patch.underline, patch.strike, patch.fontColor].some(
    (it) => it !== undefined,
  );

const fontXml = (base: Base, patch: StylePatch, p: string): string => {
  const facts = new Map<string, string>();
  for (const child of base ? elementsOf(base.element) : []) facts.set(child.local, base?.text(child) ?? '');
  const toggle = (name: string, value: boolean | undefined) => {
    if (value === undefined) return;
    if (value) facts.set(name, `<${p}${name}/>`);
    else facts.delete(name);
  };
  toggle('b', patch.bold);
  toggle('i', patch.italic);
  toggle('u', patch.underline);
  toggle('strike', patch.strike);
  if (patch.fontSize !== undefined) facts.set('sz', `<${p}sz val="${patch.fontSize}"/>`);
  if (patch.fontColor !== undefined) facts.set('color', `<${p}color rgb="FF${patch.fontColor}"/>`);
  if (patch.fontName !== undefined) {
    facts.set('name', `<${p}name val="${escapeXmlAttribute(patch.fontName)}"/>`);
    // A theme font would win over the name.
    for (const name of ['scheme', 'family', 'charset']) facts.delete(name);
  }
  return `<${p}font>${FONT_ORDER.map((name) => facts.get(name) ?? '').join('')}</${p}font>`;
};

const fillXml = (patch: StylePatch, p: string): string => {
  const pattern = patch.fillPattern ?? 'solid';
  const colors = patch.fillColor ? `<${p}fgColor rgb="FF${patch.fillColor}"/><${p}bgColor indexed="64"/>` : '';
  return `<${p}fill><${p}patternFill patternType="${pattern}"${colors === '' ? '/>' : `>${colors}</${p}patternFill>`}</${p}fill>`;
};

const borderXml = (base: Base, borders: NonNullable<StylePatch['borders']>, p: string): string => {
  const facts = new Map<string, string>();
  for (const child of base ? elementsOf(base.element) : []) facts.set(child.local, base?.text(child) ?? '');
  for (const [side, border] of Object.entries(borders)) facts.set(side, sideXml(side, border, p));
  const order = ['left', 'right', 'top', 'bottom', 'diagonal'];
  return `<${p}border>${order.map((side) => facts.get(side) ?? `<${p}${side}/>`).join('')}</${p}border>`;
};

const sideXml = (side: string, { style, color }: Border, p: string): string =>
  style === 'none'
    ? `<${p}${side}/>`
    : `<${p}${side} style="${style}"><${p}color ${color ? `rgb="FF${color}"` : 'auto="1"'}/></${p}${side}>`;

const alignmentXml = (element: XmlElement | undefined, patch: StylePatch, p: string): string => {
  const facts = new Map((element?.attributes ?? []).map(({ name, value }) => [name, value]));
  if (patch.horizontal !== undefined) facts.set('horizontal', patch.horizontal);
  if (patch.vertical !== undefined) facts.set('vertical', patch.vertical);
  if (patch.wrap !== undefined) facts.set('wrapText', patch.wrap ? '1' : '0');
  if (patch.indent !== undefined) facts.set('indent', String(patch.indent));
  // Downward rotation is stored as 90 plus the angle.
  if (patch.rotation !== undefined)
    facts.set('textRotation', String(patch.rotation < 0 ? 90 - patch.rotation : patch.rotation));
  if (facts.size === 0) return '';
  return `<${p}alignment ${[...facts].map(([name, value]) => `${name}="${escapeXmlAttribute(value)}"`).join(' ')}/>`;
};
