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
