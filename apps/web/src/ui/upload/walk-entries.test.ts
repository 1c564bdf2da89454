import { expect, test } from 'vitest';
import { type DroppedEntry, takeDropped, walkEntries } from './walk-entries.ts';

const file = (fullPath: string): DroppedEntry => ({
  isFile: true,
  isDirectory: false,
  fullPath,
  file: (done) => done(new File(['x'], fullPath.split('/').at(-1) ?? '')),
});
const broken = (fullPath: string): DroppedEntry => ({
  ...file(fullPath),
  file: (_, failed) => failed(new Error('gone')),
});

/** A folder that gives its entries in portions, as browsers do. */
const folder = (fullPath: string, children: readonly DroppedEntry[], portion = 100): DroppedEntry => ({
  isFile: false,
  isDirectory: true,
  fullPath,
  createReader: () => {
    let at = 0;
    return {
      readEntries: (done) => {
        const some = children.slice(at, at + portion);
        at += portion;
        done(some);
      },
    };
  },
});

test('a folder is walked to its end, however many portions it comes in', async () => {
  const many = Array.from({ length: 250 }, (_, at) => file(`/big/${String(at).padStart(3, '0')}.txt`));
  const { files } = await walkEntries([folder('/big', [...many, folder('/big/deep', [file('/big/deep/a.txt')])])]);
  expect(files.length).toBe(251);
  expect(files.at(-1)?.path).toBe('big/deep/a.txt');
});

test('a name is spelt one way, whatever the disk does', async () => {
  const { files } = await walkEntries([file('/cafe\u0301.txt')]);
  expect(files[0]?.path).toBe('caf\u00e9.txt');
});

test('what cannot be read is named and the rest still comes', async () => {
  const { files, unreadable } = await walkEntries([broken('/a.txt'), file('/b.txt')]);
  expect([files.map(({ path }) => path), unreadable]).toEqual([['b.txt'], ['a.txt']]);
});

test('entries are taken while the event runs, files and words alike', async () => {
  let isOver = false;
  const items = [
    { kind: 'string', webkitGetAsEntry: () => null, getAsFile: () => null },
    { kind: 'file', webkitGetAsEntry: () => (isOver ? null : file('/a.txt')), getAsFile: () => null },
    { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => (isOver ? null : new File(['x'], 'pasted.png')) },
  ];
  const take = takeDropped(items);
  isOver = true;
  expect((await take()).files.map(({ path }) => path)).toEqual(['pasted.png', 'a.txt']);
});
