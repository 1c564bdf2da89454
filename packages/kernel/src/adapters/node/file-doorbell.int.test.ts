import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileDoorbell } from './file-doorbell.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-bell-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a bell that cannot be rung or listened to is silent, and works once its place is there', async () => {
  const path = join(folder, 'later', 'doorbell');
  const bell = createFileDoorbell(path);
  bell.ring();
  bell.listen(() => undefined)();
  mkdirSync(join(folder, 'later'));
  const rung = Promise.withResolvers<void>();
  const stop = bell.listen(rung.resolve);
  createFileDoorbell(path).ring();
  await rung.promise;
  stop();
  bell.close();
  expect(() => bell.close()).not.toThrow();
});
