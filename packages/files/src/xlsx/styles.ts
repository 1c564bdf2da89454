import { ns } from '../package/namespaces.ts';
import type { XmlDocument, XmlElement } from '../package/xml.ts';
import { attributeOf, childOf, childrenOf, flagOf, numberOf, pathOf, sourceOf } from '../package/xml-query.ts';
import { builtinFormat, type DateKind, dateKindOf } from './number-format.ts';

/** The style tables of a workbook, read once. Records are given as their elements; indexes are those of cells. */
export type Styles = {
  readonly document: XmlDocument | undefined;
  readonly formats: readonly XmlElement[];
  readonly fonts: readonly XmlElement[];
  readonly fills: readonly XmlElement[];
  readonly borders: readonly XmlElement[];
  readonly baseFormats: readonly XmlElement[];
  readonly names: readonly { readonly name: string; readonly base: number; readonly builtin: boolean }[];
  readonly codes: ReadonlyMap<number, string>;
  readonly dateKind: (style: number) => DateKind;
  readonly formatCode: (style: number) => string;
  /** Everything a reader sees of a style, as text: equal texts look equal whatever their record numbers. */
  readonly facts: (style: number) => string;
};

export const readStyles = (document: XmlDocument | undefined): Styles => {
  const root = document?.root;
  const list = (group: string, item: string) => childrenOf(childOf(root, ns.sheet, group), ns.sheet, item);
  const formats = list('cellXfs', 'xf');
  const fonts = list('fonts', 'font');
  const fills = list('fills', 'fill');
  const borders = list('borders', 'border');
  const baseFormats = list('cellStyleXfs', 'xf');
  const codes = new Map<number, string>();
  for (const element of childrenOf(pathOf(root, ns.sheet, 'numFmts'), ns.sheet, 'numFmt'))
    codes.set(numberOf(element, 'numFmtId') ?? -1, attributeOf(element, 'formatCode') ?? '');
  const names = list('cellStyles', 'cellStyle').map((element) => ({
    name: attributeOf(element, 'name') ?? '',
    base: numberOf(element, 'xfId') ?? 0,
    builtin: attributeOf(element, 'builtinId') !== undefined,
  }));
  const formatCode = (style: number): string => {
    const id = numberOf(formats[style], 'numFmtId') ?? 0;
    return codes.get(id) ?? builtinFormat(id) ?? 'General';
  };
  const kinds = new Map<number, DateKind>();
  const known = new Map<number, string>();
  return {
    document,
    formats,
    fonts,
    fills,
    borders,
    baseFormats,
    names,
    codes,
    formatCode,
    dateKind: (style) => remember(kinds, style, () => dateKindOf(formatCode(style))),
    facts: (style) =>
      remember(known, style, () => {
        const format = formats[style];
        if (!document || !format) return formatCode(style);
        const inner = (element: XmlElement | undefined) => (element ? sourceOf(document, element) : '');
        return [
          formatCode(style),
          inner(fonts[numberOf(format, 'fontId') ?? 0]),
          inner(fills[numberOf(format, 'fillId') ?? 0]),
          inner(borders[numberOf(format, 'borderId') ?? 0]),
          inner(childOf(format, ns.sheet, 'alignment')),
          inner(childOf(format, ns.sheet, 'protection')),
          flagOf(format, 'quotePrefix') ? 'quoted' : '',
          names.find((it) => it.base === (numberOf(format, 'xfId') ?? 0))?.name ?? '',
        ].join('\u0001');
      }),
  };
};

const remember = <T>(memory: Map<number, T>, key: number, make: () => T): T => {
  const known = memory.get(key);
  if (known !== undefined) return known;
  const made = make();
  memory.set(key, made);
  return made;
};
