import type { ChatModel } from '@atelier/models';
import { scriptedEntry } from '@atelier/models/testing';
import { expect, test, vi } from 'vitest';
import { switchModel } from '../../core/conversation.ts';
import { createPhasedModel } from '../../testing/phased-model.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { recordOn } from '../record.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();

/** Says one word, then waits to be let go on. */
const halting = () => {
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  const model: ChatModel = {
    entry: scriptedEntry,
    stream: async function* () {
      yield { kind: 'text', delta: 'One' };
      await goOn;
      yield { kind: 'text', delta: ' more.' };
      yield { kind: 'finished', reason: 'stop', usage: undefined };
    },
  };
  return { model, release };
};

test('a token is with the screens while its provider still waits, and in the log soon after', patience, async () => {
  const { model, release } = halting();
  const world = await openRunWorld({ workers: workers(), models: { 'builtin:scripted': model } });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  await world.ask(id, 'Say it', 'ask');
  await vi.waitFor(() => expect(world.deltas).toMatchObject([{ kind: 'text', offset: 0, text: 'One' }]), {
    timeout: 20_000,
  });
  await vi.waitFor(async () => expect((await world.answers(id))[0]?.text).toBe('One'), { timeout: 20_000 });
  release();
  await world.ended(id);
  expect(await world.answers(id)).toEqual([{ end: 'complete', text: 'One more.' }]);
  await world.close();
});

test(
  '[WS-60] another model chosen during a run: that answer keeps the old one, a card says so, the next uses the new',
  patience,
  async () => {
    const { model, release } = halting();
    const other = createPhasedModel({}, { ...scriptedEntry, modelId: 'builtin:other' });
    const world = await openRunWorld({
      workers: workers(),
      models: { 'builtin:scripted': model, 'builtin:other': other },
    });
    const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
    await world.ask(id, 'Say it', 'ask');
    await vi.waitFor(() => expect(world.deltas).not.toHaveLength(0), { timeout: 20_000 });
    const cardId = world.deps.newId('msg');
    await recordOn(world.deps)(id, person, (bench) => switchModel(bench, { modelId: 'builtin:other', cardId }));
    release();
    await world.ended(id);
    await world.turn(id, 'And now?', 'ask');
    const events = await world.events(id);
    expect(events.flatMap(({ kind, data }) => (kind === 'message.assistant_started' ? [data.modelId] : []))).toEqual([
      'builtin:scripted',
      'builtin:other',
    ]);
    expect(
      events.flatMap(({ kind, data }) => (kind === 'message.card' ? [(data.body as { event: string }).event] : [])),
    ).toEqual(['model_switched']);
    expect((await world.at(id)).modelId).toBe('builtin:other');
    await world.close();
  },
);
