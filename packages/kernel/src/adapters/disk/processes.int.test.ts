import { type ChildProcess, spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createDiskLog, type DiskLog } from './disk-log.ts';

const STREAM = 'session/shared';
const program = join(import.meta.dirname, '../../testing/writer-process.ts');
/** Fifty starts of one program: its types are stripped once. */
const compileCache = mkdtempSync(join(tmpdir(), 'atelier-compiled-'));
let data = '';
let running: ChildProcess[] = [];

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'atelier-processes-'));
  running = [];
});

afterEach(async () => {
  for (const child of running) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(data, { recursive: true });
});

afterAll(() => rmSync(compileCache, { recursive: true }));

/** A writer that is loaded and waits: it does nothing to the log before `begin`. */
const loadWriter = (name: string, count: number | 'endless') => {
  const child = spawn(process.execPath, [program, data, STREAM, name, String(count)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
  });
  running.push(child);
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const wordsAfter = (word: string): string[] =>
    out
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith(`${word} `))
      .map((line) => line.slice(word.length + 1));
  child.stdin.on('error', () => undefined); // of one that is gone before it was told
  return {
    child,
    begin: () => child.stdin.end('begin\n'),
    done: () => wordsAfter('done'),
    locked: () => wordsAfter('locked'),
    errors: () => errors.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, ''),
    ended: once(child, 'close'),
  };
};

const startWriter = (name: string, count: number | 'endless') => {
  const writer = loadWriter(name, count);
  writer.begin();
  return writer;
};

/** Keys in threes: every commit whole, none twice. */
const expectWholeCommits = (keys: readonly string[]): void => {
  expect(new Set(keys).size).toBe(keys.length);
  for (let at = 0; at < keys.length; at += 3) {
    const commit = keys[at]?.replace(/-0$/, '');
    expect(keys.slice(at, at + 3)).toEqual([`${commit}-0`, `${commit}-1`, `${commit}-2`]);
  }
};

const keysIn = async (log: DiskLog): Promise<string[]> =>
  unwrap(await log.read(STREAM)).events.map((event) => event.key ?? '');

test('a writer killed under load, 50 times: nothing it acknowledged is lost and the next one goes on', async () => {
  const { below } = createSeeded(9);
  const log = createDiskLog({ data });
  const first = startWriter('first', 2);
  await first.ended; // a process that ends leaves the compiled program for the fifty that are killed
  const acknowledged = first.done();
  // The next one is loaded while this one lives: starting a program is most of what all this takes.
  let next = loadWriter('life0', 'endless');
  for (let life = 0; life < 50; life += 1) {
    const writer = next;
    writer.begin();
    next = loadWriter(`life${life + 1}`, 'endless');
    while (writer.done().length < 1 + below(6)) {
      if (writer.child.exitCode !== null) throw new Error(`the writer ended: ${writer.errors()}`);
      await new Promise((resume) => setTimeout(resume, 1));
    }
    writer.child.kill('SIGKILL');
    await writer.ended;
    acknowledged.push(...writer.done());
    expect(await log.health(STREAM)).toMatchObject({ kind: 'healthy' });
  }
  const keys = await keysIn(log);
  expectWholeCommits(keys);
  const there = new Set(keys);
  expect(acknowledged.filter((commit) => !there.has(`${commit}-0`))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
  unwrap(await log.append(STREAM, [said('after it all')], { expected: keys.length }));
  await log.close();
}, 120_000);

test('two processes write one stream in turns, and a reader in a third never sees half a commit', async () => {
  const log = createDiskLog({ data });
  const writers = [startWriter('ann', 120), startWriter('ben', 120)];
  let ended = false;
  const over = Promise.all(writers.map((writer) => writer.ended)).then(() => {
    ended = true;
  });
  let looks = 0;
  for (let seen = 0; !ended; looks += 1) {
    const keys = await keysIn(log);
    expect(keys.length).toBeGreaterThanOrEqual(seen);
    expectWholeCommits(keys);
    seen = keys.length;
    await new Promise((resume) => setTimeout(resume, 1));
  }
  await over;
  expect(writers.map((writer) => writer.errors())).toEqual(['', '']);
  expect(looks).toBeGreaterThan(5);
  expect((await keysIn(log)).length).toBe(2 * 120 * 3);
  await log.close();
}, 60_000);

test('while another process holds the lock an append is refused with its pid, and works once that process is dead', async () => {
  const log = createDiskLog({ data });
  unwrap(await log.append(STREAM, [said('a')], { expected: 0 }));
  await log.close();

  const holding = `import { createSqliteLocks } from ${JSON.stringify(join(import.meta.dirname, '../node/sqlite-locks.ts'))};
    await createSqliteLocks().acquire(${JSON.stringify(join(data, 'streams', STREAM))}, 0);
    console.log('held');
    setInterval(() => {}, 1e6);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', holding], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(holder);
  await once(holder.stdout, 'data');

  const other = createDiskLog({ data });
  expect(await other.append(STREAM, [said('b')], { expected: 1 })).toEqual({
    ok: false,
    error: { code: 'LOCKED', afterMs: 50, ownerPid: holder.pid },
  });
  expect(unwrap(await other.read(STREAM)).next).toBe(1); // readers never lock
  holder.kill('SIGKILL');
  await once(holder, 'close');
  expect(unwrap(await other.append(STREAM, [said('b')], { expected: 1 })).first).toBe(1);
  await other.close();
});

test('of two processes that believe in one seq, one wins and the other is told', async () => {
  const appending = `import { createDiskLog } from ${JSON.stringify(join(import.meta.dirname, 'disk-log.ts'))};
    const log = createDiskLog({ data: ${JSON.stringify(data)} });
    const [name] = process.argv.slice(1);
    console.log('ready');
    for await (const line of process.stdin) {
      const expected = Number(line);
      const answer = await log.append(${JSON.stringify(STREAM)}, [{ kind: 'said', key: null, data: { name } }], { expected });
      console.log(answer.ok ? 'committed' : answer.error.code);
    }
    await log.close();`;
  const writers = ['ann', 'ben'].map((name) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', appending, name], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running.push(child);
    return { child, lines: on(child.stdout.setEncoding('utf8'), 'data') };
  });
  const said = () => Promise.all(writers.map(async ({ lines }) => String((await lines.next()).value).trim()));
  expect(await said()).toEqual(['ready', 'ready']);
  const log = createDiskLog({ data });
  for (let seq = 0; seq < 20; seq += 1) {
    for (const { child } of writers) child.stdin.write(`${seq}\n`);
    const answers = await said();
    // Neither waits for the lock for ever: a loaded machine may refuse one of them before it could look.
    expect(answers.filter((answer) => answer === 'committed')).toHaveLength(1);
    expect(['STALE', 'LOCKED']).toContain(answers.find((answer) => answer !== 'committed'));
    expect(unwrap(await log.read(STREAM)).next).toBe(seq + 1);
  }
  for (const { child } of writers) child.stdin.end();
  await Promise.all(writers.map(({ child }) => once(child, 'close')));
  await log.close();
});
