import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/temp-folder.ts';
import { createCall, ownCall } from './own-call.ts';

const here = {
  script: '/opt/atelier/bin/atelier.mjs',
  usual: '/home/ada/.local/share/atelier',
  platform: 'linux',
} as const;

test('the folder is named unless it is the usual one', () => {
  expect(createCall(here, here.usual)('link')).toBe("node '/opt/atelier/bin/atelier.mjs' link");
  expect(createCall(here, '/data')('repair install')).toBe(
    "node '/opt/atelier/bin/atelier.mjs' repair install --data '/data'",
  );
  expect(createCall({ ...here, platform: 'win32' }, 'C:\\My Data')('link')).toBe(
    'node "/opt/atelier/bin/atelier.mjs" link --data "C:\\My Data"',
  );
});

test('what is printed works when it is pasted, from another folder, whatever the data folder is called', async () => {
  const folder = join(await tempFolder(), 'Ada\'s data $HOME `x` "y"');
  const out = execFileSync('sh', ['-c', ownCall(folder)('doctor')], {
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: `${join(process.execPath, '..')}:${process.env.PATH}`, HOME: '/', ATELIER_DATA_DIR: '/elsewhere' },
  });
  expect(out).toContain(`There is no data in ${folder} yet.`);
});
