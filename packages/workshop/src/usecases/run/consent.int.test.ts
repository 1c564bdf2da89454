import { rm } from 'node:fs/promises';
import { createProjection } from '@atelier/kernel/adapters';
import type { EventLog } from '@atelier/kernel/ports';
import { type ChatModel, createEgress, type EgressPurpose } from '@atelier/models';
import { emptyModels, evolveModels, evolveSpending, noSpending } from '@atelier/models/core';
import { scriptedEntry } from '@atelier/models/testing';
import { expect, test } from 'vitest';
import type { WorkbenchId } from '../../core/ids.ts';
import { createPhasedModel, writes } from '../../testing/phased-model.ts';
import { openRunWorld, person, type RunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { createWorkbench } from '../workbenches.ts';

const patience = { timeout: 30_000 };
const workers = sharedWorkers();
const hosted = {
  ...scriptedEntry,
  modelId: 'openai:x',
  provider: 'openai',
  price: { input: 0, output: 0, asOf: '2026-11-01' },
} as const;

const egressOn = (log: EventLog) => {
  const models = createProjection({ log, initial: emptyModels, evolve: evolveModels });
  const spending = createProjection({ log, initial: noSpending, evolve: evolveSpending });
  let calls = 0;
  return createEgress({
    log,
    stream: 'models',
    models,
    ledger: { log, stream: 'egress', spending },
    newId: () => `call_${calls++}`,
  });
};

const opened = async (folder?: string) => {
  const model = createPhasedModel({ plan: '- [ ] 1. Write', items: { 1: writes('b.txt', 'x') } }, hosted);
  let egress: ReturnType<typeof createEgress> | undefined;
  const guard = (asked: ChatModel, purpose: EgressPurpose) => {
    egress ??= egressOn(world.storage.log);
    return egress.guard(asked, purpose);
  };
  const world: RunWorld = await openRunWorld({
    ...(folder && { folder }),
    workers: workers(),
    models: { 'openai:x': model },
    guard,
    deps: (plain) => ({
      models: {
        ...plain.models,
        grant: (...args) => {
          egress ??= egressOn(world.storage.log);
          return egress.grant(...args) as never;
        },
      },
    }),
  });
  return { ...world, model };
};
type Opened = Awaited<ReturnType<typeof opened>>;
const asked = async (world: Opened, id: WorkbenchId) => (await world.at(id)).run?.consent ?? null;
const agree = async (world: Opened, id: WorkbenchId, decision: 'once' | 'remember' = 'remember') => {
  const { scopeHash = '' } = (await asked(world, id)) ?? {};
  expect(await world.runs.consent(id, { scopeHash, decision }, 'local')).toMatchObject({ ok: true });
  await world.ended(id);
};

test(
  'without consent nothing is sent, the message stays, and the question names files and model',
  patience,
  async () => {
    const world = await opened();
    const id = await world.create({ 'a.txt': 'one\n' }, 'openai:x');
    await world.turn(id, 'Write b');
    expect(world.model.requests).toHaveLength(0);
    expect((await world.events(id)).at(-1)).toMatchObject({
      kind: 'run.paused',
      data: { state: 'needs_consent', consent: { modelId: 'openai:x', files: [{ path: 'a.txt', sizeBytes: 4 }] } },
    });
    const sent = await world.storage.log.read('egress');
    expect(sent.ok && sent.value.events.filter(({ data }) => data.status === 'sent')).toEqual([]);
    expect(await world.runs.consent(id, { scopeHash: 'sha256:other', decision: 'once' }, 'local')).toMatchObject({
      error: { code: 'CONFLICT_STALE_STATE' },
    });
    await agree(world, id, 'once');
    expect((await world.at(id)).run?.state).toBe('completed');
    await world.close();
  },
);

test('denied, nothing is sent and the run is over', patience, async () => {
  const world = await opened();
  const id = await world.create({ 'a.txt': 'one\n' }, 'openai:x');
  await world.turn(id, 'Write b');
  const { scopeHash = '' } = (await asked(world, id)) ?? {};
  await world.runs.consent(id, { scopeHash, decision: 'deny' }, 'local');
  expect(world.model.requests).toHaveLength(0);
  expect((await world.at(id)).run?.state).toBe('canceled');
  await world.close();
});

test('[WS-11] consent that is remembered outlives a restart, consent for now does not', patience, async () => {
  for (const decision of ['remember', 'once'] as const) {
    const world = await opened();
    const id = await world.create({ 'a.txt': 'one\n' }, 'openai:x');
    await world.turn(id, 'Write b');
    await agree(world, id, decision);
    await world.actions.discard(id, {}, person);
    await world.storage.close();
    const again = await opened(world.data);
    await again.turn(id, 'Write b again');
    expect((await asked(again, id)) === null).toBe(decision === 'remember');
    await again.close();
    await rm(world.data, { recursive: true, force: true });
  }
});

test(
  '[WS-12] a file that is added asks again; publishing what the AI made does not; another Workbench does',
  patience,
  async () => {
    const world = await opened();
    const id = await world.create({ 'a.txt': 'one\n' }, 'openai:x');
    await world.turn(id, 'Write b');
    await agree(world, id);
    await world.actions.publish(id, { dropUnfinished: false, seen: {} }, person);
    await world.turn(id, 'How are you?', 'ask');
    expect((await world.at(id)).run?.state).toBe('completed');
    await world.add(id, { 'new.txt': 'mine\n' });
    await world.turn(id, 'And now?', 'ask');
    expect(await asked(world, id)).not.toBeNull();
    await agree(world, id);
    expect((await world.at(id)).run?.state).toBe('completed');
    // The same files elsewhere are another question.
    const twin = await createWorkbench(world.deps)({ name: 'Twin', modelId: 'openai:x' }, person);
    if (!twin.ok) throw new Error(twin.error.code);
    await world.add(twin.value.workbenchId, { 'a.txt': 'one\n' });
    await world.turn(twin.value.workbenchId, 'Hello?', 'ask');
    expect(await asked(world, twin.value.workbenchId)).not.toBeNull();
    await world.close();
  },
);
