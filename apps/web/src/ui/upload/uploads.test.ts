import { type ErrorEnvelope, err, ok, type Result } from '@atelier/contracts';
import { expect, test, vi } from 'vitest';
import { createUploads } from './uploads.ts';

const refused: ErrorEnvelope = { code: 'LIMIT_FILE_COUNT', message: 'No.', retry: { kind: 'not_retryable' } };
const incoming = (path: string) => ({ path, file: new File(['12345'], path) });

/** A server that answers when it is told to. */
const createServer = () => {
  const waiting = new Map<string, (reply: Result<unknown, ErrorEnvelope>) => void>();
  const uploads = createUploads(({ path }, { onSent, signal }) => {
    onSent(2);
    return new Promise((resolve) => {
      waiting.set(path, resolve);
      signal.addEventListener('abort', () => resolve(err(refused)));
    });
  });
  const states = () => uploads.get().map(({ path, state }) => `${path} ${state}`);
  return { uploads, waiting, states };
};

test('three go at once and the next begins when one ends', async () => {
  const { uploads, waiting, states } = createServer();
  uploads.add(['a', 'b', 'c', 'd'].map(incoming));
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  expect(uploads.get()[0]?.sent).toBe(2);
  waiting.get('b')?.(ok(undefined));
  await vi.waitFor(() => expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']));
});

test('one that fails says why, stops nobody, and is sent again', async () => {
  const { uploads, waiting, states } = createServer();
  uploads.add(['a', 'b'].map(incoming));
  waiting.get('a')?.(err(refused));
  await vi.waitFor(() => expect(states()).toEqual(['a failed', 'b sending']));
  expect(uploads.get()[0]?.error?.code).toBe('LIMIT_FILE_COUNT');
  uploads.retry(uploads.get()[0]?.id ?? 0);
  expect(states()).toEqual(['a sending', 'b sending']);
  expect(uploads.get()[0]?.error).toBeUndefined();
  waiting.get('a')?.(ok(undefined));
  waiting.get('b')?.(ok(undefined));
  await vi.waitFor(() => expect(states()).toEqual(['a done', 'b done']));
  uploads.clear();
  expect(states()).toEqual([]);
});

test('one that is stopped makes room, waiting or under way', async () => {
  const { uploads, states } = createServer();
  uploads.add(['a', 'b', 'c', 'd', 'e'].map(incoming));
  uploads.stop(uploads.get()[4]?.id ?? 0);
  uploads.stop(uploads.get()[0]?.id ?? 0);
  await vi.waitFor(() => expect(states()).toEqual(['a stopped', 'b sending', 'c sending', 'd sending', 'e stopped']));
});
