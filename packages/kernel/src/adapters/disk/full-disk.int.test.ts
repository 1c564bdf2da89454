import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { unwrap } from '../../testing/log-promises.ts';
import { fillDisk, mayMount, smallDisk } from '../../testing/small-disk.ts';
import { createDiskLog } from './disk-log.ts';

const STREAM = 'session/full';
const noted = (text: string) => ({ kind: 'noted', key: null, data: { text } });
const program = join(import.meta.dirname, '../../testing/filling-process.ts');
let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-full-'));
});
afterEach(() => rmSync(data, { recursive: true }));

// The system itself refuses to write, as on a full disk: no file of this process may grow past 200 KB.
test.runIf(process.platform === 'linux')(
  'a file that cannot grow refuses the append with a reason, and the same process goes on once there is room',
  async () => {
    const child = spawn(
      'bash',
      ['-c', 'trap "" XFSZ; ulimit -S -f 200; exec "$@"', 'bash', process.execPath, program, data, STREAM],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    let errors = '';
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    const ended = once(child, 'close');
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<string> => (await lines.next()).value ?? `it ended: ${errors}`;

    expect(await next()).toMatch(/^refused \{"code":"WRITE_FAILED","inDoubt":false,"detail":"EFBIG/);
    expect(await next()).toBe('again WRITE_FAILED');
    execFileSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited']);
    child.stdin.write('room\n');
    expect(await next()).toBe('after done');
    expect(await ended).toEqual([0, null]);

    const log = createDiskLog({ data });
    const keys = unwrap(await log.read(STREAM)).events.map(({ key }) => key);
    expect(keys).toEqual(keys.map((_, at) => `key-${at}`));
    expect(keys.length).toBeGreaterThan(5);
    expect((await log.health(STREAM)).kind).toBe('healthy');
    await log.close();
  },
);

test.runIf(mayMount)(
  'a stream whose first append finds the disk full leaves nothing; with room it is born',
  async () => {
    const disk = await smallDisk('1m');
    const log = createDiskLog({ data: disk });
    unwrap(await log.append('session/before', [noted('x')], { expected: 0 }));
    const makeRoom = fillDisk(disk);
    const full = { ok: false, error: { code: 'DISK_FULL', inDoubt: false } };
    for (const stream of ['session/one', 'session/two', 'session/one'])
      expect(await log.append(stream, [noted('y'.repeat(20_000))], { expected: 0 })).toMatchObject(full);
    expect(await log.list('session')).toEqual(['session/before']);
    expect(readdirSync(join(disk, 'streams', 'session'))).toEqual(['before']);
    await makeRoom();
    unwrap(await log.append('session/one', [noted('z')], { expected: 0 }));
    unwrap(await log.append('session/before', [noted('z')], { expected: 1 }));
    await log.close();
    const again = createDiskLog({ data: disk });
    expect(unwrap(await again.read('session/one')).events.map(({ data }) => data)).toEqual([{ text: 'z' }]);
    await again.close();
  },
);
