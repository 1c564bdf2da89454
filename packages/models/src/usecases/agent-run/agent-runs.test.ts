import { createHash } from 'node:crypto';
import { type ConversationEvent, type Delta, flawIn } from '@atelier/contracts';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { err, type JsonObject, ok } from '@atelier/kernel/core';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { describe, expect, test, vi } from 'vitest';
import { createContentToolLog } from '../../adapters/content-tool-log.ts';
import { createRunSaves } from '../../adapters/run-saves.ts';
import type { ChatEvent } from '../../core/chat.ts';
import type { ModelEntry } from '../../core/registry.ts';
import { beginRun, type ToolRun } from '../../core/tool-run.ts';
import type { ChatModel } from '../../ports/chat-model.ts';
import { createMemoryToolLog } from '../../ports/tool-log.ts';
import { createScriptedModel, scriptedEntry } from '../../testing/index.ts';
import { createAgentRuns } from './agent-runs.ts';
import type { AgentOrder, AgentPlace } from './place.ts';

const snapshots = { load: async () => undefined, save: async () => undefined } as never;
const kept = openMemoryStorage().blobs;
const noTools = { tools: [], call: async () => ({ ok: true }) };

const open = (models: Readonly<Record<string, ChatModel>>, atMost = 8) => {
  const log = createMemoryLog();
  const deltas: Delta[] = [];
  let ids = 0;
  const faults: unknown[] = [];
  const runs = createAgentRuns({
    models: {
      find: async (modelId) => {
        const model = models[modelId];
        return model ? ok({ model }) : err({ code: 'MODEL_NOT_FOUND' });
      },
      guard: (model) => model,
      spending: async () => ({}),
    },
    newId: (prefix) => `${prefix}_${ids++}`,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    random: () => 0,
    now: () => 0,
    atMost: () => atMost,
    onFault: (cause) => faults.push(cause),
  });
  const place = (stream: string, over: Partial<AgentPlace> = {}): AgentPlace => ({
    stream,
    append: async (events, { pins = [], riders = [] } = {}) => {
      for (const event of events) expect(flawIn(event)).toBeUndefined();
      const fresh = events.map(({ kind, data }) => ({ kind, key: null, data: data as unknown as JsonObject }));
      const appended = await log.append(stream, fresh, { expected: 'any', pins, content: riders });
      return appended.ok ? ok(undefined) : err({ code: appended.error.code });
    },
    deltas: { publish: (_stream, delta) => deltas.push(delta) },
    saves: createRunSaves({ log, snapshots, blobs: kept })(`run/${stream.split('/')[1]}`),
    toolLog: createMemoryToolLog(),
    toolbox: noTools,
    scope: async () => ({ scopeHash: 'sha256:s', files: [] }),
    ...over,
  });
  const order = (over: Partial<AgentOrder> = {}): AgentOrder => ({
    runId: 'run_a',
    run: beginRun([{ role: 'user', text: 'What is there?' }]),
    modelId: 'm',
    effort: null,
    phase: null,
    purpose: 'run',
    isShown: true,
    ...over,
  });
  const begin = (stream: string, over: Partial<AgentOrder> = {}, at: Partial<AgentPlace> = {}) => {
    const seat = runs.take(stream);
    if (seat.ok) seat.value.begin(place(stream, at), order(over));
    return seat.ok ? undefined : seat.error.code;
  };
  const events = async (stream: string): Promise<readonly ConversationEvent[]> => {
    const read = await log.read(stream);
    return read.ok ? (read.value.events as unknown as readonly ConversationEvent[]) : [];
  };
  const ended = (stream: string) => vi.waitFor(() => expect(runs.current(stream)).toBeUndefined(), { interval: 2 });
  return { log, runs, deltas, faults, place, order, begin, events, ended };
};

/** A model that goes on for as long as `let` says, also after it was told to stop. */
const slowModel = () => {
  let active = 0;
  let most = 0;
  const gates: (() => void)[] = [];
  const model: ChatModel = {
    entry: scriptedEntry,
    stream: async function* (_request, signal): AsyncIterable<ChatEvent> {
      active += 1;
      most = Math.max(most, active);
      try {
        yield { kind: 'text', delta: 'Well' };
        await new Promise<void>((go) => gates.push(go));
        yield signal.aborted
          ? { kind: 'failed', failure: { code: 'USER_CANCELED', message: '' } }
          : { kind: 'finished', reason: 'stop', usage: undefined };
      } finally {
        active -= 1;
      }
    },
  };
  return { model, gates, most: () => most };
};

