import { describe, expect, test } from 'vitest';
import { type CellSpec, makeBook, type SheetSpec } from '../../../fixtures/xlsx/book.ts';
import { calculated, edited, storedValue } from '../../../fixtures/xlsx/calculated.ts';
import { naiveParts } from '../../../fixtures/xlsx/naive-reader.ts';

/** A1:A10 is 1 to 10, B 10 to 100 with gaps, C dates of January 2024; S2 is shorter; text and truths in D. */
const sheets: readonly SheetSpec[] = [
  {
    name: 'S',
    cells: Object.fromEntries(
      Array.from({ length: 10 }, (_, index): [string, CellSpec][] => [
        [`A${index + 1}`, index + 1],
        [`B${index + 1}`, (index + 1) * 10],
        // 8 to 17 January 2024.
        [`C${index + 1}`, 45_299 + index],
      ])
        .flat()
        .concat([
          ['D1', '12'],
          ['D2', true],
          ['D3', 'x'],
          ['E1', 0.1],
          ['E2', 0.2],
          ['E3', 0.3],
          // Keys in no order.
          ['F1', 10],
          ['F2', 30],
          ['F3', 20],
          ['F4', 40],
        ]),
    ),
  },
  { name: 'S2', cells: { A1: 1, A2: 2, A3: 3, A4: 4, A5: 5, A10: 10, B10: 'ten' } },
];
const source = makeBook({ sheets });

