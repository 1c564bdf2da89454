import { expect, test } from 'vitest';
import { putFile } from './put-file.ts';

const bytes = new Blob(['a,b\n']);
const answering =
  (response: Response): typeof fetch =>
  async () =>
    response;
const refused = (code: string) => ({ ok: false, error: { code, message: 'No.', retry: { kind: 'not_retryable' } } });

test('a file that is taken in says nothing more', async () => {
  expect(await putFile('/x', bytes, answering(Response.json({ ok: true, value: {} })))).toEqual({
    ok: true,
    value: undefined,
  });
});

test('why a file is not taken in arrives as it was said', async () => {
  const reply = await putFile('/x', bytes, answering(Response.json(refused('LIMIT_FILE_COUNT'), { status: 409 })));
  expect(reply).toMatchObject({ ok: false, error: { code: 'LIMIT_FILE_COUNT' } });
});

test('no answer, and an answer nobody understands, are refusals too', async () => {
  expect(await putFile('/x', bytes, () => Promise.reject(new TypeError('gone')))).toMatchObject({
    ok: false,
    error: { code: 'UNREACHABLE' },
  });
  expect(await putFile('/x', bytes, answering(new Response('<html>', { status: 502 })))).toMatchObject({
    ok: false,
    error: { code: 'BAD_REPLY' },
  });
});
