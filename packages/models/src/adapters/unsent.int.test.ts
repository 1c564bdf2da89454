import { type AddressInfo, createServer } from 'node:net';
import { Agent } from 'undici';
import { expect, onTestFinished, test } from 'vitest';
import { lostUsage } from '../core/attempt.ts';
import type { ModelEntry } from '../core/registry.ts';
import { ask, collect, failureOf, modelOn, wires } from '../testing/doubles/clients.ts';
import { startDoubles } from '../testing/index.ts';

const local = wires.find(([, { provider }]) => provider === 'local')?.[1] as ModelEntry;

/** One that was free a moment ago. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};

test('[MD-52] a provider nobody could connect to is told from one that hung up: only the second may have been paid', async () => {
  const doubles = await startDoubles();
  onTestFinished(() => doubles.close());
  const dispatcher = new Agent();
  onTestFinished(() => dispatcher.close());
  const localEndpoint = `http://127.0.0.1:${await closedPort()}/v1`;
  const nobody = failureOf(await collect(modelOn({ ...doubles, dispatcher, localEndpoint }, local)));
  expect(nobody).toMatchObject({ code: 'NETWORK_UNAVAILABLE', unsent: true });
  expect(lostUsage(ask, 0, nobody)).toBeUndefined();
  doubles.script({ text: 'Never heard.', cut: { after: 0, how: 'break' } });
  const hungUp = failureOf(await collect(modelOn(doubles, local)));
  expect(hungUp).toEqual({ code: 'NETWORK_UNAVAILABLE', message: expect.any(String) });
  expect(lostUsage(ask, 0, hungUp)?.inputTokens).toBeGreaterThan(50);
});
