import {
  link,
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createOriginalFiles, type FolderCalls } from './original-files.ts';

const inFolder = async (): Promise<string> => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atelier-originals-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};
const pieces = async function* (...texts: readonly string[]) {
  for (const text of texts) yield new TextEncoder().encode(text);
};

/** A process that dies at its nth call: that one and all after it never happen. */
const dyingAt = (nth: number): { readonly calls: FolderCalls; readonly count: () => number } => {
  let count = 0;
  const alive = <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    (async (...args: Args): Promise<T> => {
      count += 1;
      if (count >= nth) throw new Error('killed');
      return call(...args);
    }) as never;
  const calls = { lstat: alive(lstat as never), open: alive(open), rename: alive(rename), link: alive(link) };
  return { calls: { ...calls, unlink: alive(unlink) }, count: () => count };
};

test.each([
  ['an original', 'old'],
  ['a new file', null],
])('a process that dies at any step leaves %s wholly as it was or wholly new', async (_, before) => {
  const seen = new Set<string | null>();
  for (let nth = 1; ; nth += 1) {
    const folder = await inFolder();
    const place = join(folder, 'a.txt');
    if (before !== null) await writeFile(place, before);
    const looked = await createOriginalFiles().look(folder, 'a.txt');
    const dying = dyingAt(nth);
    const replacing = createOriginalFiles(dying.calls).replace(
      folder,
      'a.txt',
      pieces('new ', 'bytes'),
      looked.ok ? looked.facts : null,
    );
    const isDone = await replacing.then(
      () => true,
      () => false,
    );
    const now = await readFile(place, 'utf8').catch(() => null);
    expect([before, 'new bytes']).toContain(now);
    seen.add(now);
    // What is left behind is hidden, and nobody takes it for a file.
    expect(await createOriginalFiles().names(folder)).toEqual(now === null ? [] : ['a.txt']);
    if (isDone) {
      expect(await readdir(folder)).toEqual(['a.txt']);
      break;
    }
  }
  expect(seen).toEqual(new Set([before, 'new bytes']));
});

test('a file that somebody saved meanwhile is left alone, and so is one that came meanwhile', async () => {
  const folder = await inFolder();
  const place = join(folder, 'a.txt');
  await writeFile(place, 'old');
  const files = createOriginalFiles();
  const looked = await files.look(folder, 'a.txt');
  const saving = async function* () {
    yield new TextEncoder().encode('ours');
    await writeFile(place, 'theirs');
  };
  expect(await files.replace(folder, 'a.txt', saving(), looked.ok ? looked.facts : null)).toBeUndefined();
  const coming = async function* () {
    yield new TextEncoder().encode('ours');
    await writeFile(join(folder, 'b.txt'), 'theirs');
  };
  expect(await files.replace(folder, 'b.txt', coming(), null)).toBeUndefined();
  expect([await readFile(place, 'utf8'), await readFile(join(folder, 'b.txt'), 'utf8')]).toEqual(['theirs', 'theirs']);
  expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.txt']);
  await expect(files.look(folder, '../a.txt')).rejects.toThrow('no path');
});
