import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { type Bench, median } from '../bench.ts';

const ROUNDS = 15;

export const startImport: Bench = {
  ids: ['start-import'],
  run: async () => {
    const samples = Array.from({ length: ROUNDS }, () =>
      Number(execFileSync(process.execPath, [join(import.meta.dirname, 'import-probe.ts')], { encoding: 'utf8' })),
    );
    return [{ id: 'start-import', value: median(samples), unit: 'ms' }];
  },
};
