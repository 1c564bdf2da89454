import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createDiskContent } from '../adapters/blobs/disk-objects.ts';
import { createDiskStatCache } from '../adapters/blobs/stat-cache.ts';
import { createNodeFileSystem } from '../adapters/node/node-file-system.ts';
import { systemWorld } from '../adapters/node/system-clock.ts';
import { noise } from '../testing/blobs-noise.ts';
import { capture } from './capture.ts';
import { restore } from './restore.ts';

const roots: string[] = [];
afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true });
});

const begin = async () => {
  const root = await mkdtemp(join(tmpdir(), 'atelier-capture-'));
  roots.push(root);
  const folder = join(root, 'work');
  await mkdir(join(folder, 'sub'), { recursive: true });
  const fs = createNodeFileSystem();
  const { entropy } = systemWorld;
  const content = await createDiskContent({ fs, folder: join(root, 'content'), entropy });
  const newCache = () => createDiskStatCache({ fs, folder: join(root, 'stats'), entropy });
  // A clock that is ahead: files just written count as settled.
  const clock = { now: () => Date.now() + 60_000 };
  return { root, folder, newCache, deps: { fs, content, clock, entropy, cache: newCache() } };
};

test('a folder on disk is captured, changed and restored; the cache outlives the process and may be lost', async () => {
  const { root, folder, deps, newCache } = await begin();
  const large = noise(2_000_000, 1);
  await writeFile(join(folder, 'large.bin'), large);
  await writeFile(join(folder, 'sub/small.txt'), 'small');
  const first = await capture(deps)(folder);
  if (!first.ok) throw new Error(first.error.code);
  expect(await capture({ ...deps, cache: newCache() })(folder)).toMatchObject({ value: { filesRead: 0 } });

  await writeFile(join(folder, 'large.bin'), noise(2_000_000, 2));
  expect(await restore(deps)(first.value.tree, folder)).toEqual({
    ok: true,
    value: { written: ['large.bin'], removed: [] },
  });
  expect(Buffer.compare(await readFile(join(folder, 'large.bin')), large)).toBe(0);

  await rm(join(root, 'stats'), { recursive: true });
  expect(await capture({ ...deps, cache: newCache() })(folder)).toEqual({
    ok: true,
    value: { tree: first.value.tree, files: 2, filesRead: 2 },
  });
  await deps.content.close();
});

test('the same size and the same modification time do not hide a change', async () => {
  const { folder, deps } = await begin();
  const path = join(folder, 'a.txt');
  await writeFile(path, 'before');
  await utimes(path, 1_000, 1_000);
  const first = await capture(deps)(folder);
  await writeFile(path, 'after!');
  await utimes(path, 1_000, 1_000);
  const second = await capture(deps)(folder);
  expect(second).toMatchObject({ ok: true, value: { filesRead: 1 } });
  expect(second.ok && first.ok && second.value.tree !== first.value.tree).toBe(true);
  await deps.content.close();
});

test('a link is neither followed when captured nor written through when restored', async () => {
  const { root, folder, deps } = await begin();
  await writeFile(join(folder, 'sub/inside.txt'), 'inside');
  const tree = await capture(deps)(folder);
  if (!tree.ok) throw new Error(tree.error.code);
  await rm(join(folder, 'sub'), { recursive: true });
  await mkdir(join(root, 'outside'));
  await symlink(join(root, 'outside'), join(folder, 'sub'));
  expect(await capture(deps)(folder)).toEqual({
    ok: false,
    error: { code: 'CANNOT_CAPTURE', problems: [{ code: 'NOT_A_FILE', path: 'sub' }] },
  });
  expect(await restore(deps)(tree.value.tree, folder)).toEqual({
    ok: false,
    error: { code: 'PATH_TAKEN', paths: ['sub'] },
  });
  await expect(readFile(join(root, 'outside/inside.txt'))).rejects.toThrow('ENOENT');
  await deps.content.close();
});

test('a damaged cache is not believed', async () => {
  const { root, folder, deps, newCache } = await begin();
  await writeFile(join(folder, 'a.txt'), 'one');
  await capture(deps)(folder);
  const [file = ''] = await deps.fs.readdir(join(root, 'stats'));
  const path = join(root, 'stats', file);
  await writeFile(path, (await readFile(path, 'utf8')).replace('sha256:', 'sha256;'));
  expect(await capture({ ...deps, cache: newCache() })(folder)).toMatchObject({ value: { filesRead: 1 } });
  await deps.content.close();
});
