import { copyLinks } from '../../office/copy-parts.ts';
import { ns } from '../../package/namespaces.ts';
import type { Parts } from '../../package/opc.ts';
import { refuseOp } from '../../package/refusal.ts';
import { createXmlEdit } from '../../package/xml-edit.ts';
import { attributeOf, childOf, childrenOf, elementsOf, numberOf, prefixFor, textOf } from '../../package/xml-query.ts';
import { escapeXmlAttribute, escapeXmlText } from '../../package/xml-text.ts';
import { renameInFormula } from '../formula/rewrite.ts';
import { renameTableInFormula } from '../formula/structured.ts';
import { type SheetInfo, sheetNamed } from '../workbook.ts';
import type { BookEdit } from './book-edit.ts';
import { markSpansOfSheets } from './mark-formulas.ts';
import type { OpOf } from './ops.ts';
import { freshTableName } from './ops-objects.ts';
import { addSheetPart, checkedName } from './ops-sheets.ts';
import { rewriteFormulas } from './rewrite-formulas.ts';

/** What a copied sheet brings along; anything else is tied to parts of the workbook that there is one of. */
const CARRIED: ReadonlySet<string> = new Set([
  'hyperlink',
  'printerSettings',
  'drawing',
  'vmlDrawing',
  'comments',
  'table',
  'image',
]);
/** Parts that two sheets may share. */
const SHARED = /(^|\/)(?:media|printerSettings)\//;

export const copySheet = async (edit: BookEdit, op: OpOf<'copy_sheet'>): Promise<void> => {
  const sheet = edit.sheet(op.sheet);
  checkedName(edit, op.to);
  const draft = edit.draft(sheet);
  await draft.flush();
  refuseUncarried(edit, sheet);
  const pieces: Buffer[] = [];
  for await (const piece of draft.chunks()) pieces.push(piece);
  const text = Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\s(?:xr:uid|tabSelected)="[^"]*"/g, '');
  const part = addSheetPart(edit, op.to, op.position ?? null, Buffer.from(text));
  // What may be shared counts as copied already, onto itself.
  const settled = new Map(edit.parts.names().flatMap((name) => (SHARED.test(name) ? [[name, name] as const] : [])));
  copyLinks(edit.parts, edit.parts, sheet.part, part, settled);
  edit.refresh();
  const tables = renameTables(
    edit,
    [...settled].filter(([old, made]) => old !== made).map(([, made]) => made),
  );
  const own = (formula: string): string => {
    const placed = renameInFormula(formula, sheet.name, op.to);
    return tables.reduce((it, { from, to }) => renameTableInFormula(it, from, to), placed);
  };
  pointCharts(edit, [...settled.values()], own);
  await rewriteFormulas(edit, own, (name) => name === part, false);
  copyLocalNames(edit, sheet, op.to);
  await markSpansOfSheets(edit);
  edit.dirty.formulasChanged = true;
  edit.effects.said(op.to, `sheet ${sheet.name} copied to ${op.to}`);
};

/** Kinds of things on a sheet that no copy of it can have. */
export const uncarriedKinds = (parts: Parts, sheet: SheetInfo): string[] => [
  ...new Set(
    parts
      .relationships(sheet.part)
      .filter(({ kind }) => !CARRIED.has(kind))
      .map(({ kind }) => kind),
  ),
];

const refuseUncarried = (edit: BookEdit, sheet: SheetInfo): void => {
  const kinds = uncarriedKinds(edit.parts, sheet);
  if (kinds.length > 0) {
    refuseOp('unsupported_structure', `The sheet holds what cannot be copied with it: ${kinds.join(', ')}.`, {
      candidates: kinds,
    });
  }
};

/** A table has a name and a number of its own in the workbook; those of a copy are new. */
export const renameTables = (
  edit: BookEdit,
  parts: readonly string[],
): { readonly from: string; readonly to: string }[] => {
  const renamed: { from: string; to: string }[] = [];
  for (const part of parts.filter((name) => (edit.parts.typeOf(name) ?? '').endsWith('.table+xml'))) {
    const document = edit.parts.xml(part);
    const all = edit.book().sheets.flatMap((it) => it.tables);
    const from = attributeOf(document.root, 'displayName') ?? '';
    const to = freshTableName(all.map(({ name }) => name));
    const ids = all.map((it) => numberOf(edit.parts.xml(it.part).root, 'id') ?? 0);
    const change = createXmlEdit(document);
    change.setAttribute(document.root, 'id', String(Math.max(0, ...ids) + 1));
    change.setAttribute(document.root, 'name', to);
    change.setAttribute(document.root, 'displayName', to);
    edit.parts.put(part, change.toBytes());
    edit.refresh();
    renamed.push({ from, to });
  }
  return renamed;
};

/** Charts that came along show the copy, not the sheet they were copied from. */
export const pointCharts = (edit: BookEdit, parts: readonly string[], change: (formula: string) => string): void => {
  for (const part of parts.filter((name) => /(^|\/)charts\/chart[^/]*\.xml$/.test(name))) {
    const document = edit.parts.xml(part);
    const xml = createXmlEdit(document);
    const walk = (element: typeof document.root): void => {
      for (const child of elementsOf(element)) {
        if (child.local !== 'f' || elementsOf(child).length > 0) {
          walk(child);
          continue;
        }
        const text = textOf(document, child);
        if (change(text) !== text) xml.setText(child, change(text));
      }
    };
    walk(document.root);
    if (xml.changed()) edit.parts.put(part, xml.toBytes());
  }
};

const copyLocalNames = (edit: BookEdit, sheet: SheetInfo, to: string): void => {
  const target = sheetNamed(edit.book(), to);
  const from = sheetNamed(edit.book(), sheet.name);
  if (!target || !from) return;
  edit.editWorkbook((change, root) => {
    const document = edit.parts.xml(edit.book().part);
    const group = childOf(root, ns.sheet, 'definedNames');
    const p = prefixFor(root, ns.sheet) ?? '';
    for (const name of childrenOf(group, ns.sheet, 'definedName')) {
      if (numberOf(name, 'localSheetId') !== from.index || !group) continue;
      const text = renameInFormula(textOf(document, name), sheet.name, to);
      change.append(
        group,
        `<${p}definedName name="${escapeXmlAttribute(attributeOf(name, 'name') ?? '')}" localSheetId="${target.index}">${escapeXmlText(text)}</${p}definedName>`,
      );
    }
  });
};
