import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { workAlone } from './work-alone.ts';

// Every test of the repository has that rule before it begins (vitest.config.ts): this one does not ask for it.
test('[MD-17] no socket of the tests leaves the machine, by name or by number, plain or encrypted', async () => {
  for (const url of [
    'http://192.0.2.1/',
    'https://192.0.2.1/',
    'https://api.openai.com/v1/models',
    'http://[2001:db8::1]/',
  ]) {
    const fault = await fetch(url).then(
      () => 'reached',
      ({ cause }: { readonly cause: Error }) => cause.message,
    );
    expect(fault).toContain('no socket leaves this machine');
  }
  for (const reach of [() => connect(80, '192.0.2.1'), () => connect('80' as never, '192.0.2.1')]) {
    const raw = await new Promise<string>((resolve) => reach().on('error', ({ message }) => resolve(message)));
    expect(raw).toContain('no socket leaves this machine');
  }
  const server = createServer((_request, response) => response.end('here')).listen(0, '127.0.0.1');
  await new Promise((listening) => server.once('listening', listening));
  const here = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  expect(await here.text()).toBe('here');
  server.close();
});

test('[MD-17] nor does a datagram', async () => {
  const socket = createSocket('udp4');
  const sent = (port: number, address: string) =>
    new Promise((done) => socket.send('x', port, address, (fault) => done(fault?.message ?? 'sent')));
  expect(await sent(9, '192.0.2.1')).toContain('no socket leaves this machine');
  expect(await sent(9, '127.0.0.1')).toBe('sent');
  for (const reach of [() => socket.send('x', 9, '192.0.2.1'), () => socket.connect(9, 'models.example')]) {
    const emitted = new Promise<Error>((done) => socket.once('error', done));
    reach();
    expect((await emitted).message).toContain('no socket leaves this machine');
  }
  socket.close();
});

// Requests of every group; the long suite asks all sixty.
test('[MD-18] the offline model does all its work in a place without a network', () => {
  workAlone(3);
}, 120_000);
