import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createDiskLog } from '../disk/disk-log.ts';
import { createSqliteLocks } from './sqlite-locks.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-locks-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a lock whose owner cannot be noted is held and let go like any other', async () => {
  mkdirSync(join(folder, 'lock-owner'));
  const locks = createSqliteLocks();
  const held = unwrap(await locks.acquire(folder, 0));
  const other = createSqliteLocks();
  expect(await other.acquire(folder, 0)).toEqual({ ok: false, error: {} });
  held.release();
  unwrap(await other.acquire(folder, 0)).release();
  locks.close();
  other.close();
});

test('whoever cannot ask for a lock waits for it all the same', async () => {
  mkdirSync(join(folder, 'lock-wanted'));
  const [locks, other] = [createSqliteLocks(), createSqliteLocks()];
  const held = unwrap(await locks.acquire(folder, 0));
  const waiting = other.acquire(folder, 5_000);
  held.release();
  unwrap(await waiting).release();
  expect(await locks.acquire(folder, 0)).toMatchObject({ ok: true });
  locks.close();
  other.close();
});

test('appends go on where the lock cannot say who holds it', async () => {
  const log = createDiskLog({ data: folder });
  mkdirSync(join(folder, 'streams', 'session', 's', 'lock-owner'), { recursive: true });
  for (const text of ['a', 'b']) unwrap(await log.append('session/s', [said(text)], { expected: 'any' }));
  await log.close();
});

test('a lock whose folder went and came again is another lock', async () => {
  const [locks, other] = [createSqliteLocks(), createSqliteLocks()];
  const stream = join(folder, 'stream');
  mkdirSync(stream);
  unwrap(await locks.acquire(stream, 0)).release();
  renameSync(stream, join(folder, 'removed'));
  mkdirSync(stream);
  const held = unwrap(await other.acquire(stream, 0));
  expect(await locks.acquire(stream, 0)).toEqual({ ok: false, error: { ownerPid: process.pid } });
  held.release();
  unwrap(await locks.acquire(stream, 0)).release();
  locks.close();
  other.close();
});

test('whoever waits for a lock while its stream is removed and born again gets the new one', async () => {
  const [locks, other, third] = [createSqliteLocks(), createSqliteLocks(), createSqliteLocks()];
  const stream = join(folder, 'moving');
  mkdirSync(stream);
  unwrap(await locks.acquire(stream, 0)).release(); // and keeps the file open
  const held = unwrap(await other.acquire(stream, 0));
  const waiting = locks.acquire(stream, 5_000);
  renameSync(stream, join(folder, 'moved'));
  mkdirSync(stream);
  held.release();
  const got = unwrap(await waiting);
  expect(await third.acquire(stream, 0)).toMatchObject({ ok: false });
  got.release();
  for (const each of [locks, other, third]) each.close();
});

test('whoever finds a lock held is told by whom, whatever the note said before', async () => {
  writeFileSync(join(folder, 'lock-owner'), '1234567890\n');
  const [locks, other] = [createSqliteLocks(), createSqliteLocks()];
  for (let time = 0; time < 2; time += 1) {
    const held = unwrap(await locks.acquire(folder, 0));
    expect(await other.acquire(folder, 0)).toEqual({ ok: false, error: { ownerPid: process.pid } });
    held.release();
    writeFileSync(join(folder, 'lock-owner'), '7\n');
  }
  locks.close();
  other.close();
});