describe('runs under way', () => {
  test('a stop waits until the run has ended and said so: a switch of models never runs two at once', async () => {
    const slow = slowModel();
    const { runs, begin, events, ended } = open({ m: slow.model });
    expect(begin('chat/a')).toBeUndefined();
    await vi.waitFor(() => expect(slow.gates).toHaveLength(1));
    let isStopped = false;
    const stopping = runs.stop('chat/a', 'person').then(() => {
      isStopped = true;
    });
    await new Promise((next) => setTimeout(next, 20));
    expect(isStopped).toBe(false);
    expect(begin('chat/a')).toBe('RUN_IN_PROGRESS');
    slow.gates[0]?.();
    await stopping;
    expect((await events('chat/a')).at(-1)).toMatchObject({ kind: 'run.canceled', data: { reason: 'person' } });
    expect(begin('chat/a', { runId: 'run_b' })).toBeUndefined();
    await vi.waitFor(() => expect(slow.gates).toHaveLength(2));
    slow.gates[1]?.();
    await ended('chat/a');
    expect(slow.most()).toBe(1);
  });
  test('conversations run beside each other up to the bound over all, and a stop of all ends them', async () => {
    const slow = slowModel();
    const { runs, begin, events } = open({ m: slow.model }, 2);
    expect([begin('chat/a'), begin('chat/b'), begin('chat/c')]).toEqual([undefined, undefined, 'TOO_MANY_RUNS']);
    await vi.waitFor(() => expect(slow.gates).toHaveLength(2));
    const stopping = runs.stopAll('server');
    for (const go of slow.gates) go();
    await stopping;
    expect(runs.count()).toBe(0);
    for (const stream of ['chat/a', 'chat/b']) {
      expect((await events(stream)).slice(-2)).toMatchObject([
        { kind: 'message.assistant_interrupted' },
        { kind: 'run.paused', data: { because: { code: 'SERVER_STOPPED' } } },
      ]);
    }
  });
  test('a seat that nothing was begun on is free again', () => {
    const { runs, begin } = open({ m: slowModel().model }, 1);
    const seat = runs.take('chat/a');
    expect(begin('chat/b')).toBe('TOO_MANY_RUNS');
    if (seat.ok) seat.value.leave();
    expect(begin('chat/b')).toBeUndefined();
  });
});

test('a job of several loops keeps its seat, one meter and one count of entries, and ends all of them when it is stopped', async () => {
  const script = createScriptedModel([{ text: 'Findings.' }, { text: 'A plan.' }]);
  const slow = slowModel();
  const { runs, begin, place, order, events } = open({ m: script, slow: slow.model });
  const seat = runs.take('chat/a');
  const texts: unknown[] = [];
  if (seat.ok) {
    seat.value.occupy('run_a', async ({ play, signal, stopReason }) => {
      for (const phase of ['research', 'plan', 'implement'] as const) {
        const modelId = phase === 'implement' ? 'slow' : 'm';
        const { outcome } = await play(place('chat/a'), order({ phase, isShown: false, modelId }));
        texts.push(outcome.kind === 'answered' ? outcome.text : outcome.kind);
        if (signal.aborted) texts.push(stopReason());
      }
    });
  }
  await vi.waitFor(() => expect(slow.gates).toHaveLength(1));
  expect(begin('chat/a')).toBe('RUN_IN_PROGRESS');
  const stopping = runs.stop('chat/a', 'person');
  slow.gates[0]?.();
  await stopping;
  expect(texts).toEqual(['Findings.', 'A plan.', 'canceled', 'person']);
  expect((await events('chat/a')).some(({ kind }) => kind === 'run.completed')).toBe(false);
});

