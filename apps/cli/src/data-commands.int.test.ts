import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { fillDisk, mayMount, smallDisk } from '@atelier/kernel/testing';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { createToolHandler, openRailsInstall } from '@atelier/mcp';
import { serveAtelier, spawnAtelier, startTestServer, tempFolder, workbenchOn } from '@atelier/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runHere } from './testing/run-here.ts';

/** Each command once as people start it; what else it says and does is asked of it in this process. */
const startAtelier = (args: readonly string[], env: Record<string, string> = {}) => spawnAtelier(args, { env }).ended;
const atelier = runHere;

/** A session with one step done, made the way an agent makes one. */
const makeSession = async (data: string): Promise<string> => {
  const install = openRailsInstall(data);
  try {
    const handle = createToolHandler(install.deps);
    const facts = { workplace: async () => null, about: () => undefined };
    const started = await handle(
      'start_workflow',
      { workflowId: 'wr.rpi', workspacePath: data, goal: 'Try it' },
      facts,
    );
    const session = (started.structuredContent as { session?: { sessionId: string } } | undefined)?.session;
    if (!session) throw new Error(JSON.stringify(started));
    return session.sessionId;
  } finally {
    await install.close();
  }
};
const eventsIn = async (data: string, sessionId: string) => {
  const log = createDiskLog({ data });
  const read = await log.read(`session/${sessionId}`);
  await log.close();
  return read.ok ? read.value.events : [];
};

test('a session goes out to a file and comes in elsewhere; in place it gets a name of its own', {
  timeout: 60_000,
}, async () => {
  const [here, there] = [await tempFolder(), await tempFolder()];
  const sessionId = await makeSession(here);
  const file = join(here, 'session.json');
  const exported = await startAtelier(['export', sessionId, '--data', here, '--out', file]);
  expect(exported).toMatchObject({ code: 0, err: '' });
  expect(await readFile(file, 'utf8')).not.toContain(here);

  const again = await atelier(['export', sessionId, '--data', here, '--out', file]);
  expect(again).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });

  expect(await startAtelier(['import', file, '--data', there])).toMatchObject({
    code: 0,
    out: expect.stringContaining(sessionId),
  });
  expect(await eventsIn(there, sessionId)).toHaveLength((await eventsIn(here, sessionId)).length);
  const twice = await atelier(['import', file, '--data', there]);
  expect(twice.out).toContain('has a new one');
});

test('[RL-71] a session goes out as a page to read, and never over a file that is there', async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const file = join(data, 'report.md');
  const call = ['export', sessionId, '--markdown', '--data', data, '--out', file];
  expect(await atelier(call)).toEqual({ code: 0, err: '', out: `${file}: a report to read.\n` });
  const page = await readFile(file, 'utf8');
  expect(page).toMatch(/^# Try it\n/);
  expect(page).toContain('`wr.rpi`');
  expect(page).toContain(sessionId);
  expect(await atelier(call)).toMatchObject({ code: 1, err: expect.stringContaining('is there already') });
  expect(await atelier(['export', `sess_${'a'.repeat(26)}`, '--markdown', '--data', data])).toMatchObject({
    code: 1,
    err: expect.stringContaining('no such session'),
  });
});

test('what cannot be taken in or out is said, and nothing is changed', { timeout: 60_000 }, async () => {
  const data = await tempFolder();
  const [text, foreign] = [join(data, 'text.json'), join(data, 'foreign.json')];
  await writeFile(text, 'not json');
  await writeFile(foreign, '{"hello": 1}');
  const cases: [string[], number, string][] = [
    [['export', 'nonsense', '--data', data], 2, 'is not a session id'],
    [['export', `sess_${'a'.repeat(26)}`, '--data', data], 1, 'no such session'],
    [['import', join(data, 'none.json'), '--data', data], 2, 'there is no file'],
    [['import', text, '--data', data], 1, 'is not JSON'],
    [['import', foreign, '--data', data], 1, 'it isn’t a session that Atelier exported'],
    [['move', '--data', data], 2, '--to database or --to disk'],
    [['move', '--to', 'database', '--data', data], 2, 'ATELIER_DATABASE_URL'],
  ];
  for (const [args, code, words] of cases) {
    expect(await atelier(args, { ATELIER_DATABASE_URL: '' }), args.join(' ')).toMatchObject({
      code,
      err: expect.stringContaining(words),
    });
  }
  expect(await readdir(join(data, 'streams')).catch(() => [])).toEqual([]);
});

