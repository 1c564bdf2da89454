import { test } from 'vitest';
import { totalsOfACsv, totalsOfAWorkbook } from '../../testing/big-data.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 120_000 };
const workers = sharedWorkers();

test('a wide workbook is totalled from its map on, over all its rows', patience, () =>
  totalsOfAWorkbook(workers(), 300),
);

test('a long csv is totalled by table tools alone, into a workbook', patience, () => totalsOfACsv(workers(), 40_000));
