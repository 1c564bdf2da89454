import { expect, test } from 'vitest';
import { answerOf } from './put-upload.ts';

test('an upload is known by its id; a refusal keeps its code; anything else is a bad reply', () => {
  expect(answerOf(200, '{"ok":true,"value":{"uploadId":"upl_1","name":"a","sizeBytes":1}}')).toEqual({
    ok: true,
    value: 'upl_1',
  });
  const error = { code: 'FILE_TOO_LARGE', message: 'x', retry: { kind: 'not_retryable' } };
  expect(answerOf(413, JSON.stringify({ ok: false, error }))).toMatchObject({ ok: false, error });
  expect(answerOf(502, '<html>')).toMatchObject({ ok: false, error: { code: 'BAD_REPLY' } });
});
