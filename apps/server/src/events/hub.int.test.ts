import { EventEmitter } from 'node:events';
import type { EventLog } from '@atelier/kernel';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { createPresence } from '../presence/presence.ts';
import { createAudience } from '../surfaces/audience.ts';
import { surfaces } from '../surfaces/index.ts';
import type { CreateSurface } from '../surfaces/surface.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createDeltaBus } from './delta-bus.ts';
import { createHub } from './hub.ts';

test('a tab that stopped reading gets megabytes of events in order once it reads again, and nobody waits for it', async () => {
  let log: EventLog | undefined;
  const capturing = surfaces.map(
    (create): CreateSurface =>
      (kit) => {
        log = kit.log;
        return create(kit);
      },
  );
  const { server, cookie, client } = await startTestServer({ surfaces: capturing, log: 'memory' });
  const count = 3_000;
  const padding = 'x'.repeat(4_000);
  const events = Array.from({ length: count }, () => ({ kind: 'noise', key: null, data: { padding } }));
  for (let at = 0; at < count; at += 500) await log?.append('install', events.slice(at, at + 500), { expected: 'any' });

  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/events`, {
    headers: { cookie },
    origin: server.origin,
  });
  onTestFinished(() => socket.terminate());
  const seqs: number[] = [];
  socket.on('message', (data) => {
    const frame = JSON.parse(data.toString());
    if ('seq' in frame) seqs.push(frame.seq);
  });
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ subscribe: [{ stream: 'install', from: 0 }] }));
  socket.pause();
  for (let round = 0; round < 20; round += 1) expect(await client.InstallGet({})).toMatchObject({ ok: true });
  expect(seqs.length).toBeLessThan(count);
  socket.resume();
  await expect.poll(() => seqs.length, { timeout: 20_000 }).toBe(count);
  expect(seqs).toEqual(Array.from({ length: count }, (_, seq) => seq));
});

class FakeSocket extends EventEmitter {
  readonly bufferedAmount = 0;
  pings = 0;
  terminated = false;
  send(_bytes: Buffer, _options: object, sent: () => void) {
    sent();
  }
  close() {
    this.emit('close');
  }
  ping() {
    this.pings += 1;
  }
  terminate() {
    this.terminated = true;
    this.emit('close');
  }
}

test('a tab that answers no heartbeat is let go, one that does stays', async () => {
  const hub = createHub({
    log: createMemoryLog(),
    deltas: createDeltaBus(),
    presence: createPresence({ boot: 'b', onFault: () => undefined }),
    audience: createAudience({}, () => undefined),
    boot: 'b',
    version: '1',
    onFault: () => undefined,
    isStill: () => true,
    limits: { hear: () => undefined },
    heartbeatMs: 5,
  });
  onTestFinished(hub.close);
  const [alive, gone] = [new FakeSocket(), new FakeSocket()];
  alive.ping = () => {
    alive.pings += 1;
    alive.emit('pong');
  };
  for (const socket of [alive, gone])
    hub.open(socket as unknown as WebSocket, { person: 'local', role: 'admin', via: 'cookie' });
  expect(hub.count()).toBe(2);
  await expect.poll(() => gone.terminated).toBe(true);
  await expect.poll(() => alive.pings).toBeGreaterThan(3);
  expect([hub.count(), alive.terminated]).toEqual([1, false]);
});