describe('what is recorded', () => {
  const sealed = { modelId: 'openai:x', parts: [{ type: 'reasoning', text: 'the sealed thought' }] };
  const entry: ModelEntry = { ...scriptedEntry, provider: 'openai', modelId: 'openai:x' };
  const look = { id: 'c1', name: 'look', input: { path: 'a.csv', note: 'n'.repeat(5_000) } };

  test('the conversation has ids and short text; the loop’s state and its reasoning are in a stream of their own', async () => {
    const big = 'row '.repeat(5_000);
    const blobs = new Map<string, Uint8Array>();
    const puts: string[] = [];
    const toolLog = createContentToolLog({
      blobs: {
        put: async (bytes) => {
          const id = `sha256:${createHash('sha256').update(bytes).digest('hex')}` as const;
          blobs.set(id, bytes);
          puts.push(id);
          return id;
        },
        get: async (id) => blobs.get(id),
      },
      locate: async () => puts[0] as `sha256:${string}`,
      carried: async () => undefined,
    });
    const model = createScriptedModel([{ calls: [look], carry: sealed }, { text: 'Twelve.' }], entry);
    const { log, begin, events, ended } = open({ m: model });
    const tool = { name: 'look', description: '', inputSchema: {}, access: 'read', returnsData: false } as const;
    const toolbox = { tools: [tool], call: async () => ({ ok: true, text: big }) };
    begin('chat/a', {}, { toolLog, toolbox });
    await ended('chat/a');
    const said = await events('chat/a');
    expect(said.map(({ kind }) => kind)).toEqual([
      'run.turn_started',
      'message.assistant_started',
      'run.metered',
      'message.assistant_completed',
      'tool.called',
      'tool.returned',
      'run.turn_started',
      'message.assistant_started',
      'message.assistant_partial',
      'run.metered',
      'message.assistant_completed',
      'run.completed',
    ]);
    const text = JSON.stringify(said);
    expect(text).not.toContain('the sealed thought');
    expect(text.length).toBeLessThan(6_000);
    expect(said.find(({ kind }) => kind === 'tool.returned')).toMatchObject({ data: { content: puts[0] } });
    const commits = await log.commits('chat/a');
    expect(commits.ok && commits.value.commits.flatMap(({ pins }) => pins)).toEqual(puts);
    expect(await toolLog.find(1)).toEqual({ ok: true, text: big });
    expect(JSON.stringify(await log.read('run/a')).length).toBeLessThan(3_000);
    expect(JSON.stringify(await createRunSaves({ log, snapshots, blobs: kept })('run/a').load())).toContain(
      'the sealed thought',
    );
  });
  test('a call that reads takes three commits; a run that was cut off after it reads again, and its card stays one', async () => {
    const tool = { name: 'look', description: '', inputSchema: {}, access: 'read', returnsData: false } as const;
    let looks = 0;
    const toolbox = {
      tools: [tool],
      call: async () => {
        looks += 1;
        return { ok: true, looks };
      },
    };
    const calls = [1, 2, 3].map((nth) => ({ calls: [{ ...look, id: `c${nth}`, input: { nth } }] }));
    const { log, begin, events, ended, place } = open({ m: createScriptedModel([...calls, { text: 'Seen.' }]) });
    begin('chat/a', { isShown: false }, { toolbox });
    await ended('chat/a');
    const commitsOf = async (stream: string) => {
      const commits = await log.commits(stream);
      return commits.ok ? commits.value.commits : [];
    };
    // The first question, three calls, the answer; the loop's own state once for each.
    expect(await commitsOf('chat/a')).toHaveLength(1 + 3 * 2 + 2);
    expect(await commitsOf('run/a')).toHaveLength(3 + 1);
    const returned = (await events('chat/a')).filter(({ kind }) => kind === 'tool.returned');
    expect(returned.map(({ data }) => 'outcome' in data && data.outcome)).toEqual(['ok', 'ok', 'ok']);

    // As the third model turn found it: the second result is in the conversation, not yet in the loop's state.
    const steps = await log.read('run/a', { limit: 2 });
    if (!steps.ok) throw new Error(steps.error.code);
    const fresh = steps.value.events.map(({ kind, key, data }) => ({ kind, key, data }));
    await log.append('run/cut', fresh, { expected: 0 });
    const loaded = await createRunSaves({ log, snapshots, blobs: kept })('run/cut').load();
    const saved: ToolRun | undefined = loaded.ok
      ? loaded.value && {
          ...loaded.value,
          messages: [{ role: 'user', text: 'What is there?' }, ...loaded.value.messages],
        }
      : undefined;
    expect(saved).toMatchObject({ begun: 'c2', turn: 2 });
    const again = open({ m: createScriptedModel([{ text: 'Seen again.' }]) });
    again.begin('chat/a', { isShown: false, ...(saved && { run: saved }) }, { toolbox, saves: place('chat/b').saves });
    await again.ended('chat/a');
    expect(looks).toBe(4);
    expect((await again.events('chat/a')).filter(({ kind }) => kind.startsWith('tool.'))).toMatchObject([
      { kind: 'tool.called', data: { callId: 'c2' } },
      { kind: 'tool.returned', data: { callId: 'c2', outcome: 'ok' } },
    ]);
  });
  test('words of a phase that nobody sees begin no message and reach no screen', async () => {
    const { begin, events, ended, deltas } = open({ m: createScriptedModel([{ text: 'Findings.' }]) });
    begin('chat/a', { isShown: false });
    await ended('chat/a');
    expect((await events('chat/a')).map(({ kind }) => kind)).toEqual([
      'run.turn_started',
      'run.metered',
      'run.completed',
    ]);
    expect(deltas).toEqual([]);
  });
  test('a model that is not there any more ends the run with a reason', async () => {
    const { begin, events, ended } = open({});
    begin('chat/a');
    await ended('chat/a');
    expect(await events('chat/a')).toMatchObject([
      { kind: 'run.failed', data: { because: { code: 'PROVIDER_NOT_CONFIGURED' } } },
    ]);
  });
});
