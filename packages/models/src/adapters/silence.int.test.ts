import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { decideRetry } from '../core/retry.ts';
import { ask, local } from '../testing/doubles/clients.ts';
import { createGate } from './gate.ts';
import { createProviderModel } from './provider-model.ts';
import { loadProvider } from './providers.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const word = 'data: {"choices":[{"index":0,"delta":{"content":"Twelve"}}]}\n\n';

/** Ends when the caller hangs up, which is all that ends it. */
const listen = async (say: (response: ServerResponse) => void, patience = { firstWordMs: 60, silenceMs: 40 }) => {
  let left: Promise<unknown> | undefined;
  server = createServer((_request, response) => {
    left = once(response, 'close');
    say(response);
  });
  await new Promise<void>((ready) => server?.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const gate = createGate();
  const access = { gate, apiKey: '', endpoint };
  const model = createProviderModel({
    entry: local,
    load: () => loadProvider(local, access),
    now: () => 0,
    newId: () => 'id',
    patience: async () => patience,
  });
  const events: string[] = [];
  for await (const event of model.stream(ask, new AbortController().signal)) {
    events.push(event.kind === 'failed' ? `${event.failure.code} ${event.failure.silentMs}` : event.kind);
  }
  await left;
  return events;
};

test('a server that never answers is left after the wait for a first word', async () => {
  expect(await listen(() => undefined)).toEqual(['PROVIDER_UNAVAILABLE 60']);
});
test('pings alone are silence', async () => {
  const events = await listen((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => response.write(': ping\n\n'), 5);
    response.once('close', () => clearInterval(timer));
  });
  expect(events).toEqual(['PROVIDER_UNAVAILABLE 60']);
});
test('a stream that falls silent, pinging or not, is left after the wait between words', async () => {
  // A busy machine may take its time to the first word; only the wait after it is asked about here.
  const patience = { firstWordMs: 10_000, silenceMs: 40 };
  const events = await listen((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(word);
    const timer = setInterval(() => response.write(': ping\n\n'), 5);
    response.once('close', () => clearInterval(timer));
  }, patience);
  expect(events).toEqual(['text', 'PROVIDER_UNAVAILABLE 40']);
});
test('a silent provider is asked once more, then a person decides', () => {
  const failure = { code: 'PROVIDER_UNAVAILABLE', message: '', silentMs: 60 } as const;
  expect([decideRetry(failure, 0, 0).kind, decideRetry(failure, 1, 0).kind]).toEqual(['wait', 'pause']);
});
