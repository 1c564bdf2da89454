import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sha256 } from '@atelier/kernel/adapters';
import type { Json, JsonObject } from '@atelier/kernel/core';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { bundledFiles } from '../../core/builtins/bundled.ts';
import { createTestWorld } from '../../testing/world.ts';
import { startWorkflow } from '../../usecases/start.ts';
import { createWorkflowSaver } from './save-workflow.ts';
import type { SourceFolder } from './source-folders.ts';
import { createWorkflowCatalog } from './workflow-catalog.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'atelier-sources-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const workspace = () => join(root, 'workspace');
const settings = (configured: readonly SourceFolder[] = []) => ({ userFolder: join(root, 'user'), configured });
const createCatalog = (configured: readonly SourceFolder[] = []) =>
  createWorkflowCatalog({ ...settings(configured), sha256 });
const put = async (path: string, content: Json | string) => {
  const full = join(root, path);
  await mkdir(dirname(full), { recursive: true });
  await writeFile(full, typeof content === 'string' ? content : JSON.stringify(content));
  return full;
};
const workflow = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  name: `Name of ${id}`,
  description: 'A sample.',
  version: '1.0.0',
  steps: [{ id: 'a', title: 'A', prompt: 'Do it.' }],
  ...more,
});
const bundledIds = bundledFiles.map(({ source }) => (source as { id: string }).id).sort();
const here = () => ({ workspacePath: workspace() });

describe('listing', () => {
  test('a fresh machine lists the bundled workflows and no problems', async () => {
    const { workflows, problems } = await createCatalog().list({ workspacePath: null });
    expect(workflows.map(({ workflowId }) => workflowId).sort()).toEqual(bundledIds);
    expect(problems).toEqual([]);
    expect(workflows.every(({ sourceKind, workflowHash }) => sourceKind === 'bundled' && workflowHash)).toBe(true);
  });

  test('the order is namespace, then workflows before routines, then id', async () => {
    await put('workspace/workflows/b.json', workflow('b.two'));
    await put('workspace/workflows/a.json', workflow('b.one', { kind: 'routine' }));
    await put('user/c.json', workflow('a.zebra'));
    const { workflows } = await createCatalog().list(here());
    expect(workflows.map(({ workflowId }) => workflowId).slice(0, 3)).toEqual(['a.zebra', 'b.two', 'b.one']);
    const own = workflows.filter(({ workflowId }) => workflowId.startsWith('wr.'));
    expect(own.findLastIndex(({ kind }) => kind === 'workflow')).toBeLessThan(
      own.findIndex(({ kind }) => kind === 'routine'),
    );
  });

  test('fixed folders are read with the folders in them, and no others', async () => {
    await put('workspace/workflows/a.json', workflow('p.a'));
    await put('workspace/.atelier/workflows/b.json', workflow('p.b'));
    await put('workspace/workflows/routines/c.json', workflow('p.c'));
    await put('workspace/workflows/deep/er/d.json', workflow('p.d'));
    await put('workspace/src/e.json', workflow('p.e'));
    const { workflows } = await createCatalog().list(here());
    expect(workflows.map(({ workflowId }) => workflowId).filter((id) => id.startsWith('p.'))).toEqual([
      'p.a',
      'p.b',
      'p.c',
      'p.d',
    ]);
  });

  test('a broken file, a broken folder and a file that is no JSON are told, and the rest is served', async () => {
    await put('workspace/workflows/bad.json', '{ "id": ');
    await put('workspace/workflows/wrong.json', workflow('p.wrong', { steps: [] }));
    await put('workspace/workflows/good.json', workflow('p.good'));
    await put('not-a-folder', 'x');
    const { workflows, problems } = await createCatalog([
      { kind: 'git', label: 'team repository', path: join(root, 'not-a-folder') },
    ]).list(here());
    expect(workflows.map(({ workflowId }) => workflowId)).toContain('p.good');
    expect(
      problems.map(({ sourceLabel, file, errors }) => [sourceLabel, file, errors.map(({ code }) => code)]),
    ).toEqual([
      ['project (workflows)', 'bad.json', ['SCHEMA_INVALID']],
      ['project (workflows)', 'wrong.json', ['SCHEMA_INVALID']],
      ['team repository', '.', ['SCHEMA_INVALID']],
    ]);
  });

  test('[RL-34] a project file under wr is only in problems, and the bundled set is unchanged [lock:wr-reserved]', async () => {
    const before = await createCatalog().list(here());
    await put('workspace/workflows/custom.json', workflow('wr.custom'));
    const catalog = createCatalog();
    const after = await catalog.list(here());
    expect(after.workflows).toEqual(before.workflows);
    expect(after.problems).toMatchObject([
      { file: 'custom.json', errors: [{ code: 'RESERVED_NAMESPACE', pointer: '/id' }] },
    ]);
    expect(await catalog.find('wr.custom', here())).toMatchObject({ ok: false, error: { code: 'WORKFLOW_INVALID' } });
  });

  test('no file can stand in for a bundled workflow [lock:no-shadowing]', async () => {
    const before = await createCatalog().find('wr.bug_investigation', here());
    await put('workspace/workflows/mine.json', workflow('wr.bug_investigation'));
    await put('user/mine.json', workflow('wr.bug_investigation'));
    const found = await createCatalog().find('wr.bug_investigation', here());
    expect(found).toEqual(before);
    expect(found).toMatchObject({ ok: true, value: { listed: { sourceKind: 'bundled' } } });
  });

  test('of two files with one id the stronger source wins, and the other is told', async () => {
    const git = { kind: 'git', label: 'repo', path: join(root, 'git') } as const;
    await put('git/x.json', workflow('team.x', { name: 'git' }));
    await put('user/x.json', workflow('team.x', { name: 'user' }));
    await put('workspace/workflows/x.json', workflow('team.x', { name: 'project' }));
    const { workflows, problems } = await createCatalog([git]).list(here());
    expect(workflows.find(({ workflowId }) => workflowId === 'team.x')?.name).toBe('project');
    expect(problems.map(({ sourceLabel }) => sourceLabel)).toEqual(['user', 'repo']);
  });
});

