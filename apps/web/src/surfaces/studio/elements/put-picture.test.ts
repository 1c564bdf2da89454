import { expect, test } from 'vitest';
import { putPicture } from './put-picture.ts';

const file = new File(['png'], 'wall.png', { type: 'image/png' });
const answering = (status: number, body: unknown) => async () => Response.json(body, { status });
const kept = { blob: `sha256:${'a'.repeat(64)}`, kind: 'image/png', name: 'wall.png' };

test('a picture that was taken in can be put on a record, and is not on the quote by itself', async () => {
  const put = await putPicture('prj_a', file, answering(200, { ok: true, value: kept }));
  expect(put).toEqual({ picture: { ...kept, onQuote: false } });
});

test('what is refused says why, and a dead server is no surprise', async () => {
  const error = { code: 'FILE_TOO_LARGE', message: 'too large', retry: { kind: 'not_retryable' } };
  expect(await putPicture('prj_a', file, answering(413, { ok: false, error }))).toMatchObject({
    error: { code: 'FILE_TOO_LARGE' },
  });
  const gone = () => Promise.reject(new Error('offline'));
  expect(await putPicture('prj_a', file, gone)).toMatchObject({ error: { code: 'UNREACHABLE' } });
});
