import { expect, test } from 'vitest';
import { hasDesktop } from './open-browser.ts';

test.each([
  ['linux', {}, false],
  ['linux', { DISPLAY: ':0' }, true],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
  ['linux', { DISPLAY: ':0', CI: '1' }, false],
  ['linux', { DISPLAY: ':10', SSH_CONNECTION: '10.0.0.1 22' }, false],
  ['darwin', {}, true],
  ['darwin', { SSH_TTY: '/dev/pts/0' }, false],
  ['win32', {}, true],
] as const)('on %s with %j: %s', (platform, env, expected) => {
  expect(hasDesktop({ platform, env })).toBe(expected);
});
