import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { openText } from '../text/text-file.ts';
import { settle } from '../tools/errors.ts';
import { columnNames } from './columns.ts';
import { openCsv, strayQuotes } from './csv-file.ts';
import { sniffDialect } from './dialect.ts';
import { applyCsvOp, type CsvOp, tableOf } from './table-edit.ts';
import { tableBytes } from './write.ts';

const edit = (source: string | Buffer, ...ops: CsvOp[]): Buffer => {
  const table = tableOf(openCsv(openText(Buffer.from(source)), 'csv'));
  for (const [at, op] of ops.entries()) applyCsvOp(table, op, at);
  return tableBytes(table);
};
const after = (source: string, ...ops: CsvOp[]) => edit(source, ...ops).toString();
const set = (row: number, column: string, value: string | number): CsvOp => ({
  op: 'update_cells',
  cells: [{ row, column, value }],
});
const where = (column: string, value: string | number, to: string, expect_count: number | null = null): CsvOp => ({
  op: 'update_where',
  key: [{ column, value }],
  set: [{ column: 'name', value: to }],
  expect_count,
});

describe('dialect', () => {
  const sniff = (text: string) => sniffDialect(text, true, 'csv');

  test('delimiter, header and preamble', () => {
    expect(sniff('a;b\n1,5;2,5\n3,5;4\n')).toMatchObject({
      delimiter: ';',
      has_header: true,
      header: ['a', 'b'],
      skip_rows: 0,
    });
    expect(sniff('Report\nof 2024\n\nid,name,x\n1,a,2\n2,b,3\n')).toMatchObject({
      delimiter: ',',
      skip_rows: 3,
      header: ['id', 'name', 'x'],
    });
    expect(sniff('Bank,,\nid,name,x\n1,a,2\n2,b,3\n')).toMatchObject({ skip_rows: 1, header: ['id', 'name', 'x'] });
    expect(sniff('1,2\n3,4\n')).toMatchObject({ has_header: false, width: 2 });
    expect(sniff('word\nother\n')).toMatchObject({ delimiter: ',', width: 1, ragged: false });
  });

  test('a ragged table is not one column', () => {
    const text = 'id,name,city\n1,a\n2,b,c,d\n3\n4,e,f\n5,g,h\n6,i,j,k,l\n7,m\n';
    expect(sniff(text)).toMatchObject({ delimiter: ',', width: 3, ragged: true });
  });

  test('quoted line breaks and delimiters are text', () => {
    expect(sniff('a,b\n"x\ny, z; w; v",1\n"p;q",2\n')).toMatchObject({
      delimiter: ',',
      header: ['a', 'b'],
      ragged: false,
    });
  });

  test('repeated and empty names are made usable', () => {
    expect(columnNames(['a', 'a', '', 'A', ' b '], 5)).toEqual([
      { name: 'a' },
      { name: 'a_1', original_name: 'a' },
      { name: 'column3', original_name: '' },
      { name: 'A_2', original_name: 'A' },
      { name: 'b', original_name: ' b ' },
    ]);
    expect(columnNames(['x', 'x', 'x_1'], 3).map(({ name }) => name)).toEqual(['x', 'x_2', 'x_1']);
    expect(columnNames([], 2)).toEqual([{ name: 'column1' }, { name: 'column2' }]);
  });
});

