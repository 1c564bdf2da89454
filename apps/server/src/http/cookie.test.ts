import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCookies, sameText } from './cookie.ts';

const cookies = createCookies(new Uint8Array(32).fill(1));
const pair = (setCookie: string) => setCookie.split(';')[0] ?? '';

test('what was issued is accepted, also by a later process with the same key, and beside other cookies', () => {
  const issued = pair(cookies.issue());
  const later = createCookies(new Uint8Array(32).fill(1));
  expect([later.accepts(issued), later.accepts(`a=b; ${issued}; c=d`)]).toEqual([true, true]);
});

test('another key has another name and accepts none of it, not even under its own name', () => {
  const other = createCookies(new Uint8Array(32).fill(2));
  const issued = pair(cookies.issue());
  expect(other.name).not.toBe(cookies.name);
  expect(other.accepts(issued)).toBe(false);
  expect(other.accepts(issued.replace(cookies.name, other.name))).toBe(false);
});

test('nothing made up is accepted', () => {
  expect(cookies.accepts(undefined)).toBe(false);
  expect(cookies.accepts(`${cookies.name}=.`)).toBe(false);
  fc.assert(fc.property(fc.string(), (value) => !cookies.accepts(`${cookies.name}=${value}`)));
});

test('a change anywhere in it is noticed', () => {
  const issued = pair(cookies.issue());
  const start = cookies.name.length + 1;
  for (let at = start; at < issued.length - 1; at += 1) {
    const changed = `${issued.slice(0, at)}${issued[at] === 'A' ? 'B' : 'A'}${issued.slice(at + 1)}`;
    expect(cookies.accepts(changed), `at ${at}`).toBe(false);
  }
});

test('texts are the same when they are', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (left, right) => sameText(left, right) === (left === right)));
});