/** Null where the value is taken away, because it depends on the country or on the program. */
const rules: Readonly<Record<string, readonly (readonly [formula: string, stored: string | null])[]>> = {
  'halves are rounded as people see them': [
    ['ROUND(42.5*0.19,2)', '8.08'],
    ['ROUND(1.005,2)', '1.01'],
    ['ROUND(0.285,2)', '0.29'],
    ['ROUND(10.075,2)', '10.08'],
    ['ROUND(5.015,2)', '5.02'],
    ['ROUND(-2.5,0)', '-3'],
    ['ROUND(2.345,1.9)', '2.3'],
    ['ROUND(1234.5,-2)', '1200'],
    ['ROUNDUP(1.21,1)', '1.3'],
    ['ROUNDDOWN(-1.29,1)', '-1.2'],
    // Excel cuts this to 7, others make 8 of it.
    ['INT((0.1+0.7)*10)', null],
  ],
  'ranges reach beyond what is used': [
    ['COUNTBLANK(A1:A100)', '90'],
    ['COUNTIF(A1:A100,"<>5")', '99'],
    ['COUNTIF(A1:A100,"")', '90'],
    ['SUMPRODUCT((A1:A100="")*1)', '90'],
    ['INDEX(A1:A100,50)', '0'],
    ['VLOOKUP(10,S2!A1:D10,4,FALSE)', '0'],
    ['HLOOKUP(1,A1:E30,20,FALSE)', '0'],
    ['SUMPRODUCT(A1:A20,S2!A1:A20)', '155'],
    ['COUNTIFS(A1:A20,">0",S2!A1:A20,">0")', '6'],
    ['COUNTBLANK(H:H)', '1048576'],
    ['ROWS(A:A)', '1048576'],
  ],
  'numbers are equal to fifteen digits': [
    ['IF(SUM(E1:E2)=E3,"OK","CHECK")', 'OK'],
    ['E1+E2=E3', '1'],
    ['E1+E2-E3', '0'],
    ['E1+E2>E3', '0'],
    ['1.0000001=1', '0'],
  ],
  'criteria know dates, truths and errors': [
    ['SUMIF(C1:C10,">2024-01-10",A1:A10)', '49'],
    ['COUNTIF(C1:C10,">=2024-01-10")', '8'],
    // January or October: the country decides.
    ['COUNTIF(C1:C10,">1/10/2024")', null],
    ['COUNTIF(D1:D3,"TRUE")', '1'],
    ['COUNTIF(A1:A10,">=5")', '6'],
    ['SUMIF(A1:A10,">8",B1)', '190'],
  ],
  'texts become numbers where every country agrees': [
    ['VALUE("1,234")', '1234'],
    ['VALUE("50%")', '0.5'],
    ['"1,234"+1', '1235'],
    ['YEAR("2024-03-05")', '2024'],
    ['DAYS("2024-03-01","2024-02-01")', '29'],
    ['VALUE("$5")', null],
    ['VALUE("31/01/2024")', null],
    ['VALUE("abc")', '#VALUE!'],
  ],
  'smaller rules': [
    ['_xlfn.XLOOKUP(5,A1:A10,B1:B10,0,0,-1)', '50'],
    ['PRODUCT(H1:H5)', '0'],
    ['COUNT(TRUE,"5",1)', '3'],
    ['SUMPRODUCT((ROW(A1:A10)>5)*A1:A10)', '40'],
    ['VLOOKUP(25,F1:F4,1,TRUE)', null],
    ['YEAR(H1)', '1900'],
    ['MONTH(H1)', '1'],
    ['DAY(H1)', '0'],
    ['""&1E+20', '1E+20'],
    ['""&1E-7', null],
    ['POWER(0,0)', '#NUM!'],
    ['-2^2', '4'],
    ['SUM(A1:A3*B1:B3)', null],
  ],
  'what programs do differently is not stored': [
    // Excel counts from 1900, others take 24 for 2024.
    ['DATE(24,1,1)', null],
    ['DATE(2024,1,1)', '45292'],
    ['TIME(1,2.5,0)', null],
    ['TIME(6,0,0)', '0.25'],
    ['RANK(5.5,A1:A10)', null],
    ['RANK(5,A1:A10)', '6'],
    ['MROUND(-7,2)', null],
    // 31 December 2023, a Sunday: the last week of its year or the first of the next.
    ['WEEKNUM(45291)', null],
    ['WEEKNUM(45290)', '52'],
    // H1 is empty: zero to Excel, an empty text to others.
    ['MATCH(H1,S2!A1:A10,0)', null],
    ['IFERROR(VLOOKUP(H1,A1:B10,2,FALSE),"none")', 'none'],
    ['VLOOKUP(H1,A1:B10,2)', null],
    ['IF(D1,1,2)', null],
    ['CODE("")', null],
    // An empty cell as criterion asks for zeros, not for empty cells.
    ['COUNTIF(A1:H20,H1)', '0'],
    ['TEXT(5,"#.##")', null],
    ['TEXT(5.25,"#.##")', '5.25'],
    // Beyond the year 9999.
    ['TEXT(1E12,"yyyy")', null],
    ['SEARCH("*","")', null],
    ['(-8)^(1/3)', null],
    ['POWER(-8,0.2)', null],
    ['(-8)^3', '-512'],
    ['MOD(1E15,7)', null],
    ['MOD(100,7)', '2'],
    ['"3 ינואר 2024"+0', null],
    ['COUNTIF(D1:D3,"12 במאי")', null],
    ['"קו"<"קן"', '1'],
    ['"קן"<"קנה"', '1'],
    ['"ףא"<"פב"', '1'],
  ],
  'an argument left empty between commas is zero': [
    ['MATCH(4.5,A1:A10,)', '#N/A'],
    ['MATCH(4,A1:A10,)', '4'],
    ['LEFT("abc",)&"|"', '|'],
    ['RIGHT("abc",)&"|"', '|'],
    ['FIXED(2.5,)', null],
    ['LOG(100,)', '#NUM!'],
    ['FIND("b","abc",)', '#VALUE!'],
    ['WEEKDAY(45292,)', '#NUM!'],
    // Here an empty place stands for the default.
    ['SUM(OFFSET(A1:A3,1,0,,))', '9'],
    ['INDEX(A1:A10,3,)', '3'],
    ['_xlfn.XLOOKUP(5,A1:A10,B1:B10,,,)', '50'],
  ],
  'an empty argument that is chosen shows as zero; what is done with it is not guessed': [
    ['IFERROR(NA(),)', '0'],
    ['IF(TRUE,IFERROR(NA(),),1)', '0'],
    ['CHOOSE(2,1,)', '0'],
    ['_xlfn.SWITCH(1,1,,5)', '0'],
    ['IFERROR(NA(),)&"x"', null],
    ['LEN(IFERROR(NA(),))', null],
    ['IFNA(NA(),)=""', null],
    ['IF(TRUE,)&"x"', null],
    ['CHOOSE(1,)&"x"', null],
    ['ISBLANK(IFERROR(NA(),))', null],
    // The place left empty is not chosen.
    ['IFERROR(5,)&"x"', '5x'],
    ['IF(FALSE,,3)+1', '4'],
  ],
  'letters and orders that differ between languages are not guessed': [
    // Latin letters come first to some programs, Hebrew ones to others.
    ['"a"<"א"', null],
    ['"a"="א"', '0'],
    ['"a"<"b"', '1'],
    ['UPPER("straße")', null],
    ['UPPER("strasse")', 'STRASSE'],
    ['LOWER("ΟΔΟΣ")', null],
    ['LOWER("İ")', null],
    ['PROPER("ßa")', null],
    ['"straße"="STRASSE"', null],
    ['"straße"="Straße"', '1'],
    ['"e\u0301"="é"', null],
    ['"é"="É"', '1'],
  ],
  'places between two whole numbers are not guessed': [
    ['SMALL(A1:A10,1.5)', null],
    ['LARGE(A1:A10,1.5)', null],
    ['LARGE(A1:A10,2)', '9'],
    // Two numbers are equally frequent: the first to some programs, the smallest to others.
    ['MODE(7,3,3,7)', null],
    ['MODE(7,3,3)', '3'],
  ],
  'days of the week are counted from any day': [
    // 6 January 2024 is a Saturday.
    ['WEEKDAY(45297)', '7'],
    ['WEEKDAY(45297,2)', '6'],
    ['WEEKDAY(45297,3)', '5'],
    ['WEEKDAY(45297,11)', '6'],
    ['WEEKDAY(45297,12)', '5'],
    ['WEEKDAY(45297,15)', '2'],
    ['WEEKDAY(45297,16)', '1'],
    ['WEEKDAY(45297,17)', '7'],
  ],
  'what a subtraction leaves of a second is not guessed': [
    // 6:15 hours, less the last bits of two dates.
    ['MINUTE(45061.322916666664-44365.0625)', null],
    ['HOUR(45061.322916666664-44365.0625)', '6'],
    ['TEXT(45061.322916666664-44365.0625,"h:mm")', null],
    ['TEXT(ROUND(45061.322916666664-44365.0625,6),"h:mm")', '6:15'],
    ['MINUTE(45061.322916666664)', '45'],
    ['TEXT(45061.322916666664,"h:mm")', '7:45'],
    ['HOUR(-0.25)', null],
  ],
  'last digits and near halves are not guessed': [
    ['MROUND(59.175,0.05)', null],
    ['MROUND(59.18,0.05)', '59.2'],
    ['MROUND(7.5,5)', '10'],
    ['RATE(20,-100,2000)', null],
    ['ROUND(RATE(24,-50,1000),6)', '0.015131'],
    ['RATE(24,-50,1000)&""', null],
    ['1/3&""', '0.333333333333333'],
    ['COUNTIF(A1:A10,1/0)', null],
    ['FIND("","abc")', null],
    ['"TRUE"+1', null],
    ['SUM("TRUE",1)', null],
  ],
  'a cell that a function finds counts as a cell': [
    // H1 is empty and D1 is a text: SUM and MIN leave both out, and would take them for 0 and 12 as values.
    ['MIN(INDEX(H1:H5,1),5)', null],
    ['SUM(INDEX(D1:D3,1),5)', null],
    ['COUNT(OFFSET(D1,0,0))', null],
    ['COUNTA(IF(TRUE,H1,1))', null],
    ['MIN(IFERROR(H1,1),5)', null],
    ['MIN(IFNA(H1,1),5)', null],
    ['MIN(IFERROR(A3,1),5)', '3'],
    ['SUM(INDEX(A1:A10,3),5)', '8'],
    ['MAX(IF(A1>0,A2,A3),1)', '2'],
  ],
};

