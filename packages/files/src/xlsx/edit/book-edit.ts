import { ns } from '../../package/namespaces.ts';
import type { OpcPackage } from '../../package/opc.ts';
import { createPackageEdit, type PackageEdit } from '../../package/package-edit.ts';
import { refuseOp } from '../../package/refusal.ts';
import type { XmlElement } from '../../package/xml.ts';
import { createXmlEdit, type XmlEdit } from '../../package/xml-edit.ts';
import { openWorkbook, type SheetInfo, sheetNamed, type Workbook } from '../workbook.ts';
import { absentFormats } from './absent-formats.ts';
import { createDirty, type Dirty } from './dirty.ts';
import { createEffects, type Effects } from './effects.ts';
import { settlePatches } from './settle-patches.ts';
import { createSheetDraft, type SheetDraft } from './sheet-draft.ts';
import { createStyleBook, type StyleBook } from './style-book.ts';

/** A workbook while a batch of operations works on it. */
export interface BookEdit {
  readonly parts: PackageEdit;
  readonly book: () => Workbook;
  readonly sheet: (name: string) => SheetInfo;
  readonly draft: (sheet: SheetInfo) => SheetDraft;
  readonly styles: () => StyleBook;
  readonly effects: Effects;
  /** Cells whose values changed and formulas that are new. */
  readonly dirty: Dirty;
  readonly warn: (warning: string) => void;
  readonly warnings: () => readonly string[];
  readonly editWorkbook: (change: (edit: XmlEdit, root: XmlElement) => void) => void;
  /** Parts were changed beneath: what was read of the workbook is read again. */
  readonly refresh: () => void;
  /** Sheets that this edit touched and that say they are protected. */
  readonly protectedSheets: () => readonly string[];
  /** Tables a header of which was set: their columns are given names that differ, once all are set. */
  readonly tablesToSettle: Set<string>;
  readonly settle: () => Promise<void>;
  readonly flush: () => Promise<void>;
}

export const createBookEdit = (source: OpcPackage): BookEdit => {
  const parts = createPackageEdit(source);
  const drafts = new Map<string, SheetDraft>();
  const warnings = new Set<string>();
  let book: Workbook | undefined;
  let styles: StyleBook | undefined;
  const current = (): Workbook => {
    book ??= openWorkbook(parts);
    return book;
  };
  const styleBook = (): StyleBook => {
    const { stylesPart } = current();
    if (stylesPart === undefined)
      return refuseOp('unsupported_structure', 'The workbook has no style table to add to.');
    styles ??= createStyleBook(parts.xml(stylesPart), (formats) => absentFormats(parts, current(), formats));
    return styles;
  };
  const edit: BookEdit = {
    parts,
    book: current,
    dirty: createDirty(),
    styles: styleBook,
    effects: createEffects(),
    warn: (warning) => void warnings.add(warning),
    warnings: () => [...warnings],
    sheet: (name) => {
      const found = sheetNamed(current(), name);
      if (found?.type === 'worksheet') return found;
      return refuseOp('unknown_sheet', `There is no worksheet named ${name.slice(0, 60)}.`, {
        candidates: current().sheets.map((it) => it.name),
      });
    },
    draft: ({ part }) => {
      const size = source.zip.byName.get(part)?.size ?? 0;
      const known =
        drafts.get(part) ??
        createSheetDraft(
          parts,
          part,
          (base, patch) => (patch.styles ? styleBook().styleFor(base, patch.styles) : base),
          size,
          (draft) => settlePatches(edit, part, draft),
        );
      drafts.set(part, known);
      return known;
    },
    editWorkbook: (change) => {
      const { part } = current();
      const document = parts.xml(part);
      const edit = createXmlEdit(document);
      change(edit, document.root);
      if (!edit.changed()) return;
      parts.put(part, edit.toBytes());
      book = undefined;
    },
    refresh: () => {
      book = undefined;
    },
    tablesToSettle: new Set(),
    protectedSheets: () =>
      current().sheets.flatMap(({ name, part }) =>
        drafts.get(part)?.isTouched() && drafts.get(part)?.isProtected() ? [name] : [],
      ),
    settle: async () => {
      for (const draft of drafts.values()) await draft.settle();
    },
    flush: async () => {
      for (const draft of drafts.values()) await draft.flush();
    },
  };
  return edit;
};

/** Order of the children of a worksheet; Excel refuses files that break it. */
export const SHEET_ORDER =
  'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations hyperlinks printOptions pageMargins pageSetup headerFooter rowBreaks colBreaks customProperties cellWatches ignoredErrors smartTags drawing legacyDrawing legacyDrawingHF drawingHF picture oleObjects controls webPublishItems tableParts extLst'.split(
    ' ',
  );

export const WORKBOOK_ORDER =
  'fileVersion fileSharing workbookPr workbookProtection bookViews sheets functionGroups externalReferences definedNames calcPr oleSize customWorkbookViews pivotCaches smartTagPr smartTagTypes webPublishing fileRecoveryPr webPublishObjects extLst'.split(
    ' ',
  );

/** Puts a new child where the schema wants it. */
export const insertOrdered = (
  edit: XmlEdit,
  root: XmlElement,
  order: readonly string[],
  local: string,
  xml: string,
): void => {
  const place = order.indexOf(local);
  const later = root.children.find(
    (it) => it.kind === 'element' && it.uri === ns.sheet && order.indexOf(it.local) > place,
  );
  if (later) edit.insertBefore(later, xml);
  else edit.append(root, xml);
};
