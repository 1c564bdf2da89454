import type { EventLog } from '@atelier/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { surfaces } from '../surfaces/index.ts';
import { createLabSurface } from '../surfaces/lab/index.ts';
import type { CreateSurface, SurfaceKit } from '../surfaces/surface.ts';
import { ask } from '../testing/ask.ts';
import { startTeam } from '../testing/team.ts';

/** Found nowhere by chance. */
const forbidden = '73190846';

/** A tenant with costs that only an admin may see, at every place where a surface says something. */
const startPriced = async () => {
  let kit: SurfaceKit | undefined;
  const priced: CreateSurface = (lent) => {
    kit = lent;
    return {
      handlers: {
        // The reply of a `…Get`: what it holds depends on who asks.
        LabFilesList: async (_params, { role }) => ({
          ok: true,
          value: {
            files: [
              { path: 'quote', sizeBytes: role === 'admin' ? Number(forbidden) : 0, version: '', changed: false },
            ],
            tools: [],
          },
        }),
        LabFilesCall: () => Promise.reject(new Error(`the margin was ${forbidden}`)),
        // A reply that breaks its contract.
        LabFilesReview: async () => ({ ok: true, value: { figure: forbidden } }) as never,
        LabFilesAccept: async () => ({ ok: true, value: { answer: null } }),
        LabFilesRemove: async () => ({ ok: true, value: {} }),
      },
      streams: {
        quote: {
          follow: 'viewer',
          show: ({ role }, _stream, event) => {
            if (role === 'admin') return event;
            if (event.kind === 'line.priced') return { ...event, key: null, data: { line: 'paint' } };
            if (event.kind === 'rule.broken') throw new Error(forbidden);
            return undefined;
          },
          showDelta: ({ role }, _stream, delta) => (role === 'admin' || delta.kind !== 'text' ? delta : undefined),
        },
        cost: { follow: 'admin' },
        run: { follow: 'viewer' },
        ledger: { follow: 'nobody' },
      },
    };
  };
  const team = await startTeam({
    log: 'memory',
    surfaces: surfaces.map((create) => (create === createLabSurface ? priced : create)),
  });
  if (!kit) throw new Error('The surface was not created.');
  return { ...team, kit, log: kit.log };
};

let appends = 0;
const priced = async (log: EventLog, stream: string) => {
  appends += 1;
  const events = ['line.priced', 'margin.set', 'rule.broken', 'line.priced'].map((kind, at) => ({
    kind,
    key: `${forbidden}:${appends}:${at}`,
    data: { line: 'paint', cost: Number(forbidden) },
  }));
  expect(await log.append(stream, events, { expected: 'any' })).toMatchObject({ ok: true });
};

const streams = ['quote/q1', 'cost/q1', 'run/r1', 'ledger'];

/** Everything that reached one browser, byte for byte. */
const listen = async (origin: string, cookie: string) => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/events`, { headers: { cookie }, origin });
  onTestFinished(() => socket.terminate());
  const texts: string[] = [];
  socket.on('message', (data) => texts.push(data.toString()));
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send(JSON.stringify({ subscribe: streams.map((stream) => ({ stream, from: 0 })) }));
  await expect.poll(() => texts.filter((text) => /"live"|"refused"/.test(text))).toHaveLength(streams.length);
  return { texts, frames: () => texts.map((text) => JSON.parse(text)) };
};

test('a figure that may not be seen is in no event, delta, reply or error of whoever may not see it', async () => {
  const { server, cookieByRole, kit, log } = await startPriced();
  for (const stream of streams) await priced(log, stream);
  // Under way when the tab comes, and said while it listens: two ways out for a delta.
  kit.deltas.publish('quote/q1', { kind: 'text', id: 'm', offset: 0, text: forbidden });
  const member = await listen(server.origin, cookieByRole.member);
  const admin = await listen(server.origin, cookieByRole.admin);
  await priced(log, 'quote/q1');
  for (const stream of streams) {
    kit.deltas.publish(stream, { kind: 'text', id: 'n', offset: 0, text: forbidden });
    kit.deltas.publish(stream, { kind: 'progress', id: 'p', done: 1, total: 2 });
  }
  for (const heard of [member, admin]) {
    await expect.poll(() => heard.frames().filter((frame) => frame.delta?.kind === 'progress')).not.toHaveLength(0);
    await expect.poll(() => heard.frames().filter((frame) => frame.seq === 7)).toHaveLength(1);
  }
  const post = async (name: string, json: object) =>
    (
      await ask({
        port: server.port,
        method: 'POST',
        path: `/api/${name}`,
        headers: { cookie: cookieByRole.member, origin: server.origin, 'content-type': 'application/json' },
        body: JSON.stringify({ json }),
      })
    ).text;
  const replies = [
    await post('LabFilesList', {}),
    await post('LabFilesCall', { tool: 't', args: {} }),
    await post('LabFilesReview', { path: 'a' }),
    await post('LabFilesReview', {}),
    await post('LabFilesAccept', { path: Number(forbidden) }),
  ];

  expect(replies.map((text) => JSON.parse(text).json.error?.code ?? 'ok')).toEqual([
    'ok',
    'FAULT',
    'FAULT',
    'INVALID_PARAMS',
    'INVALID_PARAMS',
  ]);
  expect([...member.texts, ...replies].filter((text) => text.includes(forbidden))).toEqual([]);
  // The same walk does find it where it may be seen.
  expect(admin.texts.filter((text) => text.includes(forbidden)).length).toBeGreaterThan(8);
});

test('what is withheld keeps its place: seqs have no gap, and a rule that breaks shows nothing', async () => {
  const { server, cookieByRole, log } = await startPriced();
  await priced(log, 'quote/q1');
  const { frames } = await listen(server.origin, cookieByRole.member);
  const events = frames().filter((frame) => frame.stream === 'quote/q1' && 'event' in frame);
  expect(events.map(({ seq, event }) => [seq, event.seq, event.kind])).toEqual([
    [0, 0, 'line.priced'],
    [1, 1, 'withheld'],
    [2, 2, 'withheld'],
    [3, 3, 'line.priced'],
  ]);
  expect(events[1].event).toEqual({
    v: 1,
    seq: 1,
    id: 'withheld:1',
    at: expect.any(String),
    kind: 'withheld',
    key: null,
    data: {},
  });
});

test('a run’s own stream has no audience, whatever a surface says, and the rest have the one they name', async () => {
  const { server, cookieByRole } = await startPriced();
  const refusedTo = async (role: 'member' | 'admin') =>
    (await listen(server.origin, cookieByRole[role]))
      .frames()
      .filter((frame) => frame.refused?.code === 'UNKNOWN_STREAM')
      .map(({ stream }) => stream);
  expect(await refusedTo('member')).toEqual(['cost/q1', 'run/r1', 'ledger']);
  expect(await refusedTo('admin')).toEqual(['run/r1', 'ledger']);
});
