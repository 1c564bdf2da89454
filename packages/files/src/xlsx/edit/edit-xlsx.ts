import type { Certificate } from '../../package/certificate.ts';
import { ns } from '../../package/namespaces.ts';
import { openPackage } from '../../package/opc.ts';
import { atOp, refuseOp } from '../../package/refusal.ts';
import { savePackage } from '../../package/save-package.ts';
import { versionOf } from '../../package/version-of.ts';
import { childOf, flagOf, prefixFor } from '../../package/xml-query.ts';
import { zipToBuffer } from '../../package/zip-write.ts';
import { type FileResult, settle } from '../../tools/errors.ts';
import { parseCell } from '../ref.ts';
import { sheetNamed } from '../workbook.ts';
import { EMPTY_SHEET, workbookItems } from '../write/blank-workbook.ts';
import { isSheetName } from '../write/sheet-name.ts';
import { applyOp } from './apply-op.ts';
import { type BookEdit, createBookEdit, insertOrdered, WORKBOOK_ORDER } from './book-edit.ts';
import type { FocusHint } from './effects.ts';
import type { XlsxOp } from './ops.ts';
import { MOST_CELLS } from './ops-cells.ts';
import { NO_RECALC, type Recalc, recalculate } from './recalculate.ts';
import { settleHeaders } from './table-columns.ts';
import { inspectWorkbook } from './verify-workbook.ts';

export type EditRequest = {
  /** Bytes of the file as it is; null makes a new workbook. */
  readonly source: Uint8Array | null;
  readonly operations: readonly XlsxOp[];
  /** Where the result is written; nothing is left there when the batch is refused or changes nothing. */
  readonly stagingPath: string;
};

export type EditResult = {
  readonly action: 'created' | 'modified' | 'unchanged';
  readonly version: string | null;
  readonly ops_applied: number;
  readonly changes: { readonly cells: number; readonly sheets: readonly string[]; readonly recalc: Recalc };
  readonly focus_hint: FocusHint | null;
  readonly auto_summary: string;
  readonly warnings: readonly string[];
  readonly certificate: Certificate | null;
};

const MOST_OPS = 100;

/** Applies a batch whole or not at all. */
export const editXlsx = (request: EditRequest): Promise<FileResult<EditResult>> =>
  settle(async () => {
    if (request.operations.length > MOST_OPS)
      refuseOp('limit_ops', `One call may hold at most ${MOST_OPS} operations.`);
    refuseManyCells(request.operations);
    const isNew = request.source === null;
    const bytes = request.source ?? (await newWorkbook(request.operations));
    const edit = createBookEdit(openPackage(bytes, { hashes: true }));
    const { hasMacros, isTemplate } = edit.book();
    if (hasMacros || isTemplate) refuseOp('read_only_format', 'Workbooks with macros and templates are read only.');
    expectRows(edit, request.operations);
    for (const [index, op] of request.operations.entries()) {
      try {
        await applyOp(edit, op);
      } catch (cause) {
        atOp(cause, index);
      }
    }
    const { recalc, certificate } = await finishBook(edit, request.stagingPath, isNew);
    if (certificate !== null) warnOfGuards(edit);
    if (certificate === null) return unchanged(request.operations.length, edit);
    return {
      action: isNew ? 'created' : 'modified',
      version: certificate.after,
      ops_applied: request.operations.length,
      changes: { ...edit.effects.counts(), recalc },
      focus_hint: edit.effects.hint(),
      auto_summary: edit.effects.summary(recalc.mode === 'computed' ? recalc.cells : 0, recalc.cleared),
      warnings: [...edit.warnings()],
      certificate,
    };
  });

/** Brings values in step, writes the workbook and proves it; no certificate means that nothing had changed. */
export const finishBook = async (
  edit: BookEdit,
  stagingPath: string,
  isNew: boolean,
): Promise<{ readonly recalc: Recalc; readonly certificate: Certificate | null }> => {
  await settleHeaders(edit);
  const recalc = await recalculate(edit);
  await edit.flush();
  finishStyles(edit);
  if (!edit.parts.changed() && !isNew) return { recalc, certificate: null };
  if (edit.dirty.valuesBehindFormulasChanged || edit.dirty.formulasChanged) askForCalculation(edit);
  if (edit.dirty.formulasChanged) dropCalculationChain(edit);
  const { certificate } = await savePackage(edit.parts, stagingPath, { isNew, inspect: inspectWorkbook });
  return { recalc, certificate };
};

