import { StoreAway, WriteFault } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { faultToSentence, troubleToSentence } from './trouble-words.ts';

test.each([
  [{ code: 'DISK_FULL' }, 'The disk that holds /d is full. Make room on it, then try again.'],
  [{ code: 'DISK_READ_ONLY' }, 'The disk that holds /d takes no writes. Make it writable, or choose another place.'],
  [
    { code: 'FILE_UNUSABLE', reason: 'not_ours', file: '/d/server.lock' },
    '/d/server.lock is not a file of Atelier, though it has that name. Move it away, or bring yours back from a backup.',
  ],
  [
    { code: 'FILE_UNUSABLE', reason: 'no_permission', file: '/d/keys' },
    expect.stringMatching(/^\/d\/keys may not be read or written by you\. .+ give it back to yourself/),
  ],
] as const)('%j is a sentence that says what to do', (trouble, sentence) => {
  expect(troubleToSentence(trouble, '/d')).toEqual(sentence);
});

test('a fault of ours is not dressed up as the system’s', () => {
  expect(faultToSentence(new TypeError('x is undefined'))).toBeUndefined();
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(faultToSentence(full)).toBe('The disk this writes to is full. Make room on it, then try again.');
});

test('a disk that fails to write is named as that, with what the system called it', () => {
  const failed = new WriteFault({
    code: 'WRITE_FAILED',
    inDoubt: false,
    detail: 'EIO: i/o error, write',
    system: 'EIO',
  });
  expect(faultToSentence(failed)).toBe(
    'The disk that holds the data failed to write (EIO). What was recorded before is safe. Check the disk, then try again.',
  );
});

test('a bucket that refuses says what it refused with', () => {
  expect(faultToSentence(new StoreAway('s3.test answered GET with 403 SignatureDoesNotMatch'))).toBe(
    'The bucket with the content cannot be used: s3.test answered GET with 403 SignatureDoesNotMatch. Check the bucket and its keys, or wait until it is back, then try again.',
  );
});
