import type { Bench } from '../bench.ts';
import { chunkToTab } from './chunk-to-tab.ts';
import { startImport } from './start-import.ts';
import { chunkCpu, firstToken } from './stream-cost.ts';

export const benches: readonly Bench[] = [chunkCpu, firstToken, chunkToTab, startImport];
