import type { CommandClient, WorkbenchFile, WorkbenchView } from '@atelier/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { askForBench, filesAfter, filesBetween, inReadingOrder } from './held-files.ts';

const row = (path: string, version: string, change: WorkbenchFile['change'] = null): WorkbenchFile => ({
  path,
  kind: 'text',
  sizeBytes: version.length,
  version,
  access: 'editable',
  change,
});

const lists = fc
  .uniqueArray(
    fc.record({
      path: fc.constantFrom('a 2.txt', 'a 10.txt', 'b.csv', 'ב.txt', 'c', 'A 2.txt'),
      version: fc.constantFrom('1', '2'),
      change: fc.constantFrom(null, 'added' as const, 'modified' as const),
    }),
    { selector: ({ path }) => path },
  )
  .map((rows) => rows.map(({ path, version, change }) => row(path, version, change)).sort(inReadingOrder));

test('the difference of any two lists of files leads from the one to the other', () => {
  fc.assert(
    fc.property(lists, lists, (before, after) => {
      expect(filesAfter(before, filesBetween(before, after))).toEqual(after);
    }),
  );
});

test('rows that did not change do not cross, and are the same objects after it', () => {
  const before = [row('a', '1'), row('b', '1'), row('c', '1')];
  const since = filesBetween(before, [row('a', '1'), row('b', '2', 'modified')]);
  expect(since).toEqual({ changed: [row('b', '2', 'modified')], removed: ['c'] });
  expect(filesAfter(before, since)[0]).toBe(before[0]);
});

test('a server that no longer knows the list that is held tells all of it', async () => {
  const view = { files: [row('a', '2')], filesId: 'new' } as unknown as WorkbenchView;
  const asked: unknown[] = [];
  const client = {
    WorkbenchGet: async (params) => {
      asked.push(params);
      return { ok: true, value: { view, seq: 7 } };
    },
  } satisfies Pick<CommandClient, 'WorkbenchGet'>;
  const reply = await askForBench(client, 'wb_1', { files: [row('a', '1'), row('b', '1')], filesId: 'old' });
  expect(reply).toEqual({ ok: true, value: { view, seq: 7 } });
  expect(asked).toEqual([{ workbenchId: 'wb_1', filesHeld: 'old' }]);
});
