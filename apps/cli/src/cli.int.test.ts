import { execFileSync, spawn } from 'node:child_process';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atelierScript, pageClient, serveAtelier, signIn, spawnAtelier, tempFolder } from '@atelier/server/testing';
import { expect, onTestFinished, test } from 'vitest';

const atelier = (args: readonly string[], env?: Record<string, string>) => spawnAtelier(args, { env: env ?? {} }).ended;

test('--help and --version answer and touch nothing', async () => {
  const folder = join(await tempFolder(), 'none');
  const [help, version, manifest] = await Promise.all([
    atelier(['--help'], { ATELIER_DATA_DIR: folder }),
    atelier(['--version'], { ATELIER_DATA_DIR: folder }),
    readFile(new URL('../../../package.json', import.meta.url), 'utf8'),
  ]);
  expect(help).toMatchObject({ code: 0, err: '' });
  expect(help.out).toMatch(/^Usage: npx atelier \[command\] \[flags\]/);
  expect(version).toEqual({ code: 0, err: '', out: `${JSON.parse(manifest).version}\n` });
  await expect(readFile(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('what cannot be done is one line and a code', async () => {
  const folder = await tempFolder();
  const file = join(folder, 'file');
  await writeFile(file, '');
  const cases: [string[], number, RegExp][] = [
    [['bogus'], 2, /no command "bogus"/],
    [['start', '--bogus'], 2, /no flag "--bogus"/],
    [['start', '--port', 'x'], 2, /--port takes a number/],
    [['start', '--data', file], 2, /cannot be used: there is something else of that name/],
    [['start', '--data', '/proc/atelier'], 2, /cannot be used: it could not be created/],
    // Nobody may create anything there, not even root.
    [['start', '--data', '/sys/atelier'], 2, /cannot be used: you may not write there/],
    [['doctor', '--data', file], 2, /is not a folder/],
    [['verify', '--data', file], 2, /is not a folder/],
    [['backup', join(folder, 'copy'), '--data', file], 2, /is not a folder/],
    [['verify', '--data', join(folder, 'none')], 2, /There is no data folder at/],
    [
      ['link', '--data', folder],
      1,
      /No Atelier is running on .* Start it with: node '.*bin\/atelier\.mjs' start --data '/,
    ],
  ];
  const ends = await Promise.all(cases.map(([args]) => atelier(args)));
  for (const [index, [args, code, line]] of cases.entries()) {
    expect(ends[index], args.join(' ')).toMatchObject({ code, out: '', err: expect.stringMatching(line) });
    expect(ends[index]?.err.trimEnd().split('\n')).toHaveLength(1);
  }
});

test('a reader that goes away, as `| head` does, is no fault', async () => {
  const data = ['--data', await tempFolder()];
  for (const args of [['--help'], ['doctor', ...data], ['bogus']]) {
    const child = spawn(process.execPath, [atelierScript, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const closed = args[0] === 'bogus' ? child.stderr : child.stdout;
    closed.destroy();
    let said = '';
    (args[0] === 'bogus' ? child.stdout : child.stderr).on('data', (bytes) => {
      said += bytes;
    });
    const code = await new Promise((resume) => child.on('close', resume));
    expect([args[0], code, said]).toEqual([args[0], args[0] === 'bogus' ? 2 : 0, '']);
  }
});

test('start, link, doctor, a second start, and a stop: one installation, told in words', {
  timeout: 60_000,
}, async () => {
  const dataFolder = await tempFolder();
  const data = ['--data', dataFolder];
  const serving = await serveAtelier(dataFolder);
  expect(serving.out()).toBe(`Atelier is ready: ${serving.link}\n`);
  expect(serving.link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}$/);

  const links = await Promise.all([atelier(['link', ...data]), atelier(['link', ...data])]);
  for (const { code, out } of links) {
    expect(code).toBe(0);
    const client = pageClient(serving.origin, await signIn(out.trim()));
    expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });
  }
  expect(links[0]?.out).not.toBe(links[1]?.out);

  const running = await atelier(['doctor', ...data]);
  expect(running).toMatchObject({ code: 0, err: '' });
  expect(running.out).toContain(`running as process ${serving.process.pid} on ${serving.origin}`);
  expect(running.out).toContain('install: 1 event, healthy');

  const second = await atelier(['start', '--no-open', '--port', '0', ...data]);
  expect(second.code).toBe(1);
  expect(second.err).toContain(
    `already running on ${dataFolder} (process ${serving.process.pid}, port ${serving.port})`,
  );
  // What it says works when it is pasted.
  const said = /with: (node .+)$/m.exec(second.err)?.[1] ?? '';
  expect(execFileSync('sh', ['-c', said], { cwd: '/', encoding: 'utf8' })).toMatch(/\/\?token=/);

  const other = await atelier(['start', '--no-open', '--port', String(serving.port), '--data', await tempFolder()]);
  expect(other.code).toBe(1);
  expect(other.err).toContain(`Port ${serving.port} is taken by`);
  expect(other.err).toContain('--port N');

  serving.process.kill('SIGINT');
  expect(await serving.ended).toMatchObject({ code: 0, err: '' });
  const stopped = await atelier(['doctor', ...data]);
  expect(stopped.out).toContain('Server: not running');
  expect(stopped.out).toContain('install: 1 event, healthy');
  expect((await atelier(['link', ...data])).code).toBe(1);
});

test('a browser is opened on a desktop, with a link that signs in, unless it is told not to', async () => {
  const desktop = await tempFolder();
  const seen = join(desktop, 'opened');
  await writeFile(join(desktop, 'xdg-open'), `#!/bin/sh\necho "$1" >> '${seen}'\n`, { mode: 0o755 });
  const env = { PATH: `${desktop}:${process.env.PATH}`, DISPLAY: ':0' };
  const start = async (...flags: string[]) => {
    const child = spawnAtelier(['start', '--port', '0', '--data', await tempFolder(), ...flags], { env });
    await expect.poll(child.out, { timeout: 20_000 }).toContain('ready');
    return child;
  };
  await start('--no-open');
  await start();
  await expect.poll(() => readFile(seen, 'utf8').catch(() => ''), { timeout: 10_000 }).toMatch(/\n$/);
  const opened = (await readFile(seen, 'utf8')).trim().split('\n');
  expect(opened).toHaveLength(1);
  expect(await signIn(opened[0] ?? '')).toMatch(/^atelier_/);
});

test('a killed server leaves a note that fools nobody, and the next start works', async () => {
  const dataFolder = await tempFolder();
  const first = await serveAtelier(dataFolder);
  first.process.kill('SIGKILL');
  await first.ended;
  expect(JSON.parse(await readFile(join(dataFolder, 'server.json'), 'utf8'))).toMatchObject({ port: first.port });
  expect(await atelier(['link', '--data', dataFolder])).toMatchObject({
    code: 1,
    err: expect.stringContaining('No Atelier is running'),
  });
  const second = await serveAtelier(dataFolder, first.port);
  expect(second.port).toBe(first.port);
});

test('a server that runs and says nothing is told from one that does not run, and nothing is changed under it', {
  timeout: 60_000,
}, async () => {
  const dataFolder = await tempFolder();
  const serving = await serveAtelier(dataFolder);
  const { pid } = JSON.parse(await readFile(join(dataFolder, 'server.json'), 'utf8'));
  process.kill(pid, 'SIGSTOP');
  const says = `Atelier runs on ${dataFolder} (process ${pid}, port ${serving.port}), but doesn’t answer.`;
  // Each waits some seconds for an answer.
  const [link, doctor, repair] = await Promise.all(
    [['link'], ['doctor'], ['repair', 'people', '--yes']].map((call) => atelier([...call, '--data', dataFolder])),
  );
  expect(link).toMatchObject({ code: 1, out: '', err: expect.stringContaining(says) });
  expect(doctor).toMatchObject({ code: 1, err: expect.stringContaining(says) });
  expect(doctor?.out).toContain(`Server: running as process ${pid} on`);
  expect(repair).toMatchObject({ code: 1, out: '', err: 'atelier: stop the running server first.\n' });
});

test('a damaged record is named, and the doctor says so by its exit code', async () => {
  const dataFolder = await tempFolder();
  const serving = await serveAtelier(dataFolder);
  await pageClient(serving.origin, await signIn(serving.link)).SettingsSet({ set: { theme: 'dark' } });
  serving.process.kill('SIGTERM');
  await serving.ended;
  const found = execFileSync('grep', ['-rl', 'settings.changed', join(dataFolder, 'streams')], { encoding: 'utf8' });
  const [segment = ''] = found.split('\n').filter((path) => path.includes('events'));
  await writeFile(segment, (await readFile(segment, 'utf8')).replace('"dark"', '"dusk"'));
  const doctor = await atelier(['doctor', '--data', dataFolder]);
  expect(doctor.code).toBe(1);
  expect(doctor.out).toContain('problem: The stream install is damaged (digest_mismatch)');
});

/** Any Node but the pinned one: an older one of this machine, else a copy under another name. */
const anotherNode = async (): Promise<string> => {
  const old = ['/usr/local/bin/node', '/usr/bin/node'].find((path) => {
    try {
      return Number(execFileSync(path, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) < 24;
    } catch {
      return false;
    }
  });
  if (old !== undefined) return old;
  const copy = join(await tempFolder(), 'node');
  await copyFile(process.execPath, copy);
  return copy;
};

test('begun on another Node it goes on with the pinned one; signals and codes pass through', async () => {
  const node = await anotherNode();
  const dataFolder = await tempFolder();
  const launcher = spawnAtelier(['start', '--no-open', '--port', '0', '--data', dataFolder], { node });
  await expect.poll(() => launcher.out(), { timeout: 20_000 }).toContain('Atelier is ready');
  const doctor = await atelier(['doctor', '--data', dataFolder]);
  // What serves is a child of what was started, and on the pinned Node.
  expect(doctor.out).toMatch(/on Node v24\./);
  expect(doctor.out).toMatch(/running as process \d+/);
  expect(doctor.out).not.toContain(`running as process ${launcher.process.pid} `);
  launcher.process.kill('SIGTERM');
  expect((await launcher.ended).code).toBe(0);
  expect((await spawnAtelier(['bogus'], { node }).ended).code).toBe(2);
});

/** A process that got its first signal and hangs. */
const hang = async () => {
  const signals = fileURLToPath(new URL('./signals.ts', import.meta.url));
  const code = `import { untilSignal } from ${JSON.stringify(signals)};
    setInterval(() => {}, 1000); setTimeout(() => console.log('up')); await untilSignal(); console.log('stopping');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { cwd: dirname(atelierScript) });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  child.stdout.on('data', (piece) => {
    out += piece;
  });
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  await expect.poll(() => out, { timeout: 15_000 }).toContain('up');
  return { child, ended, out: () => out };
};

test('a second signal ends what hangs; one keystroke delivered twice is one signal', async () => {
  const { child, ended, out } = await hang();
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await expect.poll(out).toContain('stopping');
  await wait(400);
  expect(child.exitCode).toBeNull();
  child.kill('SIGTERM');
  expect(await ended).toBe(143);
});
