import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCookies, sameText } from './cookie.ts';

const lasting = { days: () => 30, generation: () => 2, isGood: () => true };
const cookies = createCookies(new Uint8Array(32).fill(1), lasting);
const pair = (setCookie: string) => setCookie.split(';')[0] ?? '';

test('what was issued is accepted, also by a later process with the same key, and beside other cookies', () => {
  const issued = pair(cookies.issue());
  const later = createCookies(new Uint8Array(32).fill(1), lasting);
  const session = issued.slice(cookies.name.length + 1).split('.')[0];
  expect([later.read(issued), later.read(`a=b; ${issued}; c=d`)]).toEqual([session, session]);
});

test('another key has another name and accepts none of it, not even under its own name', () => {
  const other = createCookies(new Uint8Array(32).fill(2), lasting);
  const issued = pair(cookies.issue());
  expect(other.name).not.toBe(cookies.name);
  expect(other.read(issued)).toBeUndefined();
  expect(other.read(issued.replace(cookies.name, other.name))).toBeUndefined();
});

test('nothing made up is accepted', () => {
  expect(cookies.read(undefined)).toBeUndefined();
  expect(cookies.read(`${cookies.name}=.`)).toBeUndefined();
  fc.assert(fc.property(fc.string(), (value) => cookies.read(`${cookies.name}=${value}`) === undefined));
});

test('a change anywhere in it is noticed', () => {
  const issued = pair(cookies.issue());
  const start = cookies.name.length + 1;
  for (let at = start; at < issued.length - 1; at += 1) {
    const changed = `${issued.slice(0, at)}${issued[at] === 'A' ? 'B' : 'A'}${issued.slice(at + 1)}`;
    expect(cookies.read(changed), `at ${at}`).toBeUndefined();
  }
});

test('texts are the same when they are', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (left, right) => sameText(left, right) === (left === right)));
});

test('what is asked about a sign-in is what was signed', () => {
  const asked: unknown[] = [];
  const isGood = (signIn: unknown) => asked.push(signIn) > 1;
  const strict = createCookies(new Uint8Array(32).fill(1), { ...lasting, isGood }, () => 1_700_000_000_000);
  const issued = pair(strict.issue());
  expect([strict.read(issued), typeof strict.read(issued)]).toEqual([undefined, 'string']);
  const signIn = { issuedAt: 1_700_000_000_000, generation: 2 };
  expect(asked).toEqual([signIn, signIn]);
});
