import { createServer } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './listen.ts';
import { startTestServer } from './testing/test-server.ts';

test('it listens on 127.0.0.1 and on nothing else', async () => {
  const server = createServer();
  onTestFinished(() => void server.close());
  const listening = await listen(server, 0);
  expect(server.address()).toEqual({ address: '127.0.0.1', family: 'IPv4', port: listening.ok && listening.value });
});

test('under no other address of this machine does anybody reach a running server', async () => {
  const { server } = await startTestServer();
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ address, family }) => family === 'IPv4' && address !== '127.0.0.1')
    .map(({ address }) => address);
  // All of 127/8 is this machine, where the system lets it be.
  for (const address of ['127.0.0.2', ...others])
    expect([address, await reach(address, server.port)]).toEqual([address, false]);
  expect(await reach('127.0.0.1', server.port)).toBe(true);
});

const reach = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const end = (reached: boolean) => {
      socket.destroy();
      resolve(reached);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false));
    socket.on('timeout', () => end(false));
  });
