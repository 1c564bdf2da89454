import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells, naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';
import * as books from '../../../fixtures/xlsx/plain-books.ts';
import { certificateProblems } from '../../package/certificate.ts';
import { type EditResult, editXlsx } from './edit-xlsx.ts';
import type { XlsxOp } from './ops.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-edit-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Edited = EditResult & { readonly bytes: Buffer };

const edit = async (source: Buffer | null, ...operations: XlsxOp[]): Promise<Edited> => {
  const stagingPath = join(folder, 'out.xlsx');
  const result = await editXlsx({ source, operations, stagingPath });
  if (!result.ok) throw new Error(`${result.error.reason}: ${result.error.message}`);
  const bytes = result.value.action === 'unchanged' ? (source ?? Buffer.alloc(0)) : await readFile(stagingPath);
  return { ...result.value, bytes };
};
const refused = async (source: Buffer | null, ...operations: XlsxOp[]) => {
  const result = await editXlsx({ source, operations, stagingPath: join(folder, 'out.xlsx') });
  if (result.ok) throw new Error('was not refused');
  return result.error;
};
const cellsOf = (bytes: Buffer, sheet: string) =>
  Object.fromEntries(
    [...naiveCells(bytes, sheet)].map(([ref, { value, formula }]) => [
      ref,
      formula === undefined ? value : `=${formula} → ${value}`,
    ]),
  );
const changedParts = ({ certificate }: Edited) =>
  (certificate?.parts ?? []).filter(({ before, after }) => before !== after).map(({ name }) => name);

