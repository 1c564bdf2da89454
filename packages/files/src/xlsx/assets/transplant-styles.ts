import { ns } from '../../package/namespaces.ts';
import { refuseOp } from '../../package/refusal.ts';
import type { XmlDocument, XmlElement } from '../../package/xml.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import {
  attributeOf,
  childOf,
  childrenOf,
  elementsOf,
  numberOf,
  prefixFor,
  sourceOf,
} from '../../package/xml-query.ts';
import { escapeXmlAttribute } from '../../package/xml-text.ts';
import { plainFormat } from '../edit/style-book.ts';
import { builtinFormatId } from '../number-format.ts';
import { readStyles, type Styles } from '../styles.ts';

/** Takes style records from one workbook into the tables of another. */
export interface Transplant {
  /** The number in the target of a cell format of the source. */
  readonly cellFormat: (style: number) => number;
  /** The number in the target of what a conditional format or a table lays over cells. */
  readonly overlay: (id: number) => number;
  readonly namedStyle: (name: string) => boolean;
  readonly numberFormatOf: (style: number) => string;
  readonly finish: () => Buffer | undefined;
}

type Group = 'numFmts' | 'fonts' | 'fills' | 'borders' | 'cellStyleXfs' | 'cellXfs' | 'cellStyles' | 'dxfs';

export const createTransplant = (
  from: XmlDocument,
  to: XmlDocument,
  absentFormats: (formats: number) => number,
): Transplant => {
  const [source, target] = [readStyles(from), readStyles(to)];
  const p = prefixFor(to.root, ns.sheet) ?? '';
  if (p !== (prefixFor(from.root, ns.sheet) ?? ''))
    refuseOp('unsupported_structure', 'The style tables are written in different dialects.');
  const added = new Map<Group, string[]>();
  const codes = new Map([...target.codes].map(([id, code]) => [code, id]));
  const existing: Readonly<Record<string, readonly XmlElement[]>> = {
    fonts: target.fonts,
    fills: target.fills,
    borders: target.borders,
    cellStyleXfs: target.baseFormats,
    cellXfs: target.formats,
    dxfs: overlaysOf(to),
  };
  const add = (group: Group, xml: string): number => {
    const known = existing[group] ?? [];
    const same = known.findIndex((element) => sourceOf(to, element) === xml);
    if (same >= 0) return same;
    const list = added.get(group) ?? [];
    added.set(group, list);
    if (group === 'cellXfs' && list.length === 0) {
      const [plain] = target.formats;
      list.push(...Array(absentFormats(known.length)).fill(plain ? sourceOf(to, plain) : plainFormat(p)));
    }
    const twin = list.indexOf(xml);
    return known.length + (twin >= 0 ? twin : list.push(xml) - 1);
  };
  const formatId = (code: string): number => {
    const known = codes.get(code) ?? builtinFormatId(code);
    if (known !== undefined) return known;
    const id = Math.max(163, ...codes.values()) + 1;
    codes.set(code, id);
    const list = added.get('numFmts') ?? [];
    added.set('numFmts', list);
    list.push(`<${p}numFmt numFmtId="${id}" formatCode="${escapeXmlAttribute(code)}"/>`);
    return id;
  };
  const moved = (format: XmlElement, code: string, base: number | undefined): string => {
    const part = (list: readonly XmlElement[], name: string, group: Group) => {
      const element = list[numberOf(format, name) ?? 0];
      return element ? add(group, sourceOf(from, element)) : 0;
    };
    const kept = format.attributes
      .filter(({ name }) => /^apply|quotePrefix/.test(name))
      .map(({ name, value }) => ` ${name}="${value}"`);
    const inner = elementsOf(format)
      .map((element) => sourceOf(from, element))
      .join('');
    const head = `<${p}xf numFmtId="${formatId(code)}" fontId="${part(source.fonts, 'fontId', 'fonts')}" fillId="${part(source.fills, 'fillId', 'fills')}" borderId="${part(source.borders, 'borderId', 'borders')}"${base === undefined ? '' : ` xfId="${base}"`}${kept.join('')}`;
    return inner === '' ? `${head}/>` : `${head}>${inner}</${p}xf>`;
  };
  return {
    numberFormatOf: (style) => source.formatCode(style),
    cellFormat: (style) => {
      const format = source.formats[style];
      return format ? add('cellXfs', moved(format, source.formatCode(style), 0)) : 0;
    },
    overlay: (id) => {
      const element = overlaysOf(from)[id];
      return element ? add('dxfs', sourceOf(from, element)) : 0;
    },
    namedStyle: (name) => {
      const found = source.names.find((it) => it.name === name);
      const base = found && source.baseFormats[found.base];
      if (!found || !base) return false;
      if (target.names.some((it) => it.name === name)) return true;
      const index = add('cellStyleXfs', moved(base, codeOf(source, base), undefined));
      const list = added.get('cellStyles') ?? [];
      added.set('cellStyles', list);
      list.push(`<${p}cellStyle name="${escapeXmlAttribute(name)}" xfId="${index}"/>`);
      return true;
    },
    finish: () => {
      if (added.size === 0) return undefined;
      const edit = createXmlEdit(to);
      const order: readonly Group[] = [
        'numFmts',
        'fonts',
        'fills',
        'borders',
        'cellStyleXfs',
        'cellXfs',
        'cellStyles',
        'dxfs',
      ];
      for (const group of order) {
        const items = added.get(group);
        if (!items) continue;
        const element = childOf(to.root, ns.sheet, group);
        if (element) {
          edit.append(element, items.join(''));
          edit.setAttribute(element, 'count', String(elementsOf(element).length + items.length));
          continue;
        }
        const later = elementsOf(to.root).find(
          (it) => order.indexOf(it.local as Group) > order.indexOf(group) || AFTER.has(it.local),
        );
        const xml = `<${p}${group} count="${items.length}">${items.join('')}</${p}${group}>`;
        if (later) edit.insertBefore(later, xml);
        else edit.append(to.root, xml);
      }
      return edit.toBytes();
    },
  };
};

/** What stands behind all the tables above. */
const AFTER: ReadonlySet<string> = new Set(['tableStyles', 'colors', 'extLst']);

const overlaysOf = ({ root }: XmlDocument): readonly XmlElement[] =>
  childrenOf(childOf(root, ns.sheet, 'dxfs'), ns.sheet, 'dxf');

const codeOf = (styles: Styles, format: XmlElement): string => {
  const id = Number(attributeOf(format, 'numFmtId') ?? 0);
  return styles.codes.get(id) ?? 'General';
};