describe('legacy ids', () => {
  test('[RL-35] a legacy id runs with a suggested id, and saving a new one is refused', async () => {
    await put('workspace/workflows/old.json', workflow('bug-hunt'));
    const catalog = createCatalog();
    const { workflows, problems } = await catalog.list(here());
    expect(workflows.find(({ workflowId }) => workflowId === 'bug-hunt')).toMatchObject({
      idStatus: 'legacy',
      suggestedId: 'project.bug_hunt',
    });
    expect(problems).toEqual([]);
    const start = startWorkflow({ ...createTestWorld({}).deps, catalog });
    const started = await start({ workflowId: 'bug-hunt', workspace: { path: workspace(), confidence: 'high' } });
    expect(started).toMatchObject({
      ok: true,
      value: { answer: { kind: 'ok', pending: { stepId: 'a' }, warnings: [{ code: 'LEGACY_WORKFLOW_ID' }] } },
    });

    const save = createWorkflowSaver(catalog, settings(), sha256);
    const request = { target: 'project', workspacePath: workspace(), expectedDigest: null } as const;
    expect(await save({ ...request, source: workflow('other-hunt') })).toEqual({
      ok: false,
      error: { code: 'LEGACY_ID', workflowId: 'other-hunt', suggestedId: 'project.other_hunt' },
    });
  });

  test('a suggestion that is taken is set apart by the file’s digest', async () => {
    await put('workspace/workflows/old.json', workflow('bug-hunt'));
    await put('workspace/workflows/new.json', workflow('project.bug_hunt'));
    const { workflows } = await createCatalog().list(here());
    const digest = sha256(JSON.stringify(workflow('bug-hunt'))).slice(0, 4);
    expect(workflows.find(({ workflowId }) => workflowId === 'bug-hunt')?.suggestedId).toBe(
      `project.bug_hunt_${digest}`,
    );
  });

  test('a configured namespace names the suggestion', async () => {
    await put('git/x.json', workflow('Old Thing'.replace(' ', '-')));
    const { workflows } = await createCatalog([
      { kind: 'git', label: 'repo', path: join(root, 'git'), namespace: 'team' },
    ]).list(here());
    expect(workflows.find(({ idStatus }) => idStatus === 'legacy')?.suggestedId).toBe('team.old_thing');
  });
});