describe('cells', () => {
  test('a value is written where it belongs and nothing else moves', async () => {
    const source = books.multiSheet();
    const result = await edit(source, {
      op: 'set_cells',
      sheet: 'Q 1',
      cells: [
        { cell: 'B2', value: 10 },
        { cell: 'E7', value: 'new & <odd>' },
      ],
    });
    expect(cellsOf(result.bytes, 'Q 1')).toEqual({
      ...cellsOf(source, 'Q 1'),
      B2: '10',
      C2: '=B2*2 → 20',
      E7: 'new & <odd>',
    });
    expect(cellsOf(result.bytes, 'Second').B3).toBe("=SUM('Q 1'!B2:B3) → 12");
    expect(changedParts(result)).toEqual(['xl/workbook.xml', 'xl/worksheets/sheet2.xml', 'xl/worksheets/sheet3.xml']);
    expect(result.changes.recalc).toEqual({ mode: 'computed', cells: 2, cleared: 0 });
    expect(result.auto_summary).toBe('2 cells set in Q 1!B2:E7; 2 formulas recalculated.');
    expect(result.focus_hint).toEqual({ sheet: 'Q 1', row_start: 1, row_end: 6, col_start: 1, col_end: 4 });
    expect(
      await certificateProblems(result.certificate as NonNullable<typeof result.certificate>, source, result.bytes),
    ).toEqual([]);
  });

  test('a batch without effect makes no file', async () => {
    const result = await edit(books.multiSheet(), {
      op: 'set_cells',
      sheet: 'Q 1',
      cells: [
        { cell: 'A2', value: 'one' },
        { cell: 'C2', value: '=B2*2' },
      ],
    });
    expect(result).toMatchObject({ action: 'unchanged', auto_summary: 'Nothing changed.', certificate: null });
  });

  test('[FL-37] one bad operation of five undoes them all and is named', async () => {
    const good: XlsxOp = { op: 'set_cells', sheet: 'Q 1', cells: [{ cell: 'A9', value: 1 }] };
    const error = await refused(
      books.multiSheet(),
      good,
      good,
      good,
      { op: 'set_cells', sheet: 'Q 1', cells: [{ cell: 'ZZZZ1', value: 1 }] },
      good,
    );
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', reason: 'bad_range', op_index: 3 });
    await expect(readFile(join(folder, 'out.xlsx'))).rejects.toThrow('ENOENT');
  });

  test('[FL-31] merged cells lead to their anchor, arrays are refused, shared formulas survive their first cell', async () => {
    const merged = await edit(books.bank(), {
      op: 'set_cells',
      sheet: 'Statement',
      cells: [{ cell: 'C1', value: 'Title' }],
    });
    expect(cellsOf(merged.bytes, 'Statement').A1).toBe('Title');
    expect(merged.warnings).toEqual(['merged_redirect:C1->A1']);

    const source = books.sharedFormulas();
    expect(
      await refused(source, { op: 'set_cells', sheet: 'Shared', cells: [{ cell: 'E3', value: 1 }] }),
    ).toMatchObject({ reason: 'array_formula' });

    const result = await edit(source, { op: 'set_cells', sheet: 'Shared', cells: [{ cell: 'B2', value: 100 }] });
    const cells = cellsOf(result.bytes, 'Shared');
    expect(cells.B2).toBe('100');
    for (let row = 3; row <= 11; row++) expect(cells[`B${row}`]).toBe(`=A${row}*2 → ${(row - 1) * 2}`);
    expect(cells.C11).toBe('=SUM(B$2:B11) → 208');
    expect(cellsOf(result.bytes, 'Other').A1).toBe('=SUM(Shared!B2:B11) → 208');
  });

  test('what the evaluator does not know is left without a value and the program is asked to calculate', async () => {
    const source = makeBook({
      sheets: [
        {
          name: 'S',
          cells: {
            A1: 1,
            B1: { f: 'ROMAN(A1)', v: 'I' },
            C1: { f: 'B1&"!"', v: 'I!' },
            D1: { f: '1+1', v: 2 },
            E1: { f: 'A1*10', v: 10 },
          },
        },
      ],
    });
    const result = await edit(source, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 2 }] });
    expect(cellsOf(result.bytes, 'S')).toEqual({
      A1: '2',
      B1: '=ROMAN(A1) → ',
      C1: '=B1&"!" → ',
      D1: '=1+1 → 2',
      // What does not depend on the unknown function is calculated all the same.
      E1: '=A1*10 → 20',
    });
    expect(naiveParts(result.bytes).get('xl/worksheets/sheet1.xml')).not.toMatch(
      /<c r="[BC]1"[^>]*>.*?<v>.*?<\/c><c r="D1"/,
    );
    expect(naiveParts(result.bytes).get('xl/workbook.xml')).toContain('fullCalcOnLoad="1"');
    expect(result.changes.recalc).toEqual({ mode: 'computed', cells: 1, cleared: 2 });
  });

  test('odd spellings of a sheet are kept: prefixes, cells and rows without references', async () => {
    const result = await edit(books.oddPrefix(), {
      op: 'set_cells',
      sheet: 'Odd',
      cells: [
        { cell: 'B2', value: 4 },
        { cell: 'D3', value: 'x' },
        { cell: 'A5', value: true },
      ],
    });
    const xml = naiveParts(result.bytes).get('xl/worksheets/sheet1.xml');
    expect(xml).toContain('<x:c r="B2"><x:v>4</x:v></x:c>');
    expect(xml).toContain(
      '<x:c r="B3"><x:f>B2*2</x:f><x:v>8</x:v></x:c><x:c r="D3" t="inlineStr"><x:is><x:t>x</x:t></x:is></x:c>',
    );
    expect(xml).toContain('<x:row r="5"><x:c r="A5" t="b"><x:v>1</x:v></x:c></x:row></x:sheetData>');
  });

  test('[FL-36] bad style keys warn and the valid ones are applied', async () => {
    const style = {
      font_bold: true,
      border_top: { style: 'wavy', color: null },
      font_color: 'red!',
      number_format: '0.00',
    };
    const result = await edit(books.multiSheet(), { op: 'set_style', sheet: 'Q 1', range: 'B2:B3', style });
    expect(result.warnings).toEqual(['bad_style:border_top', 'bad_style:font_color']);
    const styles = naiveParts(result.bytes).get('xl/styles.xml') ?? '';
    const formats = [...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf [^>]*>/g)];
    const format = formats[Number(naiveCells(result.bytes, 'Q 1').get('B2')?.style)]?.[0] ?? '';
    const fonts = [...(/<fonts.*?<\/fonts>/s.exec(styles)?.[0] ?? '').matchAll(/<font>.*?<\/font>/gs)];
    expect(format).toContain('numFmtId="2"');
    expect(fonts[Number(/fontId="(\d+)"/.exec(format)?.[1])]?.[0]).toBe(
      '<font><b/><sz val="11"/><name val="Calibri"/></font>',
    );
    expect(styles).toContain(`<cellXfs count="${formats.length}"`);
  });

  test('dates are stored as serials of the book and shown as dates only where nothing else is set', async () => {
    const result = await edit(books.date1904(), {
      op: 'set_cells',
      sheet: 'Dates',
      cells: [
        { cell: 'A4', value: '2024-01-01', type: 'date' },
        { cell: 'B2', value: '2024-01-02', type: 'date' },
      ],
    });
    const cells = naiveCells(result.bytes, 'Dates');
    expect(cells.get('A4')).toMatchObject({ value: '43830', style: '7' });
    expect(cells.get('B2')).toMatchObject({ value: '43831', style: '6' });
  });

  test('[FL-35] totals by category equal an independent sum', async () => {
    const source = books.quarterly();
    const sheets = ['Q1', 'Q2', 'Q3', 'Q4'];
    const expected = new Map<string, number[]>();
    for (const [index, sheet] of sheets.entries()) {
      const cells = naiveCells(source, sheet);
      for (let row = 2; row <= 30; row++) {
        const amount = cells.get(`C${row}`)?.value ?? '';
        if (Number.isNaN(Number(amount))) continue;
        const name = cells.get(`B${row}`)?.value ?? '';
        const sums = expected.get(name) ?? [0, 0, 0, 0];
        sums[index] = (sums[index] ?? 0) + Number(amount);
        expected.set(name, sums);
      }
    }
    const result = await edit(source, { op: 'summarize_by_category', sheet: 'Annual', source_sheets: sheets });
    const annual = naiveCells(result.bytes, 'Annual');
    expect(['A1', 'B1', 'E1', 'F1'].map((ref) => annual.get(ref)?.value)).toEqual([
      'Category',
      'Q1_Total',
      'Q4_Total',
      'Grand_Total',
    ]);
    for (const [index, name] of [...expected.keys()].toSorted().entries()) {
      const row = index + 2;
      expect(annual.get(`A${row}`)?.value).toBe(name);
      const sums = expected.get(name) ?? [];
      for (const [column, sum] of [...sums, sums.reduce((a, b) => a + b, 0)].entries())
        expect(Number(annual.get(`${'BCDEF'[column]}${row}`)?.value)).toBeCloseTo(sum, 6);
    }
    expect(result.auto_summary).toContain('heet Annual added; ');
    expect(result.warnings).toEqual(['amounts_skipped:8']);
  });

  test('[FL-34] a new workbook has exactly the sheet that was asked for', async () => {
    const result = await edit(
      null,
      { op: 'ensure_sheet', sheet: 'Summary' },
      {
        op: 'set_range',
        sheet: 'Summary',
        start: 'A1',
        values: [
          ['a', 1],
          ['b', '=B1+1'],
        ],
      },
    );
    expect(
      naiveParts(result.bytes)
        .get('xl/workbook.xml')
        ?.match(/<sheet /g),
    ).toHaveLength(1);
    expect(cellsOf(result.bytes, 'Summary')).toEqual({ A1: 'a', B1: '1', A2: 'b', B2: '=B1+1 → 2' });
    expect(result.action).toBe('created');
  });

  test('a misspelt sheet is refused with the names there are; a new workbook has all sheets it fills', async () => {
    const set = (sheet: string): XlsxOp => ({ op: 'set_cells', sheet, cells: [{ cell: 'A1', value: 1 }] });
    expect(await refused(books.multiSheet(), set('Q1'))).toMatchObject({
      reason: 'unknown_sheet',
      candidates: ['Hidden', 'Q 1', 'Second', 'Third'],
    });
    const { bytes } = await edit(null, set('One'), set('Two'));
    expect(
      naiveParts(bytes)
        .get('xl/workbook.xml')
        ?.match(/name="[^"]*"/g),
    ).toEqual(['name="One"', 'name="Two"']);
  });

  test('formulas that cannot be: unbalanced, or from another workbook', async () => {
    const set = (value: string): XlsxOp => ({ op: 'set_cells', sheet: 'Q 1', cells: [{ cell: 'A1', value }] });
    expect(await refused(books.multiSheet(), set('=SUM(A1'))).toMatchObject({ reason: 'bad_op' });
    expect(await refused(books.multiSheet(), set('=[1]Other!A1'))).toMatchObject({ reason: 'bad_op' });
    expect((await edit(books.multiSheet(), set('=XLOOKUP(B2,B2:B3,A2:A3)'))).bytes.length).toBeGreaterThan(0);
  });
});

