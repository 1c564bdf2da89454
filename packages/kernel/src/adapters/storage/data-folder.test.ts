import { expect, test } from 'vitest';
import { defaultDataFolder } from './data-folder.ts';

test.each([
  ['linux', {}, '/home/ada/.local/share/atelier'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/atelier'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ada/.local/share/atelier'],
  ['darwin', {}, '/home/ada/Library/Application Support/Atelier'],
  ['win32', { LOCALAPPDATA: '/local' }, '/local/Atelier'],
  ['linux', { ATELIER_DATA_DIR: '/elsewhere', XDG_DATA_HOME: '/data' }, '/elsewhere'],
] as const)('on %s with %j the data is in %s', (platform, env, folder) => {
  expect(defaultDataFolder({ platform, env, home: '/home/ada' })).toBe(folder);
});