test('a damaged stream is mended only on a word, and what it was is kept', { timeout: 60_000 }, async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const stream = `session/${sessionId}`;
  expect(await atelier(['repair', stream, '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringContaining('healthy'),
  });
  const folder = join(data, 'streams', 'session', sessionId, 'events');
  const [segment = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, segment));
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(join(folder, segment), bytes);

  const told = await atelier(['repair', stream, '--data', data]);
  expect(told).toMatchObject({ code: 1, out: expect.stringContaining('--yes') });
  expect((await readFile(join(folder, segment))).equals(bytes)).toBe(true);
  expect(await startAtelier(['repair', stream, '--data', data, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/One changed bit was corrected\..* A copy of it as it was is in /),
  });
  expect(await atelier(['repair', 'Session/../x', '--data', data])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/is not <kind>.*atelier\.mjs' doctor/),
  });
  expect(await atelier(['repair', stream, '--data', data])).toMatchObject({ code: 0 });
  expect(await atelier(['repair', 'session/another', '--data', data])).toMatchObject({
    code: 2,
    err: expect.stringMatching(/There is no stream session\/another here.*atelier\.mjs' doctor/),
  });
});

test('a healthy stream is told to be so next to a running server, and only a change asks for a stop', {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const stream = `session/${sessionId}`;
  await serveAtelier(data);
  expect(await atelier(['repair', stream, '--data', data])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing to do.'),
  });
  const folder = join(data, 'streams', 'session', sessionId, 'events');
  const [segment = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, segment));
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(join(folder, segment), bytes);
  expect(await atelier(['repair', stream, '--data', data])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/is damaged at commit [\s\S]*Stop the running server, then run it again with --yes/),
  });
  expect(await atelier(['repair', stream, '--data', data, '--yes'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('stop the running server first'),
  });
  expect((await readFile(join(folder, segment))).equals(bytes)).toBe(true);
});

test.each(['doctor', 'verify', 'repair', 'backup'])(
  '%s makes nothing, and gives no folder that is not ours a clean bill',
  async (name) => {
    const [empty, foreign] = [await tempFolder(), await tempFolder()];
    await writeFile(join(foreign, 'budget.xlsx'), 'mine');
    const words =
      { doctor: [], verify: [], repair: ['install'], backup: [join(await tempFolder(), 'copy')] }[name] ?? [];
    for (const data of [empty, foreign, join(foreign, 'none'), join(foreign, 'budget.xlsx')]) {
      const told = await atelier([name, ...words, '--data', data]);
      expect(`${told.out}${told.err}`).toMatch(/There is no data|is empty|has no Atelier data|is not a folder/);
      expect(told.code).toBe(name === 'doctor' && (data === empty || data.endsWith('none')) ? 0 : 2);
    }
    expect(await readdir(empty)).toEqual([]);
    expect(await readdir(foreign)).toEqual(['budget.xlsx']);
  },
);

