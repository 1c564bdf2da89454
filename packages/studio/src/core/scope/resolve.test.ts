import { expect, test } from 'vitest';
import { distance } from '../language/distance.ts';
import { isKnownWord } from './known-words.ts';
import { resolveMention } from './resolve.ts';

const demo = [
  { id: 'E1', names: ['קיר לוגו', 'Logo wall', 'לוגו'] },
  { id: 'E2', names: ['במה מרכזית', 'Main stage'] },
  { id: 'E3', names: ['דלפק מידע', 'Info counter'] },
  { id: 'E4', names: ['שער כניסה', 'Entrance arch'] },
  { id: 'E5', names: ['קיר מדיה', 'Media wall'] },
  { id: 'E6', names: ['עמדת צילום', 'Photo corner'] },
];
const mention = (text: string) => {
  const found = resolveMention(text, demo, isKnownWord);
  return found.kind === 'found' ? [...found.ids].sort().join('+') : found.kind;
};

test.each([
  ['תצבע את קיר הלוגו בלבן', 'E1'],
  ['קִיר הַלּוֹגוֹ', 'E1'],
  ['add lights to the logo wall', 'E1'],
  ['מה הסטטוס של הלוגו', 'E1'],
  ['תוסיף תאורה בבמה', 'E2'],
  ['מדרגות לבמות', 'E2'],
  ['make the main stage 6 meters', 'E2'],
  ['כמה עולה הדלפק?', 'E3'],
  ['the counter should be white', 'E3'],
  ['תגביה את שערי הכניסה', 'E4'],
  ['remove the entrance arch', 'E4'],
  ['קיר המדיה יותר גבוה', 'E5'],
  ['media walls', 'E5'],
  ['עמדת הצילום', 'E6'],
  ['the photo corner is too dark', 'E6'],
  ['תצבע את הדלפקק', 'E3'],
  ['logo walll', 'E1'],
  ['enterance arch', 'E4'],
  ['תחליף את קיר הלוגו ואת הבמה', 'E1+E2'],
])('%s is about %s', (text, ids) => {
  expect(mention(text)).toBe(ids);
});

test.each(['תצבע את הקיר בלבן', 'paint the wall white', 'הקיר', 'הקירות'])(
  '%s could be either wall, so it is asked',
  (text) => {
    const found = resolveMention(text, demo, isKnownWord);
    expect(found.kind).toBe('ambiguous');
    expect(found.kind === 'ambiguous' && found.candidates.map(({ id }) => id).sort()).toEqual(['E1', 'E5']);
  },
);

test.each([
  ['both display plinths 90 cm high', 'P1+P2'],
  ['the two plinths', 'P1+P2'],
  ['the three plinths', 'ambiguous'],
  ['two plinths', 'ambiguous'],
])('%s is about %s', (text, ids) => {
  const plinths = [
    { id: 'P1', names: ['Display Plinth 1'] },
    { id: 'P2', names: ['Display Plinth 2'] },
  ];
  const found = resolveMention(text, plinths, isKnownWord);
  expect(found.kind === 'found' ? [...found.ids].sort().join('+') : found.kind).toBe(ids);
});

test('a photo booth is not the photo corner', () => {
  expect(mention('add a photo booth')).not.toBe('E6');
});

test.each(['הלקוח התקשר', 'what is the budget?', ''])('%j speaks of no element', (text) => {
  expect(mention(text)).toBe('none');
});

test('letters are counted as people mistype them', () => {
  expect([distance('wall', 'wlal'), distance('stage', 'stge'), distance('קיר', 'קיר'), distance('', 'ab')]).toEqual([
    1, 1, 0, 2,
  ]);
});
