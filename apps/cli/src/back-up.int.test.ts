import { randomBytes } from 'node:crypto';
import { readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openStorage, type Storage, writePlaceInUse } from '@atelier/kernel/storage';
import { fillDisk, mayMount, smallDisk } from '@atelier/kernel/testing';
import { verify } from '@atelier/kernel/usecases';
import { spawnAtelier, tempFolder } from '@atelier/server/testing';
import { expect, test } from 'vitest';
import { backUp } from './back-up.ts';
import { runHere } from './testing/run-here.ts';

const open = async (data: string): Promise<Storage> => {
  const opened = await openStorage({ data });
  if (!opened.ok) throw new Error(opened.error.code);
  return opened.value;
};
const env = { ATELIER_DATABASE_URL: '' };
const atelier = (...args: string[]) => runHere(args, env);

/** Writes content and commits that pin it to three streams at once, without a pause, until it is told to stop. */
const keepWriting = (storage: Storage) => {
  let goesOn = true;
  let commits = 0;
  const write = async (stream: string): Promise<void> => {
    for (let n = 0; goesOn; n += 1) {
      const id = await storage.blobs.put(Buffer.from(`${stream} ${n}: `.repeat(n % 7 === 0 ? 2_000 : 500)));
      const done = await storage.log.append(stream, [{ kind: 'noted', key: null, data: { n } }], {
        expected: n,
        pins: [id],
        content: [Buffer.from(`rides along with ${n}`)],
      });
      if (!done.ok) throw new Error(JSON.stringify(done.error));
      commits += 1;
    }
  };
  const writing = Promise.all(['session/a', 'session/b', 'bench/c'].map(write));
  return {
    until: async (count: number) => {
      while (commits < count) await new Promise((resume) => setImmediate(resume));
    },
    stop: async () => {
      goesOn = false;
      await writing;
    },
  };
};

test('a copy taken while three streams are written is whole, proved, and can be gone on from', {
  timeout: 120_000,
}, async () => {
  const data = await tempFolder();
  const storage = await open(data);
  const writer = keepWriting(storage);
  const copies: string[] = [];
  for (const count of [40, 120, 240]) {
    await writer.until(count);
    const to = await tempFolder();
    expect(await backUp(data, to)).toMatchObject({ damaged: [], findings: [], streams: 3 });
    copies.push(to);
  }
  await writer.stop();
  for (const to of copies) {
    const copy = await open(to);
    const { findings } = await verify({ ...copy, content: await copy.content() })();
    expect(findings).toEqual([]);
    for (const stream of ['session/a', 'session/b', 'bench/c']) {
      const [kept, all] = [await copy.log.read(stream), await storage.log.read(stream)];
      if (!kept.ok || !all.ok) throw new Error('unreadable');
      expect(kept.value.next).toBeGreaterThan(0);
      expect(kept.value.events).toEqual(all.value.events.slice(0, kept.value.next));
      const more = await copy.log.append(stream, [{ kind: 'noted', key: null, data: {} }], { expected: 'any' });
      expect(more).toMatchObject({ ok: true });
    }
    await copy.close();
  }
  await storage.close();
});

test('the command says what it copied, takes everything else along, and refuses what it should not write to', {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  const storage = await open(data);
  await storage.log.append('session/a', [{ kind: 'noted', key: null, data: {} }], { expected: 0 });
  await storage.close();
  await writeFile(join(data, 'workflow-notes.txt'), 'mine');
  const to = join(await tempFolder(), 'copy');
  expect(await spawnAtelier(['backup', to, '--data', data], { env }).ended).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing is wrong with the copy.'),
  });
  expect(await readFile(join(to, 'workflow-notes.txt'), 'utf8')).toBe('mine');
  expect(await readFile(join(to, 'keys', 'heads.key'))).toEqual(await readFile(join(data, 'keys', 'heads.key')));
  expect(await atelier('verify', '--data', to)).toMatchObject({ code: 0 });
  expect(await atelier('backup', to, '--data', data)).toMatchObject({
    code: 2,
    err: expect.stringContaining('is not empty'),
  });
  expect(await atelier('backup', join(data, 'copy'), '--data', data)).toMatchObject({
    code: 2,
    err: expect.stringContaining('lies inside'),
  });

  const [part = ''] = await readdir(join(data, 'streams', 'session', 'a', 'events'));
  await writeFile(join(data, 'streams', 'session', 'a', 'events', part), 'damaged');
  const again = join(await tempFolder(), 'copy');
  const told = await atelier('backup', again, '--data', data);
  expect(told).toMatchObject({ code: 1, err: expect.stringContaining('session/a is damaged') });
  expect(await readFile(join(again, 'streams', 'session', 'a', 'events', part), 'utf8')).toBe('damaged');

  const file = join(await tempFolder(), 'file');
  await writeFile(file, 'mine');
  for (const place of [file, join(file, 'below'), '/proc/here']) {
    expect(await atelier('backup', place, '--data', data)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/cannot be used: .*Choose another\.$/m),
    });
  }
  expect(await readFile(file, 'utf8')).toBe('mine');

  await writePlaceInUse(data, 'database');
  expect(await atelier('backup', `${again}-2`, '--data', data)).toMatchObject({
    code: 2,
    err: expect.stringContaining('pg_dump'),
  });
});

test.runIf(mayMount)('a backup that a full disk cuts short leaves nothing in the way of the next try', async () => {
  const data = await tempFolder();
  const storage = await open(data);
  const id = await storage.blobs.put(randomBytes(400_000));
  await storage.log.append('session/a', [{ kind: 'noted', key: null, data: {} }], { expected: 0, pins: [id] });
  await storage.close();
  const disk = await smallDisk('900k');
  const makeRoom = fillDisk(disk);
  const to = join(disk, 'copy');
  await truncate(join(disk, 'filler'), 700_000);
  expect(await atelier('backup', to, '--data', data)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is full. Make room on it, then try again.'),
  });
  expect(await readdir(to)).toEqual([]);
  await makeRoom();
  expect(await atelier('backup', to, '--data', data)).toMatchObject({ code: 0, err: '' });
});
