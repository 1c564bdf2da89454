import { framesIn } from '@atelier/contracts';
import { expect, test, vi } from 'vitest';
import { createAudience } from '../surfaces/audience.ts';
import { createSocketWire } from './wire.ts';

/** A socket whose network the test drives. */
const createSlowSocket = () => {
  const pending: { size: number; sent: (error?: Error) => void }[] = [];
  const socket = {
    bufferedAmount: 0,
    send: (bytes: Buffer, _options: object, sent: (error?: Error) => void) => {
      socket.bufferedAmount += bytes.length;
      pending.push({ size: bytes.length, sent });
    },
    close: () => undefined,
  };
  const take = (error?: Error) => {
    const next = pending.shift();
    if (!next) return;
    socket.bufferedAmount -= next.size;
    next.sent(error);
  };
  return { socket, take };
};

const large = { stream: 's', delta: { kind: 'text', id: 'm', offset: 0, text: 'x'.repeat(600_000) } } as const;

const isSettled = async (promise: Promise<void>) => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
};

test('there is room until a megabyte waits, and again when the network took some', async () => {
  const { socket, take } = createSlowSocket();
  const wire = createSocketWire(socket);
  wire.send(large);
  expect([wire.congested(), await isSettled(wire.room())]).toEqual([false, true]);
  wire.send(large);
  expect(wire.congested()).toBe(true);
  const room = wire.room();
  expect(await isSettled(room)).toBe(false);
  take();
  expect(await isSettled(room)).toBe(true);
});

test('whoever waits for room on a wire that breaks or closes is let go', async () => {
  for (const end of ['break', 'close'] as const) {
    const { socket, take } = createSlowSocket();
    const wire = createSocketWire(socket);
    for (let sent = 0; sent < 4; sent += 1) wire.send(large);
    const room = wire.room();
    expect(await isSettled(room)).toBe(false);
    if (end === 'break') take(new Error('gone'));
    else wire.close(1000, '');
    expect(await isSettled(room)).toBe(true);
  }
});

test('an event that many tabs follow is written down once, and reads as it would alone', () => {
  const sent: Buffer[] = [];
  const socket = { bufferedAmount: 0, send: (bytes: Buffer) => void sent.push(bytes), close: () => undefined };
  let written = 0;
  const data = {
    toJSON: () => {
      written += 1;
      return { text: 'she said "hi"\n' };
    },
  };
  const event = { v: 1, seq: 7, id: 'evt_a', at: '2025-01-01T00:00:00.000Z', kind: 'said', key: null, data } as never;
  const audience = createAudience({ bench: { follow: 'viewer' } }, () => undefined);
  const caller = { person: 'local', role: 'viewer', via: 'cookie' } as const;
  const seen = () => audience.show(caller, 'bench/b', event);
  for (let tab = 0; tab < 50; tab += 1) createSocketWire(socket).send({ stream: 'bench/"b', seq: 7, event: seen() });
  expect(written).toBe(1);
  expect(new Set(sent).size).toBe(1);
  expect(JSON.parse(String(sent[0]))).toMatchObject({
    stream: 'bench/"b',
    seq: 7,
    event: { data: { text: 'she said "hi"\n' } },
  });
});

const createMany = () => {
  const sent: string[] = [];
  const socket = {
    bufferedAmount: 0,
    send: (bytes: Buffer) => void sent.push(String(framesIn(String(bytes)).length)),
    close: () => void sent.push('end'),
  };
  return { wire: createSocketWire(socket, true), taken: () => sent.splice(0).join(' ') };
};
const event = { v: 1, seq: 7, id: 'evt_a', at: '2025-01-01T00:00:00.000Z', kind: 'said', key: null, data: {} } as const;
const told = { stream: 's', seq: 7, event } as const;
const endOfTurn = () => new Promise(process.nextTick);

test('the events of a commit leave as one message, at once after a rest', async () => {
  const { wire, taken } = createMany();
  for (let nth = 0; nth < 3; nth += 1) {
    await wire.room();
    wire.send(told);
  }
  await endOfTurn();
  expect(taken()).toBe('3');
});

test('while events keep coming those of several commits leave together; an answer and a goodbye wait for nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const { wire, taken } = createMany();
    const commit = async () => {
      wire.send(told);
      await endOfTurn();
    };
    await commit();
    expect(taken()).toBe('1');
    for (let nth = 0; nth < 3; nth += 1) await commit();
    expect(taken()).toBe('');
    vi.advanceTimersByTime(16);
    expect(taken()).toBe('3');
    await commit();
    wire.send({ pong: 1 });
    await endOfTurn();
    expect(taken()).toBe('2');
    await commit();
    wire.close(1000, '');
    expect(taken()).toBe('1 end');
    vi.advanceTimersByTime(100);
    await commit();
    expect(taken()).toBe('1');
  } finally {
    vi.useRealTimers();
  }
});

test('what is held back counts as not yet taken, and much of it does not wait', () => {
  const { wire, taken } = createMany();
  const text = 'x'.repeat(200_000);
  for (let nth = 0; nth < 2; nth += 1) wire.send({ ...told, event: { ...event, data: { text } } });
  expect(taken()).toBe('2');
});