describe('operations', () => {
  test('[FL-49] update_where changes the bytes of one record, mixed quoting around it stays; a wrong expect_count fails', async () => {
    const source = '"id",name, note\r\n1,"Ann","x, y"\n2,Bob,"say ""hi"""\r\n"3",  "Cy" ,\n\n4,Dee,end';
    const [one, two, three] = ['1,"Ann","x, y"\n', '2,Bob,"say ""hi"""\r\n', '"3",  "Cy" ,\n\n4,Dee,end'];
    expect(after(source, where('id', 2, 'Bo, b'))).toBe(
      `"id",name, note\r\n${one}${two?.replace('Bob', '"Bo, b"')}${three}`,
    );
    expect(after(source, where('id', '3', 'C'))).toBe(source.replace('"3",  "Cy" ,', '"3",C,'));
    const wrong = await settle(() => edit(source, where('id', 2, 'x', 2)));
    expect(wrong).toMatchObject({ ok: false, error: { code: 'CONFLICT_STALE_STATE', op_index: 0 } });
    const none = await settle(() => edit(source, set(1, 'name', 'x'), where('id', 9, 'x')));
    expect(none).toMatchObject({ ok: false, error: { reason: 'no_match', op_index: 1 } });
  });

  test('rows are appended and deleted; the end of the file keeps its manner', () => {
    expect(after('a,b\n1,2', { op: 'append_rows', rows: [[3, 'x,y']], records: null })).toBe('a,b\n1,2\n3,"x,y"');
    expect(after('a,b\r\n1,2\r\n', { op: 'append_rows', rows: null, records: [[{ column: 'b', value: true }]] })).toBe(
      'a,b\r\n1,2\r\n,true\r\n',
    );
    const doomed: CsvOp = { op: 'delete_rows', rows: '1,3', key: null, expect_count: 2 };
    expect(after('a\n1\n2\n3\n', doomed)).toBe('a\n2\n');
    expect(after('a\n1\n2', { op: 'delete_rows', rows: '2', key: null, expect_count: null })).toBe('a\n1');
  });

  test('an empty cell is not the number 0: rows found by a value of 0 hold a 0', () => {
    const source = 'a,b\n0,x\n,y\n 0.0 ,z\n';
    const key = [{ column: 'a', value: 0 }];
    expect(after(source, { op: 'delete_rows', rows: null, key, expect_count: null })).toBe('a,b\n,y\n');
  });

  test('columns are added, renamed, removed and reordered; other cells keep their quoting', () => {
    const source = 'a,"b"\n"1",2\n3,"4"\n';
    expect(after(source, { op: 'add_column', name: 'c', after: 'a', default: 'x', values: [9] })).toBe(
      'a,c,"b"\n"1",9,2\n3,x,"4"\n',
    );
    expect(after(source, { op: 'rename_column', from: 'b', to: 'B, b' })).toBe('a,"B, b"\n"1",2\n3,"4"\n');
    expect(after(source, { op: 'delete_column', name: 'a' })).toBe('"b"\n2\n"4"\n');
    expect(after(source, { op: 'reorder_columns', order: ['b', 'a'] })).toBe('"b",a\n2,"1"\n"4",3\n');
  });

  test('rows are put in another order, each with its very bytes', async () => {
    const order: CsvOp = { op: 'reorder_rows', order: [3, 1, 2] };
    expect(after('a,b\n"1",2\n3 ,4\n5,"6"', order)).toBe('a,b\n5,"6"\n"1",2\n3 ,4');
    expect(after('a\r\n1\r\n2\r\n3\r\n', order)).toBe('a\r\n3\r\n1\r\n2\r\n');
    const refused = (places: number[]) => settle(() => edit('a\n1\n2\n3\n', { op: 'reorder_rows', order: places }));
    expect(await refused([1, 2])).toMatchObject({ error: { reason: 'bad_op' } });
    expect(await refused([1, 2, 2])).toMatchObject({ error: { reason: 'bad_op' } });
    expect(await refused([1, 2, 4])).toMatchObject({ error: { reason: 'index_out_of_range' } });
  });

  test('what does not fit is refused with its place', async () => {
    const refused = async (...ops: CsvOp[]) => settle(() => edit('a,b\n1,2\n', ...ops));
    expect(await refused({ op: 'append_rows', rows: [[1, 2, 3]], records: null })).toMatchObject({
      error: { reason: 'bad_op' },
    });
    expect(await refused(set(1, 'zz', 1))).toMatchObject({
      error: { reason: 'unknown_column', candidates: ['a', 'b'] },
    });
    expect(await refused(set(2, 'a', 1))).toMatchObject({ error: { reason: 'index_out_of_range' } });
    expect(await refused({ op: 'reorder_columns', order: ['a'] })).toMatchObject({ error: { reason: 'bad_op' } });
  });

  test('a new file begins with its header', () => {
    expect(
      after('', {
        op: 'append_rows',
        rows: [
          ['id', 'x'],
          [1, 'a b'],
        ],
        records: null,
      }),
    ).toBe('id,x\n1,a b\n');
    const columns: CsvOp[] = [{ op: 'add_column', name: 'id', after: null, default: null, values: null }];
    expect(after('', ...columns, { op: 'append_rows', rows: null, records: [[{ column: 'id', value: 1 }]] })).toBe(
      'id\n1\n',
    );
  });

  test('whatever one cell becomes, every other record keeps its bytes, in any encoding', () => {
    const raw = fc.constantFrom('x', '"q"', '"a ""b"""', '', ' s ', '"l\nm"', 'ü');
    const ending = fc.constantFrom('\n', '\r\n');
    const row = fc.tuple(raw, raw, ending).map(([a, b, end]) => `${a === '' ? 'k' : a},${b === '' ? 'z' : b}${end}`);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 3, maxLength: 8 }),
        fc.nat(),
        fc.string(),
        fc.constantFrom('utf8', 'utf-16le'),
        (rows, pick, value, encoding) => {
          const at = pick % rows.length;
          const encode = (text: string) =>
            Buffer.concat([
              encoding === 'utf8' ? Buffer.alloc(0) : Buffer.from([0xff, 0xfe]),
              iconv.encode(text, encoding),
            ]);
          const result = edit(encode(`key,val\n${rows.join('')}`), {
            op: 'update_cells',
            cells: [{ row: at + 1, column: 'val', value }],
          });
          const reread = openCsv(openText(result), 'csv');
          expect(reread.decode(reread.rawFields(at + 1)[1] ?? Buffer.alloc(0))).toBe(value);
          const [head, tail] = [`key,val\n${rows.slice(0, at).join('')}`, rows.slice(at + 1).join('')];
          expect(result.subarray(0, encode(head).length).equals(encode(head))).toBe(true);
          expect(
            result.subarray(result.length - iconv.encode(tail, encoding).length).equals(iconv.encode(tail, encoding)),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('a quote that opens and never closes', () => {
  const rows = (bad: string) =>
    openCsv(openText(Buffer.from(`id,name\n1,"fine, yes"\n2,${bad}\n3,"three"\n4,four\n`)), 'csv');
  const names = (file: ReturnType<typeof openCsv>) =>
    Array.from({ length: file.rowCount }, (_, at) =>
      file.decode(file.rawFields(at + file.firstRow)[1] ?? Buffer.alloc(0)),
    );

  test('takes no row behind it along, whether another quote follows or not', () => {
    expect(names(rows('"two'))).toEqual(['fine, yes', '"two', 'three', 'four']);
    const last = openCsv(openText(Buffer.from('id,name\n1,one\n2,"two\n3,three\n')), 'csv');
    expect(names(last)).toEqual(['one', '"two', 'three']);
  });

  test('is named with its line', () => {
    expect(strayQuotes(rows('"two'))).toEqual(['unbalanced_quote:line 3']);
    expect(strayQuotes(rows('two'))).toEqual([]);
  });

  test('leaves line breaks inside quotes, doubled quotes and letters behind a quote as they were', () => {
    expect(names(rows('"two\nlines, ""quoted"""'))[1]).toBe('two\nlines, "quoted"');
    expect(names(rows('"two"s'))[1]).toBe('twos');
  });
});

test('a line that names the separator is no header', () => {
  const file = openCsv(openText(Buffer.from('sep=;\nid;name\n1;one, two\n2;three\n')), 'csv');
  expect(file.dialect).toMatchObject({ delimiter: ';', header: ['id', 'name'], skip_rows: 1 });
  expect(file.rowCount).toBe(2);
});
