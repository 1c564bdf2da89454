import { test } from 'vitest';
import { totalOfManyColumns, totalsOfACsv, totalsOfAWorkbook } from '../../testing/big-data.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 120_000 };
const workers = sharedWorkers();

test('a wide workbook is totalled from its map on, over all its rows', patience, () =>
  totalsOfAWorkbook(workers(), 300),
);

test('a long csv is totalled by table tools alone, into a workbook', patience, () => totalsOfACsv(workers(), 40_000));

test('a table of many columns of words is totalled within the memory of its engine', patience, () =>
  totalOfManyColumns(workers(), 56, 20_000),
);