test('a stream that was cut takes nothing more until somebody accepts it', { timeout: 60_000 }, async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const stream = `session/${sessionId}`;
  const note = async (times: number, taken = true) => {
    const log = createDiskLog({ data });
    for (let n = 0; n < times; n += 1)
      expect(await log.append(stream, [{ kind: 'noted', key: null, data: {} }], { expected: 'any' })).toMatchObject({
        ok: taken,
      });
    await log.close();
  };
  await note(4);
  const folder = join(data, 'streams', 'session', sessionId, 'manifest');
  const [part = ''] = await readdir(folder);
  const records = (await readFile(join(folder, part), 'utf8')).replaceAll('\0', '').split('\n').slice(0, -1);
  await writeFile(join(folder, part), `${records.slice(0, -3).join('\n')}\n`);
  await note(1, false);

  const wrong = await atelier(['verify', '--data', data]);
  expect(wrong).toMatchObject({
    code: 1,
    out: expect.stringContaining(`a signed head attests ${records.length} commits`),
  });
  expect((await atelier(['doctor', '--data', data])).out).toContain(
    `The record ${stream} can be read, but commits that its signed head attests are missing`,
  );
  const told = await atelier(['repair', stream, '--data', data]);
  expect(told).toMatchObject({ code: 1, out: expect.stringContaining('Restore the stream from a backup') });
  expect(told.out).toContain(`It attests ${records.length} commits`);
  expect(await atelier(['verify', '--data', data])).toMatchObject({ code: 1 });
  expect(await atelier(['repair', stream, '--data', data, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringContaining('What its head said is kept in'),
  });
  expect(await atelier(['verify', '--data', data])).toMatchObject({ code: 0 });
  await note(1);
});

test('verify says that nothing is wrong, names the commit of what is, and what it cannot prove', {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const sound = await startAtelier(['verify', '--data', data]);
  expect(sound).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is wrong.') });
  expect(sound.out).toContain('What this cannot prove:');
  const folder = join(data, 'streams', 'session', sessionId, 'events');
  const [segment = ''] = await readdir(folder);
  const bytes = await readFile(join(folder, segment));
  bytes[200] = (bytes[200] ?? 0) ^ 1;
  await writeFile(join(folder, segment), bytes);
  expect(await atelier(['verify', '--data', data])).toMatchObject({
    code: 1,
    out: expect.stringContaining(`WRONG: session/${sessionId}, commit 0`),
  });
});

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

test('everything moves to PostgreSQL and back with the same seqs and hashes', { timeout: 120_000 }, async () => {
  const [here, back] = [await tempFolder(), await tempFolder()];
  const sessionId = await makeSession(here);
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  const head = (out: string) => /head (sha256:\w+)/.exec(out)?.[1];
  const there = await startAtelier(['move', '--to', 'database', '--data', here], env);
  expect(there).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Everything is there') });
  const again = await atelier(['move', '--to', 'database', '--data', here], env);
  expect(again.out).toContain('0 commits copied now');
  const returned = await atelier(['move', '--to', 'disk', '--data', back], env);
  expect(returned).toMatchObject({ code: 0, err: '' });
  expect(head(returned.out)).toBe(head(there.out));
  expect(await eventsIn(back, sessionId)).toEqual(await eventsIn(here, sessionId));
});

test('afterwards one side is in use, said in words, and nothing opens the other', { timeout: 120_000 }, async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  const args = ['--data', data];

  expect(await atelier(['doctor', ...args], env)).toMatchObject({
    code: 1,
    err: expect.stringContaining('was not moved to the database yet'),
  });
  const moved = await atelier(['move', '--to', 'database', ...args], env);
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining('In use from now on: the database.') });
  expect(moved.out).toContain('To switch back, run: node ');
  for (const command of [['start', '--no-open', '--port', '0'], ['doctor'], ['verify'], ['export', sessionId]])
    expect(
      await (command[0] === 'start' ? startAtelier : atelier)([...command, ...args]),
      command.join(' '),
    ).toMatchObject({
      code: 1,
      err: expect.stringContaining('is in a PostgreSQL database. Set ATELIER_DATABASE_URL to it'),
    });

  const doctor = await startAtelier(['doctor', ...args], env);
  expect(doctor).toMatchObject({ code: 0, out: expect.stringContaining('in the PostgreSQL database') });
  expect(doctor.out).toContain(`session/${sessionId}: `);
  const verified = await atelier(['verify', ...args], env);
  expect(verified).toMatchObject({ code: 0, out: expect.stringContaining('Nothing is wrong.') });
  expect(verified.out).not.toContain('attested by the chain alone');
  const file = join(data, 'out.json');
  expect(await atelier(['export', sessionId, '--out', file, ...args], env)).toMatchObject({ code: 0 });
  expect(await atelier(['import', file, ...args], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('new one'),
  });
  expect(await atelier(['repair', `session/${sessionId}`, ...args], env)).toMatchObject({
    code: 0,
    out: expect.stringContaining('is healthy'),
  });

  const back = await atelier(['move', '--to', 'disk', ...args], env);
  expect(back).toMatchObject({ code: 0, out: expect.stringContaining(`In use from now on: the folder ${data}.`) });
  expect(await atelier(['doctor', ...args], env)).toMatchObject({ code: 1, err: expect.stringContaining('Unset it') });
  expect(await atelier(['doctor', ...args])).toMatchObject({
    code: 0,
    out: expect.stringContaining('2 streams, no damage'),
  });
  expect(await atelier(['verify', ...args])).toMatchObject({
    code: 0,
    out: expect.stringContaining('Nothing is wrong.'),
  });
});

