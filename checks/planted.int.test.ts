import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import rules from './boundaries.mjs';
import { checks, passed } from './checks.ts';

// A check never seen failing is not yet a check: each one meets a small healthy tree, then a planted violation.
const root = join(import.meta.dirname, '..');
let folder: string;

const plant = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const manifest = (path: string, fields: object) =>
  plant(join(path, 'package.json'), `${JSON.stringify(fields, null, 2)}\n`);
const kernel = { name: '@planted/kernel', type: 'module', exports: './src/index.ts' };
const look = async (name: string) => {
  const check = checks.find((each) => each.name === name);
  if (!check) throw new Error(`no check is called ${name}`);
  return check.run(folder);
};

const healthy = async (name: string) => {
  const verdict = await look(name);
  expect(verdict.found).toEqual([]);
  expect(verdict.files).toBeGreaterThan(0);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'atelier-planted-'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const file of [
    'tsconfig.base.json',
    'tsconfig.json',
    'biome.json',
    'checks/boundaries.mjs',
    'checks/knip-reporter.mjs',
  ]) {
    cpSync(join(root, file), join(folder, file), { recursive: true });
  }
  for (const each of ['packages', 'apps', 'bench', 'scripts', 'bin', '.git'])
    mkdirSync(join(folder, each), { recursive: true });
  plant('.gitignore', 'node_modules/\n');
  manifest('.', { name: 'planted', private: true, type: 'module', workspaces: { packages: ['packages/*'] } });
  manifest('packages/kernel', kernel);
  plant('knip.json', '{ "workspaces": { ".": { "project": [] }, "packages/*": { "project": ["src/**/*.ts"] } } }\n');
  plant('packages/kernel/src/index.ts', "export { one } from './core/one.ts';\n");
  plant('packages/kernel/src/core/one.ts', 'export const one: number = 1;\n');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('each check is green on a healthy tree and red on a planted violation', () => {
  test('types', async () => {
    await healthy('types');
    plant('packages/kernel/src/core/two.ts', "export const two: number = 'two';\n");
    expect((await look('types')).found.join()).toContain('TS2322');
  });

  test('types of the web app', async () => {
    cpSync(join(root, 'apps/web/tsconfig.json'), join(folder, 'apps/web/tsconfig.json'));
    plant('apps/web/src/place.tsx', 'export const Place = ({ name }: { name: string }) => <h1>{name}</h1>;\n');
    await healthy('types of the web app');
    plant('apps/web/src/home.tsx', "import { Place } from './place.tsx';\nexport const home = <Place name={1} />;\n");
    expect((await look('types of the web app')).found.join()).toContain('home.tsx(2,28): error TS2322');
  });

  test('erasable syntax only: Node runs our files as they are', async () => {
    plant('packages/kernel/src/core/two.ts', 'export enum Two { A }\n');
    expect((await look('types')).found.join()).toContain('TS1294');
  });

  test('lint and format', async () => {
    await healthy('lint and format');
    plant('packages/kernel/src/core/two.ts', 'export const two: any = 2;\n');
    expect((await look('lint and format')).found.join()).toContain('noExplicitAny');
    plant('packages/kernel/src/core/two.ts', 'export const two   = 2\n');
    expect((await look('lint and format')).found.join()).toContain('format');
  });

  test('import boundaries', async () => {
    await healthy('import boundaries');
    for (const path of [
      'kernel/src/adapters/disk',
      'kernel/src/adapters/bucket/bucket-client',
      'studio/src/core/one',
      'files/src/one',
    ]) {
      plant(`packages/${path}.ts`, 'export const one = 1;\n');
    }
    plant('apps/server/src/one.ts', 'export const one = 1;\n');
    plant('apps/web/src/surfaces/two/r.ts', 'export const one = 1;\n');
    const imports = {
      'core-is-pure': ['packages/kernel/src/core/a.ts', '../adapters/disk.ts'],
      'core-knows-no-platform': ['packages/kernel/src/core/b.ts', 'node:fs'],
      'ports-are-shapes': ['packages/kernel/src/ports/c.ts', '../adapters/disk.ts'],
      'usecases-see-ports': ['packages/kernel/src/usecases/d.ts', '../adapters/disk.ts'],
      'surfaces-meet-in-the-log': ['packages/rails/src/core/e.ts', '../../../studio/src/core/one.ts'],
      'surfaces-of-an-app-meet-in-its-services': ['apps/web/src/surfaces/one/q.ts', '../two/r.ts'],
      'libraries-know-no-surface': ['packages/files/src/f.ts', '../../studio/src/core/one.ts'],
      'kernel-knows-nobody': ['packages/kernel/src/core/g.ts', '../../../files/src/one.ts'],
      'web-stays-in-the-browser': ['apps/web/src/h.ts', '../../../packages/kernel/src/adapters/disk.ts'],
      'web-knows-no-platform': ['apps/web/src/i.ts', 'node:fs'],
      'files-know-no-network': ['packages/files/src/m.ts', 'node:https'],
      'one-way-out': ['packages/models/src/adapters/n.ts', 'node:https'],
      'one-place-for-clients': ['packages/models/src/adapters/o.ts', '@ai-sdk/openai'],
      'one-place-for-the-bucket': [
        'apps/server/src/q.ts',
        '../../../packages/kernel/src/adapters/bucket/bucket-client.ts',
      ],
      'one-place-for-the-database': ['apps/server/src/p.ts', 'pg'],
      'packages-know-no-app': ['packages/files/src/j.ts', '../../../apps/server/src/one.ts'],
      'no-cycles': ['packages/kernel/src/core/k.ts', './k.ts'],
      'nothing-unresolved': ['packages/kernel/src/core/l.ts', './nowhere.ts'],
    };
    expect(Object.keys(imports).toSorted()).toEqual(rules.forbidden.map(({ name }) => name).toSorted());
    for (const [path, target] of Object.values(imports)) plant(path as string, `import '${target}';\n`);
    const { found } = await look('import boundaries');
    for (const [rule, [path]] of Object.entries(imports)) expect(found.join('\n')).toContain(`${rule}: ${path}`);
  });

  test('the web app imports contracts and views, and nothing else of ours, not even its types', async () => {
    for (const path of [
      'contracts/src/index',
      'rails/src/view/index',
      'rails/src/core/index',
      'kernel/src/ports/index',
    ]) {
      plant(`packages/${path}.ts`, 'export type One = 1;\n');
    }
    const importing = (path: string) =>
      `import type { One } from '../../../packages/${path}';\nexport type Two = One;\n`;
    plant('apps/web/src/a.ts', importing('contracts/src/index.ts'));
    plant('apps/web/src/b.ts', importing('rails/src/view/index.ts'));
    await healthy('import boundaries');
    plant('apps/web/src/c.ts', importing('rails/src/core/index.ts'));
    plant('apps/web/src/d.ts', importing('kernel/src/ports/index.ts'));
    plant('apps/web/src/e.ts', "import '../../cli/src/index.ts';\n");
    plant('apps/cli/src/index.ts', 'export const one = 1;\n');
    const { found } = await look('import boundaries');
    expect(found.map((line) => line.split(' -> ')[0])).toEqual(
      ['c', 'd', 'e'].map((name) => `web-stays-in-the-browser: apps/web/src/${name}.ts`),
    );
  });

  test.each(['scripts', 'bin'])('imports in %s are looked at, too', async (place) => {
    plant(`${place}/one.mjs`, "import './nowhere.mjs';\n");
    expect((await look('import boundaries')).found).toEqual([`nothing-unresolved: ${place}/one.mjs -> ./nowhere.mjs`]);
  });

  test('one way out: no other file opens a socket, in whatever way it says so', async () => {
    const allowed = ['packages/models/src/adapters/gate.ts', 'apps/server/src/server.ts'];
    for (const path of allowed) plant(path, "import 'undici';\nimport 'ws';\n");
    plant('apps/server/src/shapes.ts', "import type { Server } from 'node:http';\nexport type Listener = Server;\n");
    await healthy('import boundaries');
    const ways = ['undici', 'ws', 'node:net', 'node:tls', 'node:http', 'node:http2', 'node:dgram', 'node:dns/promises'];
    for (const [at, way] of ways.entries()) {
      plant(`apps/server/src/way-${at}.ts`, `export const open = () => import('${way}');\n`);
    }
    const { found } = await look('import boundaries');
    for (const at of ways.keys()) expect(found.join('\n')).toContain(`one-way-out: apps/server/src/way-${at}.ts`);
    for (const path of [...allowed, 'shapes.ts']) expect(found.join('\n')).not.toContain(path);

    plant('apps/server/src/two.ts', "export const two = () => fetch('https://example.invalid');\n");
    expect((await look('lint and format')).found.join()).toContain('noRestrictedGlobals');
    plant('apps/server/src/two.ts', "export const two = () => new WebSocket('wss://example.invalid');\n");
    expect((await look('lint and format')).found.join()).toContain('noRestrictedGlobals');
  });

  test('unused code and dependencies', async () => {
    await healthy('unused code and dependencies');
    plant('packages/kernel/src/core/two.ts', 'export const two = 2;\n');
    expect((await look('unused code and dependencies')).found.join()).toContain('two.ts');
    manifest('packages/kernel', { ...kernel, dependencies: { zod: '4.6.7' } });
    expect((await look('unused code and dependencies')).found.join()).toContain('zod');
  });

  test('what nobody uses is found in scripts of either kind', async () => {
    cpSync(join(root, 'knip.json'), join(folder, 'knip.json'));
    plant('scripts/run.mjs', "import { used } from './part.ts';\nused();\n");
    plant('scripts/part.ts', 'export const used = () => 1;\n');
    plant('packages/kernel/src/index.ts', "export { one } from './core/one.ts';\n");
    const before = await look('unused code and dependencies');
    expect(before.found.filter((line) => line.includes('scripts/'))).toEqual([]);
    plant('scripts/part.ts', 'export const used = () => 1;\nexport const unused = 2;\n');
    plant('scripts/alone.ts', 'export const alone = 1;\n');
    const { found } = await look('unused code and dependencies');
    expect(found.join('\n')).toMatch(/unused \(scripts\/part\.ts\)/);
    expect(found.join('\n')).toContain('scripts/alone.ts');
  });

  test.each([
    ['download host', { resolved: 'https://downloads.invalid/a.tgz' }],
    ['download host', { resolved: 'git+ssh://git@downloads.invalid/a.git#1f2e' }],
    ['download host', { resolved: 'file:../a.tgz' }],
    ['no integrity', { integrity: '' }],
    ['not locked: b', { dependencies: { b: '1.0.0' } }],
    ['not locked: b', { devDependencies: { b: '1.0.0' } }],
    ['not locked: a-linux-x64', { optionalDependencies: { 'a-linux-x64': '1.0.0' } }],
    ['not locked: b', { peerDependencies: { b: '1.0.0' } }],
    ['install script not allowed: a', { hasInstallScript: true }],
  ])('lockfile: %s (%j)', async (finding, planted) => {
    const lock = (fields: object) =>
      plant(
        'package-lock.json',
        JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a', ...fields } } }),
      );
    lock({ peerDependencies: { b: '1.0.0' }, peerDependenciesMeta: { b: { optional: true } } });
    await healthy('lockfile');
    lock(planted);
    expect((await look('lockfile')).found.join()).toContain(finding);
  });

  test('lockfile: an install script that was looked at may run', async () => {
    plant(
      'package-lock.json',
      '{ "packages": { "node_modules/a": { "version": "1.0.0", "integrity": "sha512-a", "hasInstallScript": true } } }',
    );
    manifest('.', { allowScripts: { a: false } });
    expect((await look('lockfile')).found.join()).toContain('install script not allowed: a');
    manifest('.', { allowScripts: { a: true } });
    await healthy('lockfile');
  });
});

test.each(checks)('$name has not passed when it looked at no file', async ({ name, run }) => {
  for (const each of readdirSync(folder)) rmSync(join(folder, each), { recursive: true });
  if (name === 'lockfile') {
    manifest('.', {});
    plant('package-lock.json', '{ "packages": {} }');
  }
  const verdict = await run(folder);
  expect(verdict.files).toBe(0);
  expect(passed(verdict)).toBe(false);
});
