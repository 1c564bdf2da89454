import { describe, expect, test } from 'vitest';
import { type Question, readQuestion } from './question.ts';

const column = (name: string, isNumber: boolean) => ({ name, isNumber, type: isNumber ? 'float' : 'string' });
const known = {
  columns: [column('Region', false), column('Month', false), column('Amount', true), column('Units', true)],
  held: [
    { column: 'Region', value: 'North' },
    { column: 'Region', value: 'South' },
    { column: 'Month', value: '2026-03', alsoSaid: 'march' },
  ],
  quoted: ['North'],
  rowNames: ['sales'],
};
const read = (words: string): Partial<Question> | 'unread' => {
  const reading = readQuestion(words, known);
  return 'question' in reading ? reading.question : 'unread';
};

describe('a question about a table', () => {
  test('says the same in any order of its words', () => {
    const wanted = { measures: [{ kind: 'sum', column: 'Amount' }], by: ['Region'], where: [] };
    for (const words of [
      'total Amount by Region',
      'by region, the total amount',
      'how much amount for each region',
      'amount per region',
      'סכום Amount לפי Region',
      'סך כל ה-Amount לכל Region',
    ])
      expect([words, read(words)]).toEqual([words, expect.objectContaining(wanted)]);
  });

  test('conditions stand before, after or around the column', () => {
    const north = { column: 'Region', operator: '=', values: ['North'] };
    for (const words of [
      'rows from the North region',
      'the North rows',
      'region is North',
      'where region is @q0',
      'only North',
    ])
      expect([words, read(words)]).toEqual([words, expect.objectContaining({ where: [north] })]);
    expect(read('at least 3 units and amount between 10 and 1,000')).toMatchObject({
      where: [
        { column: 'Amount', operator: '>=', values: ['10'] },
        { column: 'Amount', operator: '<=', values: ['1000'] },
        { column: 'Units', operator: '>=', values: ['3'] },
      ],
    });
    expect(read('rows for North or South')).toMatchObject({ where: [{ operator: '=', values: ['North', 'South'] }] });
    expect(read('rows that are not from North')).toMatchObject({ where: [{ operator: '<>', values: ['North'] }] });
    expect(read('total amount in March')).toMatchObject({ where: [{ column: 'Month', values: ['2026-03'] }] });
  });

  test('order, limit and the greatest', () => {
    expect(read('sort by region then by amount, biggest first')).toMatchObject({
      order: [
        { column: 'Region', direction: 'ASC' },
        { column: 'Amount', direction: 'DESC' },
      ],
      isSorting: true,
    });
    expect(read('sort by amount within each region')).toMatchObject({
      order: [{ column: 'Region' }, { column: 'Amount' }],
    });
    expect(read('show the rows sorted by amount')).toMatchObject({ isSorting: false });
    expect(read('sort the list by amount')).toMatchObject({ isSorting: true });
    expect(read('list the rows sorted by amount')).toMatchObject({ isSorting: false });
    expect(read('the three biggest sales by amount')).toMatchObject({
      limit: 3,
      order: [{ column: 'Amount', direction: 'DESC' }],
    });
    expect(read('which region sold the most units')).toMatchObject({
      by: ['Region'],
      limit: 1,
      orderByMeasure: 'DESC',
    });
  });

  test('a word that is not known, a thing said two ways and a question beside it are not read', () => {
    for (const words of [
      'total Profit by Region',
      'total amount in June',
      'sort by amount from smallest to largest with the largest first',
      'is it sorted by amount',
      'sort only the amount column',
      'region is North and region is South',
      'which region has the best weather',
      'total of region',
      'which region sold the most units by month',
      'which region sold the most units of the three biggest',
    ])
      expect([words, read(words)]).toEqual([words, 'unread']);
  });

  test('amounts are told from prices, units from stock, and yes from no', () => {
    const shop = {
      ...known,
      columns: [
        column('Plant', false),
        column('Qty', true),
        column('Unit price', true),
        column('Total', true),
        column('Delivery days', true),
        { ...column('Works weekends', false), flag: { yes: ['Yes'], no: ['No'] } },
      ],
      held: [],
    };
    const ask = (words: string) => {
      const reading = readQuestion(words, shop);
      return 'question' in reading ? reading.question : 'unread';
    };
    expect(ask('how much did we sell altogether')).toMatchObject({ measures: [{ kind: 'sum', column: 'Total' }] });
    expect(ask('the average sale')).toMatchObject({ measures: [{ kind: 'avg', column: 'Total' }] });
    expect(ask('sales per plant')).toMatchObject({ measures: [{ kind: 'sum', column: 'Total' }], by: ['Plant'] });
    expect(ask('how many sales per plant')).toMatchObject({ measures: [{ kind: 'count' }], by: ['Plant'] });
    expect(ask('which plant sold the most units')).toMatchObject({ measures: [{ kind: 'sum', column: 'Qty' }] });
    expect(ask('who works weekends')).toMatchObject({ where: [{ column: 'Works weekends', values: ['Yes'] }] });
    for (const words of ['what was our best day', 'the best unit price'])
      expect([words, ask(words)]).toEqual([words, 'unread']);
  });

  test('a number, a month, a verb and two values find the column they are of', () => {
    const school = {
      columns: [
        { ...column('Name', false) },
        { ...column('Age', true), range: [7, 17] as const },
        { ...column('Teacher', false) },
        { ...column('Joined', false), type: 'date' },
        { ...column('Monthly fee', true), range: [240, 320] as const },
        { ...column('Weight kg', true), range: [60, 90] as const },
        { ...column('Seats', true), range: [1, 4] as const },
      ],
      held: [
        { column: 'Teacher', value: 'Irina' },
        { column: 'Teacher', value: 'Marcus' },
        { column: 'Name', value: 'Gil Mor' },
      ],
      quoted: [],
      rowNames: ['pupils'],
      dates: [
        {
          column: 'Joined',
          detail: 'day' as const,
          years: ['2024', '2025'],
          months: ['2024-09', '2025-03', '2025-09'],
        },
      ],
    };
    const ask = (words: string) => {
      const reading = readQuestion(words, school);
      return 'question' in reading ? reading.question : reading.unread;
    };
    expect(ask('which pupils are over 10')).toMatchObject({
      where: [{ column: 'Age', operator: '>', values: ['10'] }],
    });
    expect(ask('pupils over 70 kg')).toMatchObject({ where: [{ column: 'Weight kg', values: ['70'] }] });
    // All are over 3 by age, and some by seats: it is not for the rules to choose.
    expect(ask('which pupils are over 3')).toMatchObject({ why: 'condition' });
    expect(ask('which pupils are under 20')).toMatchObject({ why: 'condition' });
    expect(ask('which pupils are over 500')).toMatchObject({ why: 'condition' });
    expect(ask('who joined in March')).toMatchObject({ where: [{ column: 'Joined', values: ['2025-03', '2025-04'] }] });
    expect(ask('who joined in September')).toMatchObject({ why: 'year' });
    expect(ask('who teaches Gil Mor')).toMatchObject({ where: [{ column: 'Name', values: ['Gil Mor'] }] });
    expect(ask('how many pupils does Marcus teach')).toMatchObject({
      measures: [{ kind: 'count' }],
      where: [{ column: 'Teacher', values: ['Marcus'] }],
    });
    expect(ask('how much do the pupils of Irina pay each month')).toMatchObject({
      measures: [{ kind: 'sum', column: 'Monthly fee' }],
    });
    expect(ask('how many seats')).toMatchObject({ measures: [{ kind: 'sum', column: 'Seats' }] });
    expect(ask('does Irina or Marcus have more pupils')).toMatchObject({
      measures: [{ kind: 'count' }],
      by: ['Teacher'],
      where: [{ values: ['Irina', 'Marcus'] }],
      orderByMeasure: 'DESC',
    });
    expect(ask('list the pupils, oldest first')).toMatchObject({ order: [{ column: 'Age', direction: 'DESC' }] });
    expect(ask('put the pupils in alphabetical order')).toMatchObject({ order: [{ column: 'Name' }] });
    // What can be is not what is.
    expect(ask('which pupils can be of Irina')).toMatchObject({ unknown: ['can be'] });
  });

  test('what may be counted or added up is asked back', () => {
    const gifts = {
      ...known,
      columns: [column('Purpose', false), column('Amount', true)],
      held: [],
      rowNames: ['donations'],
    };
    expect(readQuestion('donations per purpose', gifts)).toMatchObject({
      unread: { why: 'ambiguous', meanings: [{ measures: [{ kind: 'sum' }] }, { measures: [{ kind: 'count' }] }] },
    });
  });
});