describe('finding', () => {
  test('an unknown id is answered with the nearest one', async () => {
    expect(await createCatalog().find('wr.bug_investigaton', here())).toEqual({
      ok: false,
      error: { code: 'WORKFLOW_NOT_FOUND', workflowId: 'wr.bug_investigaton', nearest: ['wr.bug_investigation'] },
    });
  });

  test('an edited file is seen, also when its size and time stay the same', async () => {
    const path = await put('workspace/workflows/a.json', workflow('p.a', { name: 'one' }));
    const catalog = createCatalog();
    const nameNow = async () => {
      const found = await catalog.find('p.a', here());
      return found.ok ? found.value.listed.name : found.error;
    };
    const old = new Date(Date.now() - 60_000);
    await utimes(path, old, old);
    expect(await nameNow()).toBe('one');
    await writeFile(path, JSON.stringify(workflow('p.a', { name: 'two' })));
    await utimes(path, old, old);
    expect(await nameNow()).toBe('two');
  });

  test('bindings of the project fill extension points, and a broken file is told', async () => {
    await put(
      'workspace/workflows/a.json',
      workflow('p.a', {
        steps: [{ id: 'a', title: 'A', prompt: 'Run {{wr.bindings.test}}.' }],
        extensionPoints: [{ slotId: 'test', purpose: 'p', default: 'npm test' }],
      }),
    );
    const catalog = createCatalog();
    const prompt = async () => {
      const found = await catalog.find('p.a', here());
      return found.ok ? found.value.compiled.steps[0]?.prompt : found.error;
    };
    expect(await prompt()).toBe('Run npm test.');
    await put('workspace/.atelier/bindings.json', { test: 'make check' });
    expect(await prompt()).toBe('Run make check.');
    await put('workspace/.atelier/bindings.json', { test: 3 });
    expect(await prompt()).toBe('Run npm test.');
    expect((await catalog.list(here())).problems).toMatchObject([{ file: 'bindings.json' }]);
  });

  test('references are looked up inside their root and nowhere else', async () => {
    await put('workspace/docs/guide.md', 'x');
    await put('secret.md', 'x');
    const reference = (id: string, source: string) => ({ id, title: id, source, purpose: 'p' });
    await put(
      'workspace/workflows/a.json',
      workflow('p.a', {
        references: [
          reference('guide', 'docs/guide.md'),
          reference('gone', 'docs/gone.md'),
          reference('out', '../secret.md'),
        ],
      }),
    );
    const found = await createCatalog().find('p.a', here());
    expect(found.ok && found.value.references).toEqual([
      { id: 'guide', title: 'guide', path: join(workspace(), 'docs/guide.md') },
      { id: 'gone', title: 'gone', path: null },
      { id: 'out', title: 'out', path: null },
    ]);
  });
});