describe('[FL-71] formulas follow the rules of spreadsheets', () => {
  test.each(Object.entries(rules))('%s', async (_, cases) => {
    const stored = await calculated(
      source,
      'S',
      cases.map(([formula]) => formula),
    );
    expect(Object.fromEntries(cases.map(([formula], index) => [formula, stored[index]]))).toEqual(
      Object.fromEntries(cases),
    );
  });

  test('all of 120 numbers are added up, and all rows of a long column', async () => {
    const long = makeBook({
      sheets: [
        { name: 'L', cells: Object.fromEntries(Array.from({ length: 3000 }, (_, row) => [`A${row + 1}`, row + 1])) },
      ],
    });
    const many = Array.from({ length: 120 }, (_, index) => index + 1).join(',');
    expect(await calculated(long, 'L', [`SUM(${many})`, 'SUM(A1:A3000)', 'SUM(A:A)', 'AVERAGE(A1:A3000)'])).toEqual([
      '7260',
      '4501500',
      '4501500',
      '1500.5',
    ]);
  });
});

describe('[FL-71] formulas without a stored value', () => {
  const bare = makeBook({
    sheets: [
      {
        name: 'S',
        cells: { A1: 3, B1: { f: 'A1+0' }, C1: { f: 'B1*2' }, D1: { xml: '<c r="D1"><f>A1*5</f><v/></c>' } },
      },
    ],
  });
  test('are calculated when another reads them, and not read as nothing', async () => {
    expect(await calculated(bare, 'S', ['B1*10', 'C1+1', 'D1+1', 'SUM(A1:D1)'])).toEqual(['30', '7', '16', '27']);
  });

  test('that cannot be calculated take what depends on them along', async () => {
    const unknown = makeBook({ sheets: [{ name: 'S', cells: { A1: 3, B1: { f: 'ROMAN(A1)&A1' } } }] });
    expect(await calculated(unknown, 'S', ['B1&"x"', 'IF(B1>0,"positive","none")', 'A1*2'])).toEqual([null, null, '6']);
  });

  test('nothing is taken from the cells of an array that waits to be calculated', async () => {
    const array = makeBook({
      sheets: [
        {
          name: 'S',
          cells: {
            A1: 1,
            A2: 2,
            B1: { xml: '<c r="B1"><f t="array" ref="B1:B2">A1:A2*2</f></c>' },
            B2: { xml: '<c r="B2"/>' },
          },
        },
      ],
    });
    expect(await calculated(array, 'S', ['B2*10', 'SUM(A1:B2)'])).toEqual([null, null]);
  });

  test('cleared in one edit and read in the next', async () => {
    const start = makeBook({ sheets: [{ name: 'S', cells: { A1: 10, A2: 20, A3: 30 } }] });
    const first = await edited(start, {
      op: 'set_cells',
      sheet: 'S',
      cells: [{ cell: 'B1', value: '=SUM(A1:A3)+LEN(ROMAN(1))' }],
    });
    expect(storedValue(first, 'S', 'B1')).toBeNull();
    expect(await calculated(first, 'S', ['B1*2', 'IF(B1>0,"positive","none")'])).toEqual([null, null]);
  });
});

