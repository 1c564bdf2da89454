import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBars } from '../bars.ts';
import { shortOf } from '../judge.ts';
import { routeCode } from './route-code.ts';

// Bytes, not time: the same on every machine. One import at the wrong place brings an editor along.
test('the code of the Studio page stays within its bar', async () => {
  execFileSync(process.execPath, [join(import.meta.dirname, '../../scripts/build.mjs')]);
  const rows = await routeCode.run({ folder: tmpdir(), say: () => undefined });
  expect(rows.map(({ id }) => id)).toEqual(['route-gzip']);
  expect(shortOf(rows, readBars('studio'))).toEqual([]);
});
