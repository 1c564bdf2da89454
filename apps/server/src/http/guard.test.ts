import { expect, test } from 'vitest';
import { admitHost } from './guard.ts';

const asked = (host: string, origin?: string) => ({ method: 'GET', host, origin, upgrade: false });

test.each([
  [4983, '127.0.0.1:4983', 'http://127.0.0.1:4983'],
  [4983, 'localhost:4983', 'http://localhost:4983'],
  // Browsers leave out the port of HTTP itself, in both; other programs may write it.
  [80, '127.0.0.1', 'http://127.0.0.1'],
  [80, 'localhost', 'http://localhost'],
  [80, '127.0.0.1:80', 'http://127.0.0.1'],
])('on port %i, %s is this server', (port, host, origin) => {
  expect(admitHost(asked(host), { port })).toBeUndefined();
  expect(admitHost(asked(host, origin), { port })).toBeUndefined();
});

test.each([
  [4983, '127.0.0.1', undefined, 'FORBIDDEN_HOST'],
  [4983, '127.0.0.1:80', undefined, 'FORBIDDEN_HOST'],
  [4983, '127.0.0.1:14983', undefined, 'FORBIDDEN_HOST'],
  [80, 'evil.example', undefined, 'FORBIDDEN_HOST'],
  [80, 'evil.example:80', undefined, 'FORBIDDEN_HOST'],
  [80, '127.0.0.1:8080', undefined, 'FORBIDDEN_HOST'],
  [80, '127.0.0.1', 'http://localhost', 'FORBIDDEN_ORIGIN'],
  [80, '127.0.0.1', 'http://127.0.0.1:8080', 'FORBIDDEN_ORIGIN'],
  [80, '127.0.0.1', 'https://127.0.0.1', 'FORBIDDEN_ORIGIN'],
  [4983, '127.0.0.1:4983', 'http://127.0.0.1', 'FORBIDDEN_ORIGIN'],
  [4983, '127.0.0.1:4983', 'null', 'FORBIDDEN_ORIGIN'],
])('on port %i, Host %s with Origin %s is refused', (port, host, origin, code) => {
  expect(admitHost(asked(host, origin), { port })).toBe(code);
});

const team = { port: 4983, publicOrigin: 'https://atelier.example' };
test.each([
  // Through a proxy, wherever it is.
  ['atelier.example', 'https://atelier.example', '10.0.0.7', undefined],
  ['Atelier.Example', undefined, '10.0.0.7', undefined],
  ['atelier.example', 'https://other.example', '10.0.0.7', 'FORBIDDEN_ORIGIN'],
  ['atelier.example', 'http://atelier.example', '10.0.0.7', 'FORBIDDEN_ORIGIN'],
  ['atelier.example:4983', undefined, '10.0.0.7', 'FORBIDDEN_HOST'],
  ['sub.atelier.example', undefined, '10.0.0.7', 'FORBIDDEN_HOST'],
  ['10.0.0.5:4983', undefined, '10.0.0.7', 'FORBIDDEN_HOST'],
  // Anybody on the network can call themselves loopback; only this machine is.
  ['127.0.0.1:4983', undefined, '10.0.0.7', 'FORBIDDEN_HOST'],
  ['localhost:4983', undefined, '', 'FORBIDDEN_HOST'],
  ['127.0.0.1:4983', undefined, '127.0.0.1', undefined],
  ['127.0.0.1:4983', 'http://127.0.0.1:4983', '::ffff:127.0.0.1', undefined],
  ['localhost:4983', undefined, '::1', undefined],
  ['127.0.0.1:4983', 'https://atelier.example', '127.0.0.1', 'FORBIDDEN_ORIGIN'],
])('with a public name, Host %s with Origin %s from %s: %s', (host, origin, peer, code) => {
  expect(admitHost({ ...asked(host, origin), peer }, team)).toBe(code);
});

test('a loopback Host that a proxy on this machine hands on is not from this machine', () => {
  const here = { ...asked('127.0.0.1:4983'), peer: '127.0.0.1' };
  expect(admitHost({ ...here, isForwarded: false }, team)).toBeUndefined();
  expect(admitHost({ ...here, isForwarded: true }, team)).toBe('FORBIDDEN_HOST');
  expect(admitHost({ ...here, host: 'atelier.example', isForwarded: true }, team)).toBeUndefined();
});