describe('[FL-71] what a value depends on is found', () => {
  const setA1 = { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 1000 }] } as const;

  test('through a name of this workbook, written [0]!Name', async () => {
    const book = makeBook({
      names: '<definedName name="Rate">S!$A$1</definedName>',
      sheets: [{ name: 'S', cells: { A1: 142, B1: { f: '[0]!Rate', v: 142 }, C1: { f: 'Rate*2', v: 284 } } }],
    });
    const bytes = await edited(book, setA1);
    expect([storedValue(bytes, 'S', 'B1'), storedValue(bytes, 'S', 'C1')]).toEqual(['1000', '2000']);
  });

  test('through a data table, whose values are taken away', async () => {
    const table = (ref: string, more: string) => ({ xml: `<c r="${ref}">${more}<v>5</v></c>` });
    const book = makeBook({
      sheets: [
        {
          name: 'S',
          cells: {
            A1: 5,
            B4: { f: 'A1*2', v: 10 },
            A5: 1,
            A6: 2,
            B5: table('B5', '<f t="dataTable" ref="B5:B6" dt2D="0" dtr="0" r1="A1"/>'),
            B6: table('B6', ''),
            D1: { f: 'SUM(B5:B6)', v: 10 },
          },
        },
      ],
    });
    const bytes = await edited(book, setA1);
    expect(['B4', 'B5', 'B6', 'D1'].map((cell) => storedValue(bytes, 'S', cell))).toEqual(['2000', null, null, null]);
  });

  test('through a name that means a cell so far from where it is used', async () => {
    const book = makeBook({
      names: '<definedName name="Two">S!A2</definedName>',
      sheets: [{ name: 'S', cells: { A1: 1, A2: 7, C6: 50, C5: { f: 'Two*2', v: 100 } } }],
    });
    const bytes = await edited(book, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'C6', value: 60 }] });
    expect(storedValue(bytes, 'S', 'C5')).toBe('120');
  });

  test('beyond the range that SUMIF names', async () => {
    const book = makeBook({
      sheets: [{ name: 'S', cells: { A1: 1, A2: 9, B1: 5, B2: 6, C1: { f: 'SUMIF(A1:A2,">5",B1)', v: 6 } } }],
    });
    const bytes = await edited(book, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'B2', value: 60 }] });
    expect(storedValue(bytes, 'S', 'C1')).toBe('60');
  });

  test('in the cells that OFFSET and INDIRECT find', async () => {
    const book = makeBook({
      sheets: [
        {
          name: 'S',
          cells: {
            A1: 1,
            A2: 2,
            A3: 3,
            B1: { f: 'OFFSET(A1,2,0)*10', v: 30 },
            B2: { f: 'INDIRECT("A"&3)+1', v: 4 },
            B3: { f: 'SUM(OFFSET(A1,0,0,3,1))', v: 6 },
          },
        },
      ],
    });
    const bytes = await edited(book, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A3', value: 30 }] });
    expect(['B1', 'B2', 'B3'].map((cell) => storedValue(bytes, 'S', cell))).toEqual(['300', '31', '33']);
  });
});

