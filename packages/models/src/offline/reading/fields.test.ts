import { expect, test } from 'vitest';
import { isPlainName, isVague, itemsOf, readFields } from './fields.ts';

const fields = [
  { name: 'name', marker: /^(?:called|title(?: is)?)\s?:?\s?/iu },
  { name: 'points', marker: /^(?:bullets?(?: points)?(?: are)?)\s?:?\s?/iu, isList: true },
];

test('fields are read in any order, and nothing else between them', () => {
  const both = { name: '@q0', points: '@q1, @q2' };
  expect(readFields('called @q0 with bullets @q1, @q2', fields)).toEqual(both);
  expect(readFields(', bullets: @q1, @q2, title: @q0', fields)).toEqual(both);
  expect(readFields('@q0 and @q1, @q2', fields)).toEqual({ name: '@q0', points: '@q1, @q2' });
  expect(readFields('called Next steps with bullets Hire, Train and Launch', fields)).toEqual({
    name: 'Next steps',
    points: 'Hire, Train and Launch',
  });
  expect(readFields('called @q0 in bold letters', fields)).toBeUndefined();
  expect(readFields('called @q0 called @q1', fields)).toBeUndefined();
});

test('plain words are a name only when nothing in them can be meant otherwise', () => {
  for (const name of ['Outlook', 'Next steps', 'Unit price', 'סיכום'])
    expect([name, isPlainName(name)]).toEqual([name, true]);
  for (const name of ['Final on slide 1', 'X and delete Y', 'Risks after the summary', 'a, b'])
    expect([name, isPlainName(name)]).toEqual([name, false]);
  for (const text of ['our new name', 'something better', 'lower case words'])
    expect([text, isVague(text)]).toEqual([text, true]);
  for (const text of ['Globex Inc', 'Final', 'lights', '@q0']) expect([text, isVague(text)]).toEqual([text, false]);
  expect(itemsOf('Hire, Train and Launch')).toEqual(['Hire', 'Train', 'Launch']);
  expect(itemsOf('Hire, and then stop')).toBeUndefined();
});
