import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { guardedFetch } from './guarded-fetch.ts';
import { createGuardedInput, MESSAGE_BYTES } from './guarded-input.ts';
import { tooLongAdvice } from './refused-message.ts';

/** What a line comes to: the messages that are passed on, and the answers that are given at once. */
const exchange = (...lines: readonly string[]) => {
  const input = new PassThrough();
  const answers: string[] = [];
  const passed: string[] = [];
  const output = new PassThrough().on('data', (piece) => answers.push(String(piece)));
  createGuardedInput(input, output, tooLongAdvice.files).on('data', (piece) => passed.push(String(piece)));
  input.write(lines.map((line) => `${line}\n`).join(''));
  return new Promise<{ passed: string[]; answers: { id: unknown; error: { code: number; message: string } }[] }>(
    (resolve) =>
      setImmediate(() =>
        resolve({
          passed,
          answers: answers
            .join('')
            .trim()
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line)),
        }),
      ),
  );
};

test('a line that is not JSON is answered as the protocol says, and the next one is served', async () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  const { passed, answers } = await exchange('hello', '{"jsonrpc":"2.0",', '', '  ', ping);
  expect(passed).toEqual([`${ping}\n`]);
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32700],
    [null, -32700],
  ]);
});

test('JSON that is no message is refused under its own id', async () => {
  const { passed, answers } = await exchange('42', '[]', '{"id":7}', '{"jsonrpc":"2.0","id":"a"}');
  expect(passed).toEqual([]);
  expect(answers.map(({ id, error }) => [id, error.code])).toEqual([
    [null, -32600],
    [null, -32600],
    [7, -32600],
    ['a', -32600],
  ]);
  expect((await exchange('{"jsonrpc":"2.0","id":3,"result":{}}')).answers).toEqual([]);
});

test('what to do about a message that is too long fits the tools that are called', async () => {
  const { answers } = await exchange(`{"jsonrpc":"2.0","id":5,"method":"x","params":"${'x'.repeat(MESSAGE_BYTES)}"}`);
  expect(answers).toMatchObject([{ id: 5, error: { code: -32600, data: { code: 'MESSAGE_TOO_LARGE' } } }]);
  expect(answers[0]?.error.message).toContain('several smaller calls');
  expect(answers[0]?.error.message).not.toContain('path');
});

const post = (fetch: (request: Request) => Promise<Response>, pieces: number) => {
  let left = pieces;
  let read = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (left === 0) return controller.close();
      const text = left === pieces ? '{"jsonrpc":"2.0","id":9,' : '';
      left -= 1;
      read += 1;
      controller.enqueue(Buffer.from(text.padEnd(1024 * 1024, ' ')));
    },
  });
  const request = new Request('http://127.0.0.1/mcp', { method: 'POST', body, duplex: 'half' } as never);
  return fetch(request).then(async (response) => ({ response, read, told: await response.json() }));
};

test('a body that is too long is read to its end, so that its sender reads the answer', async () => {
  const fetch = guardedFetch(async () => Response.json({ served: true }), tooLongAdvice.workflows);
  const { response, read, told } = await post(fetch, 6);
  expect([response.status, read, response.headers.get('connection')]).toEqual([413, 6, null]);
  expect(told).toMatchObject({ jsonrpc: '2.0', id: 9, error: { data: { code: 'MESSAGE_TOO_LARGE' } } });
  expect((await post(fetch, 3)).told).toEqual({ served: true });
});

test('one without an end is not: the connection is closed', async () => {
  const fetch = guardedFetch(async () => Response.json({ served: true }), tooLongAdvice.files);
  const { response, read } = await post(fetch, 1_000);
  expect([response.status, response.headers.get('connection')]).toEqual([413, 'close']);
  expect(read).toBeLessThan(100);
});