describe('[FL-71] workbooks that calculate by rules of their own', () => {
  const cells: SheetSpec['cells'] = {
    A1: 1,
    B1: { v: 45_351, s: 2 },
    C1: { f: 'COUNTIF(B1,">2020-01-01")+A1', v: 0 },
    C2: { f: '"2024-02-29"+A1', v: 0 },
    C3: { f: 'A1*2', v: 0 },
    C4: { f: 'A1*"0.5"', v: 0 },
  };
  const setA1 = { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 10 }] } as const;
  const values = async (book: Buffer) => {
    const bytes = await edited(book, setA1);
    return ['C1', 'C2', 'C3', 'C4'].map((cell) => storedValue(bytes, 'S', cell));
  };

  test('dates that are texts are other days in the 1904 calendar', async () => {
    expect(await values(makeBook({ sheets: [{ name: 'S', cells }] }))).toEqual(['11', '45361', '20', '5']);
    const mac = makeBook({ date1904: true, sheets: [{ name: 'S', cells }] });
    expect(await values(mac)).toEqual([null, null, '20', '5']);
  });

  test('values rounded to what cells show are left to the program', async () => {
    const shown = makeBook({ sheets: [{ name: 'S', cells }], workbookTail: '<calcPr fullPrecision="0"/>' });
    expect(await values(shown)).toEqual([null, null, null, null]);
  });

  test('so are sheets with the rules of Lotus 1-2-3', async () => {
    const lotus = makeBook({
      sheets: [{ name: 'S', cells, views: '<sheetPr transitionEvaluation="1"/>' }],
    });
    expect(await values(lotus)).toEqual([null, null, null, null]);
  });

  test('a date stored as its ISO text is a number to formulas', async () => {
    const iso = makeBook({
      sheets: [{ name: 'S', cells: { A1: { xml: '<c r="A1" s="2" t="d"><v>2024-02-29</v></c>' }, A2: 1 } }],
    });
    expect(await calculated(iso, 'S', ['COUNT(A1:A2)', 'A1+1', 'ISNUMBER(A1)', 'SUM(A1:A2)'])).toEqual([
      '2',
      '45352',
      '1',
      '45352',
    ]);
  });
});

test('whoever opens a workbook with formulas after a value changed is asked to calculate it', async () => {
  const asks = (bytes: Buffer) => naiveParts(bytes).get('xl/workbook.xml')?.includes('fullCalcOnLoad="1"');
  const set = (value: number) => ({ op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value }] }) as const;
  const read = makeBook({ sheets: [{ name: 'S', cells: { A1: 1, B1: { f: 'A1*2', v: 2 } } }] });
  const apart = makeBook({ sheets: [{ name: 'S', cells: { A1: 1, B1: { f: '1+1', v: 2 } } }] });
  const plain = makeBook({ sheets: [{ name: 'S', cells: { A1: 1 } }] });
  expect([
    asks(await edited(read, set(5))),
    asks(await edited(apart, set(5))),
    asks(await edited(plain, set(5))),
  ]).toEqual([true, true, false]);
});

test('running totals, each over a range of its own, are all calculated', async () => {
  const rows = Array.from({ length: 400 }, (_, index) => index + 1);
  const book = makeBook({
    sheets: [
      {
        name: 'S',
        cells: Object.fromEntries(
          rows.flatMap((row): [string, CellSpec][] => [
            [`A${row}`, row],
            [`B${row}`, { f: `SUM(A$1:A${row})`, v: 0 }],
          ]),
        ),
      },
    ],
  });
  const bytes = await edited(book, { op: 'set_cells', sheet: 'S', cells: [{ cell: 'A1', value: 11 }] });
  expect(['B1', 'B100', 'B400'].map((cell) => storedValue(bytes, 'S', cell))).toEqual(['11', '5060', '80210']);
});
