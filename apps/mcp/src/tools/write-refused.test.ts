import { expect, test } from 'vitest';
import { wordWriteRefused } from './write-refused.ts';

test('what was recorded is called safe only where it is still there', () => {
  const failed = { code: 'WRITE_FAILED', inDoubt: false } as const;
  expect(wordWriteRefused({ ...failed, system: 'EIO' }, 'continue_workflow').message).toContain('before is safe');
  const gone = wordWriteRefused({ ...failed, system: 'ENOENT' }, 'continue_workflow');
  expect(gone.message).not.toContain('safe');
  expect(gone.message).toContain('missing');
  expect(gone.suggestion).toContain('put it back');
  expect(gone.retry).toEqual({ kind: 'not_retryable' });
});