/** A signature no longer holds once a byte changed, and protection is a wish of whoever set it: both are said. */
const warnOfGuards = (edit: BookEdit): void => {
  if (edit.parts.names().some((name) => name.toLowerCase().startsWith('_xmlsignatures/'))) edit.warn('signature_lost');
  for (const name of edit.protectedSheets()) edit.warn(`protected_sheet:${name}`);
};

const unchanged = (applied: number, edit: BookEdit): EditResult => ({
  action: 'unchanged',
  version: versionOf(edit.parts.source.zip.bytes),
  ops_applied: applied,
  changes: { cells: 0, sheets: [], recalc: NO_RECALC },
  focus_hint: null,
  auto_summary: 'Nothing changed.',
  warnings: [...edit.warnings()],
  certificate: null,
});

/** Tells each sheet which rows the batch names outright. */
const expectRows = (edit: BookEdit, operations: readonly XlsxOp[]): void => {
  for (const op of operations) {
    if (op.op !== 'set_cells' && op.op !== 'set_range') continue;
    const sheet = sheetNamed(edit.book(), op.sheet);
    if (sheet?.type !== 'worksheet') continue;
    const first = op.op === 'set_range' ? (parseCell(op.start)?.row ?? 0) : 0;
    edit
      .draft(sheet)
      .expect(
        op.op === 'set_cells'
          ? op.cells.map(({ cell }) => parseCell(cell)?.row ?? 0)
          : op.values.map((_, down) => first + down),
      );
  }
};

const refuseManyCells = (operations: readonly XlsxOp[]): void => {
  let cells = 0;
  for (const op of operations) {
    if (op.op === 'set_cells') cells += op.cells.length;
    if (op.op === 'set_range') cells += op.values.reduce((sum, row) => sum + row.length, 0);
  }
  if (cells > MOST_CELLS) refuseOp('limit_ops', `One call may set at most ${MOST_CELLS} cells.`);
};

const FILLING: ReadonlySet<XlsxOp['op']> = new Set([
  'ensure_sheet',
  'set_cells',
  'set_range',
  'write_rows',
  'summarize_by_category',
]);

/** A new workbook has the sheets its operations fill, in the order they name them, and no others. */
const newWorkbook = async (operations: readonly XlsxOp[]): Promise<Buffer> => {
  const asked = operations.flatMap((op) => (FILLING.has(op.op) && 'sheet' in op ? [op.sheet] : []));
  const names = [...new Map(asked.map((name) => [name.toLowerCase(), name])).values()];
  const bad = names.find((name) => !isSheetName(name));
  if (bad !== undefined) refuseOp('bad_op', `${bad.slice(0, 60)} cannot name a sheet.`);
  const sheets = names.length > 0 ? names : ['Sheet1'];
  return zipToBuffer([
    ...workbookItems(sheets),
    ...sheets.map((_, index) => ({
      from: 'bytes' as const,
      name: `xl/worksheets/sheet${index + 1}.xml`,
      bytes: Buffer.from(EMPTY_SHEET),
    })),
  ]);
};

const finishStyles = (edit: BookEdit): void => {
  const { stylesPart } = edit.book();
  if (stylesPart === undefined) return;
  const made = edit.styles().finish();
  for (const warning of edit.styles().warnings()) edit.warn(warning);
  if (made) edit.parts.put(stylesPart, made);
};

/** Programs that open the file are told to calculate it. */
const askForCalculation = (edit: BookEdit): void =>
  edit.editWorkbook((change, root) => {
    const element = childOf(root, ns.sheet, 'calcPr');
    const p = prefixFor(root, ns.sheet) ?? '';
    if (element && flagOf(element, 'fullCalcOnLoad')) return;
    if (element) change.setAttribute(element, 'fullCalcOnLoad', '1');
    else insertOrdered(change, root, WORKBOOK_ORDER, 'calcPr', `<${p}calcPr fullCalcOnLoad="1"/>`);
  });

const dropCalculationChain = (edit: BookEdit): void => {
  const { part } = edit.book();
  const chain = edit.parts.relationships(part).find(({ kind }) => kind === 'calcChain');
  if (!chain) return;
  edit.parts.unrelate(part, chain.id);
  if (chain.part !== undefined) edit.parts.remove(chain.part);
};