test("the keys go along: a cookie, the token and the agents' tokens are good on both sides", {
  timeout: 60_000,
}, async () => {
  const data = await tempFolder();
  await makeSession(data);
  const keys = ['cookie-key', 'install-token', 'keyring.json', 'heads.key'];
  const serving = await serveAtelier(data);
  serving.process.kill('SIGTERM');
  await serving.ended;
  const before = await Promise.all(keys.map((name) => readFile(join(data, 'keys', name), 'base64')));
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  expect(await atelier(['move', '--to', 'database', '--data', data], env)).toMatchObject({ code: 0 });
  const elsewhere = await tempFolder();
  expect(await atelier(['move', '--to', 'disk', '--data', elsewhere], env)).toMatchObject({ code: 0 });
  const after = await Promise.all(keys.map((name) => readFile(join(elsewhere, 'keys', name), 'base64')));
  const plain = (text: string) => Buffer.from(text, 'base64').toString('latin1').trim();
  expect(after.map(plain)).toEqual(before.map(plain));
});

test.each([
  ['keys/install-token', '', /install-token is empty\. Restore it from a backup\. Without one, move it away/],
  ['storage.json', '{"place":"moon"}', /storage\.json cannot be understood\. Bring it back from a backup/],
])('what a bad copy made of %s is said in one line that says what to do', async (name, text, line) => {
  const data = await tempFolder();
  await makeSession(data);
  await mkdir(join(data, 'keys'), { recursive: true });
  await writeFile(join(data, name), text);
  if (name !== 'storage.json')
    expect(await atelier(['doctor', '--data', data])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`Atelier can’t use the key ${name}`),
    });
  const told = await atelier(['start', '--no-open', '--port', '0', '--data', data]);
  expect(told).toMatchObject({ code: 1, out: '', err: expect.stringMatching(line) });
  expect(told.err.trimEnd().split('\n')).toHaveLength(1);
});

test('an export of a damaged session says that it is not the whole one', async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const log = createDiskLog({ data });
  await log.append(`session/${sessionId}`, [{ kind: 'noted', key: null, data: {} }], { expected: 'any' });
  await log.close();
  const folder = join(data, 'streams', 'session', sessionId, 'events');
  const [segment = ''] = await readdir(folder);
  const text = await readFile(join(folder, segment), 'utf8');
  await writeFile(join(folder, segment), text.replace('"noted"', '"nOted"'));
  const file = join(data, 'session.json');
  expect(await atelier(['export', sessionId, '--data', data, '--out', file])).toMatchObject({
    code: 1,
    out: expect.stringContaining('session.json'),
    err: expect.stringMatching(/the session is damaged; only the \d+ events before.*repair session\/sess_/),
  });
  const page = join(data, 'session.md');
  expect(await atelier(['export', sessionId, '--markdown', '--data', data, '--out', page])).toMatchObject({
    code: 1,
    err: expect.stringContaining('the session is damaged; only the steps before'),
  });
  expect(await readFile(page, 'utf8')).toMatch(/^> This session is damaged\. .*\n\n# Try it\n/);
  const bundle = JSON.parse(await readFile(file, 'utf8'));
  expect(bundle.session.events.length).toBeGreaterThan(0);
  expect(await atelier(['import', file, '--data', await tempFolder()])).toMatchObject({
    code: 0,
    err: expect.stringContaining('exported from a damaged session'),
  });
  bundle.session.events[0].kind = 'another';
  await writeFile(file, JSON.stringify(bundle));
  expect(await atelier(['import', file, '--data', await tempFolder()])).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      /couldn’t import .*Nothing was changed: .*export it again where it came from \(BUNDLE_INTEGRITY_FAILED\)/,
    ),
  });
});

