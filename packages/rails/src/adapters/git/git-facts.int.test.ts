import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@atelier/kernel/adapters';
import { afterEach, expect, test } from 'vitest';
import { createGitFacts } from './git-facts.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const SHA = '0123456789abcdef0123456789abcdef01234567';
const repository = (head: string, files: Record<string, string> = {}): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rails-git-')));
  folders.push(folder);
  for (const [path, text] of Object.entries({ HEAD: head, ...files })) {
    mkdirSync(join(folder, '.git', path, '..'), { recursive: true });
    writeFileSync(join(folder, '.git', path), text);
  }
  return folder;
};
const factsOf = async (folder: string): Promise<Record<string, string>> =>
  Object.fromEntries((await createGitFacts(sha256).observe(folder)).map(({ key, value }) => [key, value.value]));

test('branch and commit come from loose refs, packed refs and a detached head', async () => {
  const loose = repository('ref: refs/heads/feature/x\n', { 'refs/heads/feature/x': `${SHA}\n` });
  expect(await factsOf(loose)).toMatchObject({ git_branch: 'feature/x', git_head_sha: SHA, repo_root: loose });
  const packed = repository('ref: refs/heads/main\n', { 'packed-refs': `# pack-refs\n${SHA} refs/heads/main\n` });
  expect(await factsOf(packed)).toMatchObject({ git_branch: 'main', git_head_sha: SHA });
  const detached = repository(`${SHA}\n`);
  const facts = await factsOf(detached);
  expect(facts.git_head_sha).toBe(SHA);
  expect(facts).not.toHaveProperty('git_branch');
});

test('a folder below the root and a worktree find their repository', async () => {
  const main = repository('ref: refs/heads/main\n', {
    'refs/heads/main': SHA,
    'refs/heads/side': SHA.replace('0', 'f'),
    'worktrees/side/HEAD': 'ref: refs/heads/side\n',
    'worktrees/side/commondir': '../..\n',
  });
  mkdirSync(join(main, 'deep', 'down'), { recursive: true });
  expect(await factsOf(join(main, 'deep', 'down'))).toMatchObject({ git_branch: 'main', repo_root: main });
  const side = realpathSync(mkdtempSync(join(tmpdir(), 'rails-side-')));
  folders.push(side);
  writeFileSync(join(side, '.git'), `gitdir: ${join(main, '.git', 'worktrees', 'side')}\n`);
  expect(await factsOf(side)).toMatchObject({
    git_branch: 'side',
    git_head_sha: SHA.replace('0', 'f'),
    repo_root: side,
  });
});

test('a long branch keeps its beginning and is less sure; outside a repository only the place is known', async () => {
  const name = `feature/${'x'.repeat(100)}`;
  const facts = await createGitFacts(sha256).observe(repository(`ref: refs/heads/${name}\n`));
  expect(facts.find(({ key }) => key === 'git_branch')).toEqual({
    key: 'git_branch',
    value: { type: 'short_string', value: name.slice(0, 80) },
    confidence: 'med',
  });
  const plain = realpathSync(mkdtempSync(join(tmpdir(), 'rails-plain-')));
  folders.push(plain);
  expect(Object.keys(await factsOf(plain))).not.toContain('git_branch');
});