describe('a question that could be answered with something else', () => {
  const paid = { ...column('Paid', false), flag: { yes: ['Yes', 'Y'], no: ['No', 'N'] } };
  const orders = {
    columns: [
      column('Client', false),
      column('Phone', false),
      column('Status', false),
      paid,
      column('Total', true),
      column('Fee', true),
    ],
    held: [
      { column: 'Client', value: 'Ann' },
      { column: 'Status', value: 'פעיל' },
      { column: 'Status', value: 'פעילה' },
    ],
    quoted: [],
    rowNames: ['orders'],
  };
  const readOf = (words: string) => readQuestion(words, orders);

  test('people are never answered with a sum, and a sum beside a count is not passed over', () => {
    expect(readOf('who has not paid the total Fee')).toHaveProperty('unread');
    const both = readOf('how many orders are not paid and what is the sum');
    expect(both).toMatchObject({
      unread: {
        why: 'ambiguous',
        meanings: [
          { measures: [{ kind: 'count' }, { kind: 'sum', column: 'Total' }] },
          { measures: [{ kind: 'count' }, { kind: 'sum', column: 'Fee' }] },
        ],
      },
    });
    expect(readOf('how many orders are not paid in total')).toMatchObject({
      question: { measures: [{ kind: 'count' }], where: [{ column: 'Paid', values: ['No', 'N'] }] },
    });
    expect(readOf('how many orders have no phone and who are they')).toMatchObject({
      question: { measures: [], where: [{ column: 'Phone', operator: 'empty' }] },
    });
  });

  test('a verb of trade that no column tells of is not passed over, nor is the row of a most', () => {
    const bare = { ...orders, columns: orders.columns.filter(({ name }) => name !== 'Paid') };
    for (const words of [
      'how many orders did Ann pay',
      'has Ann paid',
      'total Fee of the order with the highest Total',
    ])
      expect([words, 'unread' in readQuestion(words, bare)]).toEqual([words, true]);
  });

  test('a plural of two values of one column means both', () => {
    expect(readOf('כמה orders פעילים יש')).toMatchObject({
      question: { where: [{ column: 'Status', operator: '=', values: ['פעיל', 'פעילה'] }] },
    });
  });
});
