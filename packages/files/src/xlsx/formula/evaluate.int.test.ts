import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasSoffice, sheetsAsCsv } from '../../../fixtures/lib/soffice.ts';
import { makeBook } from '../../../fixtures/xlsx/book.ts';
import { naiveCells } from '../../../fixtures/xlsx/naive-reader.ts';
import { editXlsx } from '../edit/edit-xlsx.ts';

const formulas = [
  'SUM(A1:A6)',
  'AVERAGE(A1:A6)',
  'MIN(A1:A6)',
  'MAX(A1:A6)',
  'COUNT(A1:C6)',
  'COUNTA(A1:C6)',
  'MEDIAN(A1:A6)',
  'PRODUCT(A1:A3)',
  'LARGE(A1:A6,2)',
  'SMALL(A1:A6,2)',
  'STDEV(A1:A6)',
  'VAR(A1:A6)',
  'RANK(A2,A1:A6)',
  'ABS(-3.5)',
  'INT(-3.5)',
  'SIGN(-2)',
  'MOD(-7,3)',
  'MOD(7,-3)',
  'ROUND(2.675,2)',
  'ROUND(-2.5,0)',
  'ROUND(1234.5,-2)',
  'ROUNDUP(1.21,1)',
  'ROUNDDOWN(-1.29,1)',
  'TRUNC(-1.9)',
  'POWER(2,10)',
  'SQRT(2)',
  '-2^2',
  '2^-1',
  '2*10%+1',
  '1/3',
  'SUMPRODUCT(A1:A3,A4:A6)',
  'SUMPRODUCT((B1:B6="a")*A1:A6)',
  'COUNTIF(B1:B6,"a")',
  'COUNTIF(A1:A6,">=3")',
  'COUNTIF(B1:B6,"b*")',
  'COUNTIFS(B1:B6,"a",A1:A6,">1")',
  'SUMIF(B1:B6,"a",A1:A6)',
  'SUMIFS(A1:A6,B1:B6,"a",A1:A6,"<5")',
  'AVERAGEIF(B1:B6,"a",A1:A6)',
  'COUNTBLANK(C1:C6)',
  'IF(A1>A2,"more","less")',
  'IF(FALSE,1)',
  'AND(A1>0,A2>0)',
  'OR(A1>9,A2>9)',
  'NOT(TRUE)',
  'IFERROR(1/0,"none")',
  'IFERROR(VLOOKUP("x",B1:C6,2,FALSE),-1)',
  '1/0',
  'VLOOKUP("bb",B1:C6,2,FALSE)',
  'VLOOKUP(3.5,A1:B6,2,TRUE)',
  'MATCH(4,A1:A6,0)',
  'MATCH(4.5,A1:A6,1)',
  'INDEX(A1:C6,2,3)',
  'INDEX(B1:B6,3)',
  'HLOOKUP(2,A2:C3,2,FALSE)',
  'CONCATENATE("a",1)',
  '"x"&1.5',
  'LEFT("hello",2)',
  'RIGHT("hello",3)',
  'MID("hello",2,3)',
  'LEN("hello")',
  'UPPER("aB")',
  'LOWER("aB")',
  'TRIM("  a  b ")',
  'SUBSTITUTE("aXbX","X","-")',
  'SUBSTITUTE("aXbX","X","-",2)',
  'FIND("l","hello")',
  'EXACT("a","A")',
  '"a"="A"',
  'REPT("ab",3)',
  'VALUE("12.5")',
  'DATE(2024,2,29)*1',
  'YEAR(45000)',
  'MONTH(45000)',
  'DAY(45000)',
  'EDATE(45322,1)*1',
  'EOMONTH(45000,0)*1',
  'DAYS(45010,45000)',
  'ROW(B7)',
  'COLUMN(C1)',
  'ROWS(A1:A6)',
  'COLUMNS(A1:C1)',
  'CHOOSE(2,"a","b")',
  'ISBLANK(C1)',
  'ISNUMBER(A1)',
  'ISTEXT(B1)',
  'ISERROR(1/0)',
  'A1=1',
  'A1<>2',
  '"b">"a"',
  'MAX(B1:B6)',
  'LN(10)',
  'EXP(1)',
  'LOG10(1000)',
  'LOG(8,2)',
];

const inputs = {
  A1: 1,
  A2: 2,
  A3: 3,
  A4: 4,
  A5: 5,
  A6: 6.5,
  B1: 'a',
  B2: 'bb',
  B3: 'a',
  B4: 'c',
  B5: 'a',
  B6: 'bc',
  C2: 20,
  C3: 'text',
  C5: 'yes',
};

test.skipIf(!hasSoffice)(
  `${formulas.length} formulas give what LibreOffice calculates (soffice not found on PATH: not run)`,
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'xlsx-eval-'));
    try {
      const stagingPath = join(folder, 'out.xlsx');
      const result = await editXlsx({
        source: makeBook({ sheets: [{ name: 'S', cells: inputs }] }),
        operations: [{ op: 'set_range', sheet: 'S', start: 'E1', values: formulas.map((formula) => [`=${formula}`]) }],
        stagingPath,
      });
      expect(result).toMatchObject({
        ok: true,
        value: { changes: { recalc: { mode: 'computed', cells: formulas.length } } },
      });
      const ours = naiveCells(await readFile(stagingPath), 'S');
      // LibreOffice gets the formulas without our values, so what it saves is its own.
      const bare = makeBook({
        sheets: [
          {
            name: 'S',
            cells: {
              ...inputs,
              ...Object.fromEntries(
                formulas.map((f, index) => [`E${index + 1}`, { f: f.replace('DAYS(', '_xlfn.DAYS(') }]),
              ),
            },
          },
        ],
      });
      const theirs = (await sheetsAsCsv({ bare }, { asShown: false }))('bare', 'S');
      const differing = formulas.flatMap((formula, index) => {
        const a = ours.get(`E${index + 1}`)?.value ?? '';
        const b = theirs[index]?.[4] ?? '';
        const truth = b === 'TRUE' ? '1' : b === 'FALSE' ? '0' : b;
        const near = a !== '' && Math.abs(Number(a) - Number(b)) < 1e-9;
        return near || a === truth ? [] : [`${formula}: ${a} here, ${b} there`];
      });
      expect(differing).toEqual([]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
  60_000,
);
