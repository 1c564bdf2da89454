import { expect, test } from 'vitest';
import { systemTroubleOf } from './system-trouble.ts';

const failure = (facts: object, cause?: unknown) => Object.assign(new Error('…', { cause }), facts);

test.each([
  [{ code: 'ENOSPC' }, { code: 'DISK_FULL' }],
  [{ code: 'EDQUOT' }, { code: 'DISK_FULL' }],
  [{ code: 'EROFS', path: '/d/keys' }, { code: 'DISK_READ_ONLY' }],
  [
    { code: 'EACCES', path: '/d/keys' },
    { code: 'FILE_UNUSABLE', reason: 'no_permission', file: '/d/keys' },
  ],
  [
    { code: 'EISDIR', path: '/d/x' },
    { code: 'FILE_UNUSABLE', reason: 'not_ours', file: '/d/x' },
  ],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, { code: 'DISK_FULL' }],
  [
    { code: 'ERR_SQLITE_ERROR', errcode: 14 },
    { code: 'FILE_UNUSABLE', reason: 'no_permission' },
  ],
  // SQLITE_CANTOPEN_ISDIR: the same, with more in its upper bytes.
  [
    { code: 'ERR_SQLITE_ERROR', errcode: 14 | (2 << 8) },
    { code: 'FILE_UNUSABLE', reason: 'no_permission' },
  ],
  [
    { code: 'ERR_SQLITE_ERROR', errcode: 26 },
    { code: 'FILE_UNUSABLE', reason: 'not_ours' },
  ],
])('%j is %j, also as the cause of something else', (facts, trouble) => {
  expect(systemTroubleOf(failure(facts))).toEqual(trouble);
  expect(systemTroubleOf(new Error('wrapped', { cause: failure(facts) }))).toEqual(trouble);
});

test.each([
  [new Error('ENOSPC')],
  [failure({ code: 'EIO' })],
  [failure({ code: 'ERR_SQLITE_ERROR', errcode: 1 })],
  ['ENOSPC'],
])('%s is a fault', (cause) => {
  expect(systemTroubleOf(cause)).toBeUndefined();
});
