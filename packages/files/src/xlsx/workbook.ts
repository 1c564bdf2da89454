import { ns } from '../package/namespaces.ts';
import { followOne, type Parts } from '../package/opc.ts';
import { refuseRead } from '../package/refusal.ts';
import { attributeOf, childOf, childrenOf, flagOf, numberOf, textOf } from '../package/xml-query.ts';
import { readStyles, type Styles } from './styles.ts';
import { readTables, type TableInfo } from './tables.ts';

export type SheetState = 'visible' | 'hidden' | 'very_hidden';

export type SheetInfo = {
  readonly index: number;
  readonly name: string;
  readonly sheetId: number;
  readonly relationship: string;
  readonly type: 'worksheet' | 'chartsheet';
  readonly state: SheetState;
  readonly part: string;
  readonly tables: readonly TableInfo[];
};

export type DefinedName = {
  readonly name: string;
  /** Name of the sheet it is local to. */
  readonly scope: string | null;
  readonly refersTo: string;
  readonly hidden: boolean;
};

export type Workbook = {
  readonly parts: Parts;
  readonly part: string;
  readonly sheets: readonly SheetInfo[];
  readonly names: readonly DefinedName[];
  readonly date1904: boolean;
  readonly calcMode: 'auto' | 'manual' | 'auto_no_table';
  /** The file asks whoever opens it to calculate it, because nobody who could has seen its values. */
  readonly calculatesOnLoad: boolean;
  /** Values are rounded to what their cells show before anything is calculated from them. */
  readonly calculatesAsShown: boolean;
  readonly styles: Styles;
  readonly stylesPart: string | undefined;
  /** Opens the shared strings afresh; undefined when the workbook has none. */
  readonly strings: (() => AsyncIterable<Buffer>) | undefined;
  readonly externalLinks: number;
  readonly pivots: number;
  readonly hasMacros: boolean;
  readonly isTemplate: boolean;
};

const MOST_SHEETS = 1_024;

export const openWorkbook = (parts: Parts): Workbook => {
  const part = followOne(parts, '', 'officeDocument') ?? refuseRead('damaged', 'The package names no workbook.');
  const document = parts.xml(part);
  const { root } = document;
  if (root.local !== 'workbook' || root.uri !== ns.sheet) refuseRead('damaged', 'The package holds no workbook.');
  const targets = new Map(parts.relationships(part).map((it) => [it.id, it]));
  const elements = childrenOf(childOf(root, ns.sheet, 'sheets'), ns.sheet, 'sheet');
  if (elements.length > MOST_SHEETS) refuseRead('dimension', 'The workbook has too many sheets.');
  const sheets = elements.flatMap((element, index): SheetInfo[] => {
    const relationship = attributeOf(element, 'id', ns.relationships) ?? '';
    const target = targets.get(relationship);
    if (target?.part === undefined || !parts.has(target.part)) return [];
    return [
      {
        index,
        name: attributeOf(element, 'name') ?? '',
        sheetId: numberOf(element, 'sheetId') ?? index + 1,
        relationship,
        type: target.kind === 'worksheet' ? 'worksheet' : 'chartsheet',
        state: stateOf(attributeOf(element, 'state')),
        part: target.part,
        tables: target.kind === 'worksheet' ? readTables(parts, target.part) : [],
      },
    ];
  });
  const names = childrenOf(childOf(root, ns.sheet, 'definedNames'), ns.sheet, 'definedName').map((element) => ({
    name: attributeOf(element, 'name') ?? '',
    scope: scopeOf(sheets, numberOf(element, 'localSheetId')),
    refersTo: textOf(document, element),
    hidden: flagOf(element, 'hidden'),
  }));
  const stylesPart = existing(parts, followOne(parts, part, 'styles'));
  const stringsPart = existing(parts, followOne(parts, part, 'sharedStrings'));
  const type = parts.typeOf(part) ?? '';
  const all = parts.names();
  return {
    parts,
    part,
    sheets,
    names,
    date1904: flagOf(childOf(root, ns.sheet, 'workbookPr'), 'date1904'),
    calcMode: calcModeOf(attributeOf(childOf(root, ns.sheet, 'calcPr'), 'calcMode')),
    calculatesOnLoad: flagOf(childOf(root, ns.sheet, 'calcPr'), 'fullCalcOnLoad'),
    calculatesAsShown: /^(?:0|false)$/.test(attributeOf(childOf(root, ns.sheet, 'calcPr'), 'fullPrecision') ?? ''),
    stylesPart,
    styles: readStyles(stylesPart === undefined ? undefined : parts.xml(stylesPart)),
    strings: stringsPart === undefined ? undefined : () => parts.chunks(stringsPart),
    externalLinks: all.filter((name) => /(^|\/)externalLinks\/[^/]+\.xml$/.test(name)).length,
    pivots: all.filter((name) => /(^|\/)pivotTables\/[^/]+\.xml$/.test(name)).length,
    hasMacros: type.includes('macroEnabled') || all.some((name) => name.endsWith('vbaProject.bin')),
    isTemplate: type.includes('template'),
  };
};

export const sheetNamed = (book: Workbook, name: string): SheetInfo | undefined =>
  book.sheets.find((sheet) => sheet.name === name) ??
  book.sheets.find((sheet) => sheet.name.toLowerCase() === name.toLowerCase());

const existing = (parts: Parts, part: string | undefined): string | undefined =>
  part !== undefined && parts.has(part) ? part : undefined;

const stateOf = (text: string | undefined): SheetState =>
  text === 'hidden' ? 'hidden' : text === 'veryHidden' ? 'very_hidden' : 'visible';

const calcModeOf = (text: string | undefined): Workbook['calcMode'] =>
  text === 'manual' ? 'manual' : text === 'autoNoTable' ? 'auto_no_table' : 'auto';

const scopeOf = (sheets: readonly SheetInfo[], index: number | undefined): string | null =>
  index === undefined ? null : (sheets.find((sheet) => sheet.index === index)?.name ?? null);
