import { test } from 'vitest';
import { totalsOfACsv, totalsOfAWorkbook } from '../../testing/big-data.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const workers = sharedWorkers();

test('[WS-75] 200,000 rows of 20 columns', () => totalsOfAWorkbook(workers(), 200_000));

test('[WS-76] 80 MB of csv', () => totalsOfACsv(workers(), 2_000_000));
