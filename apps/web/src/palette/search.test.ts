import { expect, test } from 'vitest';
import { foundGroups, inOrder, remember, searchEntries } from './search.ts';

const entries = [
  { id: 'workshop', title: 'Workshop', group: 'Go to', keywords: 'files drafts' },
  { id: 'settings', title: 'Settings', group: 'Go to', keywords: 'preferences' },
  { id: 'dark', title: 'Use the dark theme', group: 'Appearance', keywords: 'night' },
];
const recent = { label: 'Recent', ids: ['dark', 'gone'] };
const shape = (query: string) =>
  searchEntries(entries, query, recent).map(({ label, hits }) => [label, hits.map(({ entry }) => entry.id)]);

test('without a query, what was used last comes first and is not repeated', () => {
  expect(shape('')).toEqual([
    ['Recent', ['dark']],
    ['Go to', ['workshop', 'settings']],
  ]);
});

test('with a query, the group of the best match comes first', () => {
  expect(shape('the')[0]).toEqual(['Appearance', ['dark']]);
});

test('keywords find an entry too, but mark nothing in its title', () => {
  expect(searchEntries(entries, 'prefer', recent)).toEqual([
    { label: 'Go to', hits: [expect.objectContaining({ entry: entries[1], at: [] })] },
  ]);
});

test('a keyword that holds the query outweighs letters picked from a title, and picks none itself', () => {
  const languages = [
    { id: 'english', title: 'Switch to English or another', group: 'Language', keywords: 'language english' },
    { id: 'night', title: 'Use the dark theme', group: 'Appearance', keywords: 'night another' },
    { id: 'studio', title: 'Studio', group: 'Go to', keywords: 'quote accounting' },
  ];
  const ids = (query: string) =>
    searchEntries(languages, query, recent).flatMap(({ hits }) => hits.map(({ entry }) => entry.id));
  expect(ids('night')).toEqual(['night']);
  expect(ids('quota')).toEqual([]);
});

test('a word of four letters is not found in letters that stand here and there', () => {
  const theme = [{ id: 'auto', title: 'Use this computer’s theme', group: 'Appearance', keywords: '' }];
  const ids = (query: string) =>
    searchEntries(theme, query, recent).flatMap(({ hits }) => hits.map(({ entry }) => entry.id));
  expect(ids('ship')).toEqual([]);
  expect(ids('comp theme')).toEqual(['auto']);
  expect(ids('utct')).toEqual(['auto']);
});

test('what holds the words comes before commands that only resemble them, and after those that hold them, too', () => {
  const session = { id: 's', title: 'Dark release', group: 'Sessions', keywords: '' };
  const order = (query: string, title: string) =>
    inOrder(searchEntries(entries, query, recent), foundGroups([{ ...session, title }], query), query).map(
      ({ label }) => label,
    );
  expect(order('uth', 'The uth of it')).toEqual(['Sessions', 'Appearance']);
  expect(order('dark', 'Dark release')).toEqual(['Appearance', 'Sessions']);
});

test('nothing is found when nothing matches', () => {
  expect(shape('zzz')).toEqual([]);
});

test('what was used last is remembered once, newest first, four at most', () => {
  expect(['a', 'b', 'a'].reduce(remember, [])).toEqual(['a', 'b']);
  expect(['a', 'b', 'a', 'c', 'd', 'e'].reduce(remember, [])).toEqual(['e', 'd', 'c', 'a']);
});
