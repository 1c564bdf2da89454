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
        { ...column('Works weekends', false), flag: { yes: 'Yes', no: 'No' } },
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
});