describe('sheets, names and layout', () => {
  test('renaming a sheet renames it everywhere', async () => {
    const result = await edit(books.multiSheet(), { op: 'rename_sheet', sheet: 'Q 1', to: 'First' });
    expect(cellsOf(result.bytes, 'Second').B3).toBe('=SUM(First!B2:B3) → 3');
    expect(naiveParts(result.bytes).get('xl/workbook.xml')).toContain('>First!$B$2:$B$3<');
  });

  test('a deleted sheet leaves errors, not dangling names or parts', async () => {
    const result = await edit(
      books.multiSheet(),
      { op: 'delete_sheet', sheet: 'Third' },
      { op: 'delete_sheet', sheet: 'Q 1' },
    );
    expect([...naiveParts(result.bytes).keys()].filter((name) => /sheet4|table1|sheet2/.test(name))).toEqual([]);
    expect(cellsOf(result.bytes, 'Second').B3).toContain('#REF!');
    expect(await refused(result.bytes, { op: 'delete_sheet', sheet: 'Second' })).toMatchObject({ reason: 'bad_op' });
  });

  test('moving, copying and hiding keep local names with their sheet', async () => {
    const result = await edit(
      books.multiSheet(),
      { op: 'move_sheet', sheet: 'Second', position: 0 },
      { op: 'copy_sheet', sheet: 'Second', to: 'Copy' },
      { op: 'set_sheet_state', sheet: 'Q 1', state: 'hidden' },
    );
    const workbook = naiveParts(result.bytes).get('xl/workbook.xml') ?? '';
    expect([...workbook.matchAll(/<sheet [^>]*name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'Second',
      'Hidden',
      'Q 1',
      'Third',
      'Copy',
    ]);
    expect(workbook).toContain('<definedName name="Local" localSheetId="0">Second!$A$1</definedName>');
    expect(workbook).toContain('<definedName name="Local" localSheetId="4">Copy!$A$1</definedName>');
    expect(cellsOf(result.bytes, 'Copy')).toEqual(cellsOf(result.bytes, 'Second'));
  });

  test('layout elements stand in the order the format wants', async () => {
    const result = await edit(
      books.multiSheet(),
      { op: 'set_validation', sheet: 'Q 1', range: 'A2:A9', kind: 'list', items: ['one', 'two'] },
      { op: 'set_conditional_format', sheet: 'Q 1', range: 'B2:B9', kind: 'cell', operator: '>', value: 1 },
      { op: 'merge_cells', sheet: 'Q 1', range: 'F1:G1' },
      { op: 'set_autofilter', sheet: 'Q 1', range: 'A1:C3' },
      { op: 'freeze_panes', sheet: 'Q 1', row: 1, column: 0 },
      { op: 'set_column_widths', sheet: 'Q 1', columns: [{ column: 'B', width: 20 }] },
      { op: 'set_row_heights', sheet: 'Q 1', rows: [{ row: 1, height: 30 }] },
      { op: 'set_defined_name', name: 'Top', refers_to: "='Q 1'!$A$1" },
      { op: 'add_table', sheet: 'Second', range: 'A5:B7', name: 'Fresh' },
    );
    const xml = naiveParts(result.bytes).get('xl/worksheets/sheet2.xml') ?? '';
    const order = [
      '<sheetViews',
      '<cols',
      '<sheetData',
      '<autoFilter',
      '<mergeCells',
      '<conditionalFormatting',
      '<dataValidations',
    ];
    expect(order.map((name) => xml.indexOf(name)).every((at, index, all) => at > (all[index - 1] ?? 0))).toBe(true);
    expect(xml).toContain('<row r="1" ht="30" customHeight="1">');
    expect(naiveParts(result.bytes).get('xl/tables/table2.xml')).toContain('ref="A5:B7"');
    expect(cellsOf(result.bytes, 'Second').A5).toBe('Column1');
  });
});
