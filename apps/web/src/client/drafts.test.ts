import { expect, test } from 'vitest';
import { createDrafts, type DraftStorage, inTab } from './drafts.ts';

const createStorage = (): DraftStorage & { readonly map: Map<string, string> } => {
  const map = new Map<string, string>();
  return {
    map,
    get length() {
      return map.size;
    },
    key: (at) => [...map.keys()][at] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  };
};

test('a text is there again until it is sent', () => {
  const storage = createStorage();
  const drafts = createDrafts(storage, () => 1);
  drafts.write('chat', 'שלום, half a sen');
  expect(createDrafts(storage, () => 2).read('chat')).toBe('שלום, half a sen');
  drafts.forget('chat');
  expect(drafts.read('chat')).toBeUndefined();
  drafts.write('chat', 'x');
  drafts.write('chat', '');
  expect(storage.map.size).toBe(0);
});

test('two tabs that type into one conversation each find their own words again', () => {
  const shared = createStorage();
  const tab = () => {
    const own = createStorage();
    return () => inTab(createDrafts(own, Date.now), createDrafts(shared, Date.now));
  };
  const [one, two] = [tab(), tab()];
  one().write('chat', 'add a column');
  two().write('chat', 'sort it');
  expect([one().read('chat'), two().read('chat'), tab()().read('chat')]).toEqual([
    'add a column',
    'sort it',
    'sort it',
  ]);
  // What one of them sent is gone for good; what the other typed is not.
  one().write('chat', '');
  expect([one().read('chat'), two().read('chat')]).toEqual(['sort it', 'sort it']);
  two().forget('chat');
  expect([one().read('chat'), two().read('chat'), tab()().read('chat')]).toEqual([undefined, undefined, undefined]);
});

test('the oldest of many drafts is dropped, and nobody else’s entries', () => {
  const storage = createStorage();
  storage.setItem('atelier.rail', 'open');
  let time = 0;
  const drafts = createDrafts(storage, () => (time += 1));
  for (let at = 0; at < 60; at += 1) drafts.write(`d${at}`, `text ${at}`);
  expect([drafts.read('d9'), drafts.read('d10'), drafts.read('d59')]).toEqual([undefined, 'text 10', 'text 59']);
  expect(storage.getItem('atelier.rail')).toBe('open');
});

test.each(['', '{', '"text"', '{"text":5,"at":1}', '[]'])('a stored %j is no draft', (value) => {
  const storage = createStorage();
  storage.setItem('atelier.draft.chat', value);
  expect(createDrafts(storage, () => 1).read('chat')).toBeUndefined();
});

test('a storage that is full or forbidden loses nothing else', () => {
  const broken: DraftStorage = {
    ...createStorage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => createDrafts(broken, () => 1).write('chat', 'x')).not.toThrow();
});