describe('saving', () => {
  const save = (request: Partial<Parameters<ReturnType<typeof createWorkflowSaver>>[0]>) =>
    createWorkflowSaver(
      createCatalog(),
      settings(),
      sha256,
    )({
      source: workflow('project.x'),
      target: 'project',
      workspacePath: workspace(),
      expectedDigest: null,
      ...request,
    });

  test('a new workflow is written in canonical form and can be found', async () => {
    expect(await save({})).toMatchObject({ ok: true, value: { file: 'project.x.json' } });
    const text = await readFile(join(workspace(), '.atelier/workflows/project.x.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ schemaVersion: 1, ...workflow('project.x') });
    expect(await createCatalog().find('project.x', here())).toMatchObject({ ok: true });
  });

  test('a file is saved where it lives, and only over what its editor saw', async () => {
    await put('workspace/workflows/mine.json', workflow('project.x'));
    const digest = `sha256:${sha256(JSON.stringify(workflow('project.x')))}`;
    expect(await save({})).toEqual({ ok: false, error: { code: 'CHANGED_ON_DISK', file: 'mine.json', digest } });
    expect(await save({ source: workflow('project.x', { name: 'New' }), expectedDigest: digest })).toMatchObject({
      ok: true,
    });
    expect(JSON.parse(await readFile(join(workspace(), 'workflows/mine.json'), 'utf8'))).toMatchObject({ name: 'New' });
  });

  test('only user and project sources can be written', async () => {
    for (const target of ['bundled', 'git', 'remote', 'plugin'] as const)
      expect(await save({ target })).toEqual({ ok: false, error: { code: 'SOURCE_READ_ONLY', sourceKind: target } });
    expect(await save({ target: 'project', workspacePath: null })).toMatchObject({
      error: { code: 'SOURCE_READ_ONLY' },
    });
  });

  test('what does not compile, or takes a reserved id, is refused', async () => {
    expect(await save({ source: workflow('project.x', { steps: [] }) })).toMatchObject({
      error: { code: 'WORKFLOW_INVALID' },
    });
    expect(await save({ source: workflow('wr.x') })).toMatchObject({
      error: { code: 'WORKFLOW_INVALID', errors: [{ code: 'RESERVED_NAMESPACE' }] },
    });
  });

  test('an id that a stronger source provides is refused, since nobody would see the file', async () => {
    await put('workspace/workflows/x.json', workflow('team.x'));
    expect(await save({ source: workflow('team.x'), target: 'user' })).toEqual({
      ok: false,
      error: { code: 'ID_TAKEN', workflowId: 'team.x', by: 'project (workflows)' },
    });
  });
});

test('[RL-65] workflows in .workrail and in folders of folders are found under their source, links lead nowhere, and no file is quoted', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'rails-nested-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  };
  const file = (id: string) =>
    JSON.stringify({ id, name: id, description: 'd', version: '1.0.0', steps: [{ id: 'a', title: 'A', prompt: 'p' }] });
  put('.workrail/workflows/taken.json', file('project.taken'));
  put('workflows/team/deep/nested.json', `\ufeff${file('project.nested')}`);
  put('workflows/twin.json', file('project.taken'));
  put('secret.txt', 'root:x:0:0');
  symlinkSync(join(workspace, 'secret.txt'), join(workspace, 'workflows', 'link.json'));
  symlinkSync(workspace, join(workspace, 'workflows', 'round'));
  const catalog = createWorkflowCatalog({ sha256, userFolder: join(workspace, 'none'), configured: [] });
  const { workflows, problems } = await catalog.list({ workspacePath: workspace });
  const label = (id: string) => workflows.find(({ workflowId }) => workflowId === id)?.sourceLabel;
  expect(label('project.nested')).toBe('project (workflows)');
  expect(label('project.taken')).toMatch(/^project \(/);
  expect(problems.map(({ file: name }) => name).sort()).toEqual(['link.json', expect.stringMatching(/ta|tw/)]);
  expect(JSON.stringify(problems)).not.toContain('root:x');
  // A file that tells no id may be the one that is asked for.
  put('workflows/torn.json', '{"id": "project.torn", ');
  expect(await catalog.find('project.torn', { workspacePath: workspace })).toMatchObject({
    ok: false,
    error: { code: 'WORKFLOW_NOT_FOUND', unreadable: expect.arrayContaining(['torn.json']) },
  });
  rmSync(join(workspace, 'workflows', 'twin.json'));
  const again = (await catalog.list({ workspacePath: workspace })).workflows;
  expect(again.find(({ workflowId }) => workflowId === 'project.taken')?.sourceLabel).toContain('.workrail/workflows');
});

test('of several editors that saw the same file one saves, and the others are told that it changed', async () => {
  const workspace = mkdtempSync(join(tmpdir(), 'rails-saves-'));
  onTestFinished(() => rmSync(workspace, { recursive: true, force: true }));
  const settings = { userFolder: join(workspace, 'user'), configured: [] };
  const catalog = createWorkflowCatalog({ sha256, ...settings });
  const save = createWorkflowSaver(catalog, settings, sha256);
  const source = (name: string) => ({
    ...{ id: 'user.one', name, description: 'd', version: '1.0.0' },
    steps: [{ id: 'a', title: 'A', prompt: 'p' }],
  });
  const all = (names: readonly string[], expectedDigest: string | null) =>
    Promise.all(
      names.map((name) => save({ source: source(name), target: 'user', workspacePath: null, expectedDigest })),
    );
  const first = await all(['a', 'b', 'c'], null);
  expect(first.filter(({ ok }) => ok)).toHaveLength(1);
  const [made] = first.flatMap((reply) => (reply.ok ? [reply.value.digest] : []));
  const second = await all(['d', 'e', 'f'], made ?? '');
  expect(second.filter(({ ok }) => ok)).toHaveLength(1);
  expect(second.filter((reply) => !reply.ok && reply.error.code === 'CHANGED_ON_DISK')).toHaveLength(2);
});
