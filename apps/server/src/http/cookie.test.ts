import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCookies, sameText } from './cookie.ts';

const key = new Uint8Array(32).fill(1);
const cookies = createCookies(key);
const pair = (setCookie: string) => setCookie.split(';')[0] ?? '';
const issued = pair(cookies.issue('abc', 'loopback', 30));
const name = issued.split('=')[0] ?? '';

test('what was issued is accepted, also by a later process with the same key, and beside other cookies', () => {
  const later = createCookies(key);
  const proof = { via: 'cookie', session: 'abc' };
  expect([later.read(issued, 'loopback'), later.read(`a=b; ${issued}; c=d`, 'loopback')]).toEqual([proof, proof]);
});

test('under the public name a cookie is bound to it and to HTTPS, and one of the machine is no good there', () => {
  const set = cookies.issue('abc', 'public', 180);
  expect(set).toMatch(
    /^__Host-atelier_[0-9a-f]{12}=abc\.[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=15552000$/,
  );
  expect(cookies.read(pair(set), 'public')).toEqual({ via: 'cookie', session: 'abc' });
  expect(cookies.read(issued, 'public')).toBeUndefined();
  expect(cookies.read(pair(set), 'loopback')).toBeUndefined();
});

test('another key has another name and accepts none of it, not even under its own name', () => {
  const other = createCookies(new Uint8Array(32).fill(2));
  const otherName = pair(other.issue('x', 'loopback', 1)).split('=')[0] ?? '';
  expect(otherName).not.toBe(name);
  expect(other.read(issued, 'loopback')).toBeUndefined();
  expect(other.read(issued.replace(name, otherName), 'loopback')).toBeUndefined();
});

test('nothing made up is accepted', () => {
  expect(cookies.read(undefined, 'loopback')).toBeUndefined();
  expect(cookies.read(`${name}=.`, 'loopback')).toBeUndefined();
  fc.assert(fc.property(fc.string(), (value) => cookies.read(`${name}=${value}`, 'loopback') === undefined));
});

test('a change anywhere in it is noticed', () => {
  for (let at = name.length + 1; at < issued.length - 1; at += 1) {
    const changed = `${issued.slice(0, at)}${issued[at] === 'A' ? 'B' : 'A'}${issued.slice(at + 1)}`;
    expect(cookies.read(changed, 'loopback'), `at ${at}`).toBeUndefined();
  }
});

test('texts are the same when they are', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (left, right) => sameText(left, right) === (left === right)));
});

test('a cookie from before sign-ins were on record is read as what it says', () => {
  const old = 'abc.1700000000000.2';
  const signature = createHmac('sha256', key).update(`session:${old}`).digest('base64url');
  expect(cookies.read(`${name}=${old}.${signature}`, 'loopback')).toEqual({
    via: 'cookie',
    session: 'abc',
    legacy: { issuedAt: 1_700_000_000_000, generation: 2 },
  });
});