test('doctor names damaged settings of WorkRail, which would otherwise read as nothing set', async () => {
  const data = await tempFolder();
  await makeSession(data);
  await mkdir(join(data, 'config'), { recursive: true });
  await writeFile(join(data, 'config', 'rails.json'), '{"sources":[],"def');
  expect(await atelier(['doctor', '--data', data])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/problem: The settings of WorkRail cannot be read.*Restore the file from a backup/),
  });
});

test('doctor names a keyring that cannot be read: agents are refused by it', async () => {
  const data = await tempFolder();
  await makeSession(data);
  expect(await atelier(['doctor', '--data', data])).toMatchObject({ code: 0 });
  await writeFile(join(data, 'keys', 'keyring.json'), 'half of it');
  expect(await atelier(['doctor', '--data', data])).toMatchObject({
    code: 1,
    out: expect.stringMatching(/can’t use the key keys\/keyring\.json \(not JSON\).*Restore it from a backup/),
  });
});

test.runIf(mayMount)('what a full disk cuts short leaves no half of an export under its name', async () => {
  const data = await tempFolder();
  const sessionId = await makeSession(data);
  const disk = await smallDisk('300k');
  const makeRoom = fillDisk(disk);
  const calls = [
    ['export', sessionId, '--out', join(disk, 'session.json')],
    ['export', sessionId, '--markdown', '--out', join(disk, 'session.md')],
  ];
  for (const call of calls)
    expect(await atelier([...call, '--data', data])).toMatchObject({
      code: 1,
      err: expect.stringContaining('full. Make room on it'),
    });
  expect(await readdir(disk)).toEqual(['filler']);
  await makeRoom();
  for (const call of calls) expect(await atelier([...call, '--data', data])).toMatchObject({ code: 0, err: '' });
});

test('what a killed process left of a first append is no stream in the list of doctor', async () => {
  const data = await tempFolder();
  await makeSession(data);
  const listed = async () => (await atelier(['doctor', '--data', data])).out.match(/^Log: .*$|^ {8}\S.*$/gm);
  const before = await listed();
  expect(before?.join()).toContain('session/');
  const folder = join(data, 'streams', 'session', `sess_${'a'.repeat(26)}`);
  for (const inner of ['events', 'manifest']) {
    await mkdir(join(folder, inner), { recursive: true });
    await writeFile(join(folder, inner, '000000000000.jsonl'), '');
  }
  expect(await listed()).toEqual(before);
});

test.runIf(mayMount)('an import that finds the disk full says so, and never blames the file', async () => {
  const there = await tempFolder();
  const sessionId = await makeSession(there);
  const [session, bench] = [join(there, 'session.json'), join(there, 'orders.atelier')];
  expect(await atelier(['export', sessionId, '--data', there, '--out', session])).toMatchObject({ code: 0 });
  const server = await startTestServer();
  await workbenchOn(server).create({ 'a.csv': 'city,n\nHaifa,2\n' }, 'Orders');
  expect(await atelier(['workbench', 'export', 'Orders', bench, '--data', server.dataFolder])).toMatchObject({
    code: 0,
  });
  const data = await smallDisk('4m');
  await makeSession(data);
  const makeRoom = fillDisk(data);
  const calls = [
    ['import', session, '--data', data],
    ['workbench', 'import', bench, '--data', data],
  ];
  for (const call of calls)
    expect(await atelier(call)).toEqual({
      code: 1,
      out: '',
      err: 'atelier: The disk this writes to is full. Make room on it, then try again.\n',
    });
  await makeRoom();
  expect((await atelier(['doctor', '--data', data])).out).not.toContain(' 0 events');
  for (const call of calls) expect(await atelier(call)).toMatchObject({ code: 0, err: '' });
});
