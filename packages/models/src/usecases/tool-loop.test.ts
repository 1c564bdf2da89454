import { createHash } from 'node:crypto';
import type { JsonObject } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../core/chat.ts';
import type { ModelFailure } from '../core/failure.ts';
import { offlineModelId } from '../core/model-list.ts';
import type { ModelEntry } from '../core/registry.ts';
import { beginRun, continueRun, type LoopLimits, type ToolRun, withCap } from '../core/tool-run.ts';
import { createMemoryToolLog } from '../ports/tool-log.ts';
import type { LoopTool, Toolbox } from '../ports/toolbox.ts';
import { createScriptedModel, type ScriptedTurn, scriptedEntry } from '../testing/index.ts';
import { createToolLoop, type LoopEvent, type LoopOptions } from './tool-loop.ts';

const tool = (name: string, access: 'read' | 'write' = 'read', returnsData = false): LoopTool => ({
  name,
  description: name,
  inputSchema: { type: 'object' },
  access,
  returnsData,
});
const call = (id: string, name = 'look', input: JsonObject = { at: id }): ToolCall => ({ id, name, input });
const asking = (...calls: readonly ToolCall[]): ScriptedTurn => ({ calls });
const question = beginRun([{ role: 'user', text: 'What is there?' }]);

type Setup = {
  readonly run?: ToolRun;
  readonly answer?: (call: ToolCall, signal: AbortSignal) => Promise<JsonObject>;
  readonly tools?: readonly LoopTool[];
  readonly limits?: Partial<LoopLimits>;
  readonly price?: { readonly input: number; readonly output: number; readonly asOf: string };
  readonly onEvent?: (event: LoopEvent, controller: AbortController) => void;
  readonly entry?: ModelEntry;
  readonly log?: ReturnType<typeof createMemoryToolLog>;
  readonly options?: Partial<LoopOptions>;
};

const play = async (script: Parameters<typeof createScriptedModel>[0], setup: Setup = {}) => {
  const controller = new AbortController();
  const toolLog = setup.log ?? createMemoryToolLog();
  const calls: ToolCall[] = [];
  let fresh = 1;
  const toolbox: Toolbox = {
    tools: setup.tools ?? [
      tool('look'),
      tool('change', 'write'),
      tool('read_all', 'read', true),
      tool('recall_tool_result'),
    ],
    call: (each, signal) => {
      calls.push(each);
      return setup.answer?.(each, signal) ?? Promise.resolve({ ok: true, seen: each.id });
    },
  };
  const model = createScriptedModel(script, {
    ...(setup.entry ?? scriptedEntry),
    ...(setup.price ? { price: setup.price } : {}),
  });
  const loop = createToolLoop({
    toolLog,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
    now: () => 0,
    random: () => 0,
    wait: async () => undefined,
    newId: () => `fresh_${fresh++}`,
  });
  const events: LoopEvent[] = [];
  const options = {
    model,
    toolbox,
    signal: controller.signal,
    ...(setup.limits ? { limits: setup.limits } : {}),
    ...setup.options,
  };
  for await (const event of loop(setup.run ?? question, options)) {
    events.push(event);
    setup.onEvent?.(event, controller);
  }
  const last = events.at(-1);
  if (last?.kind !== 'ended') throw new Error('a run must end');
  return { events, calls, model, toolLog, outcome: last.outcome, run: last.run };
};
const kinds = (events: readonly LoopEvent[]) => events.map(({ kind }) => kind).filter((kind) => kind !== 'step');
const toolResults = ({ messages }: ToolRun) =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.result as JsonObject] : []));

test('calls are answered one after another, in order, and the model sees every result', async () => {
  let running = 0;
  const { outcome, events, model, calls } = await play([asking(call('a'), call('b')), { text: 'Two things.' }], {
    answer: async ({ id }) => {
      running += 1;
      expect(running).toBe(1);
      await new Promise((next) => setImmediate(next));
      running -= 1;
      return { ok: true, seen: id };
    },
  });
  expect(outcome).toEqual({ kind: 'answered', text: 'Two things.', isCut: false });
  expect(calls.map(({ id }) => id)).toEqual(['a', 'b']);
  expect(model.requests[1]?.messages.slice(1)).toMatchObject([
    { role: 'assistant', toolCalls: [{ id: 'a' }, { id: 'b' }] },
    { role: 'tool', callId: 'a', result: { seen: 'a' } },
    { role: 'tool', callId: 'b', result: { seen: 'b' } },
  ]);
  expect(kinds(events)).toEqual([
    'turn_started',
    'metered',
    'tool_started',
    'tool_finished',
    'tool_started',
    'tool_finished',
    'turn_started',
    'text',
    'text',
    'metered',
    'ended',
  ]);
});

test('[MD-02] a run saved after any step goes on from there: the same answer, and no write made twice', async () => {
  const script = (request: { readonly messages: readonly unknown[] }): ScriptedTurn => {
    const turn = request.messages.length;
    if (turn === 1) return asking(call('a'), call('w', 'change', { path: 'x', to: 1 }));
    if (turn === 4) return asking(call('b', 'change', { path: 'y', to: 2 }));
    return { text: 'Done.' };
  };
  const whole = await play(script);
  const saved = whole.events.flatMap((event) => (event.kind === 'step' ? [event.run] : []));
  expect(saved).toHaveLength(6);
  for (const each of saved) {
    const run = JSON.parse(JSON.stringify(each)) as ToolRun;
    const again = await play(script, { run });
    expect(again.outcome).toEqual(whole.outcome);
    const answered = new Set(run.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : [])));
    for (const { id, name } of again.calls) {
      expect(answered.has(id)).toBe(false);
      // Begun and not answered: it may have taken effect, so the model is told instead of running it again.
      if (name === 'change') expect(run.begun).not.toBe(id);
    }
    if (run.begun === 'w') expect(JSON.stringify(toolResults(again.run))).toContain('interrupted');
  }
});

test('a call of an unknown tool, or with unreadable arguments, is answered to the model, which may try again', async () => {
  const { outcome, run, calls } = await play([
    asking(call('a', 'launch')),
    { calls: [{ id: 'b', name: 'look', unreadable: '{"path": ' }] },
    asking(call('c')),
    { text: 'Now it worked.' },
  ]);
  expect(outcome.kind).toBe('answered');
  expect(calls.map(({ id }) => id)).toEqual(['c']);
  expect(toolResults(run)).toMatchObject([
    { ok: false, error: { code: 'VALIDATION_FAILED', details: { candidates: expect.arrayContaining(['look']) } } },
    { ok: false, error: { code: 'VALIDATION_FAILED', details: { received: '{"path": ' } } },
    { ok: true },
  ]);
});

test('[MD-03] a large result is kept whole in the tool log, a receipt stands for it, and it can be recalled in pieces', async () => {
  const rows = Array.from({ length: 2000 }, (_, at) => [at, `town ${at}`]);
  const log = createMemoryToolLog();
  const { run } = await play(
    [
      asking(call('a', 'read_all')),
      asking(call('b', 'recall_tool_result', { entry_id: '1', offset: 0, limit: null })),
      asking(call('c', 'recall_tool_result', { entry_id: 99, offset: null, limit: null })),
      { text: 'Read.' },
    ],
    { answer: async () => ({ ok: true, rows }), log },
  );
  const [receipt, piece, missing] = toolResults(run);
  expect(receipt).toMatchObject({ receipt: true, entry_id: 1, rows: 2000, first_rows: rows.slice(0, 5) });
  expect(log.entries[0]?.result).toEqual({ ok: true, rows });
  expect(String(piece?.text)).toBe(JSON.stringify({ ok: true, rows }).slice(0, String(piece?.text).length));
  expect(piece?.next_offset).toBe(String(piece?.text).length);
  expect(missing).toMatchObject({ ok: false });
});

test('[MD-04] a model that repeats itself is warned in its own context, then stopped; what was done stays', async () => {
  const same = (_: unknown, turn: number) => asking(call(`c${turn}`, 'look', { path: 'a.csv' }));
  const { outcome, events, model, calls, run } = await play(same);
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'AGENT_LOOP_DETECTED' } });
  expect(calls).toHaveLength(4);
  expect(events.filter(({ kind }) => kind === 'loop_warning')).toHaveLength(2);
  expect(JSON.stringify(model.requests[3]?.messages.at(-1))).toContain('same arguments 3 times');
  expect(toolResults(run)).toHaveLength(5);
});

describe('turns', () => {
  const busy = (_: unknown, turn: number) => asking(call(`c${turn}`));
  test('[MD-05] near its limit the model is told to conclude, on the last turn it has no tools, and without an answer the run fails', async () => {
    const { outcome, model } = await play(busy, { limits: { maxTurns: 4 } });
    expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'AGENT_TURN_LIMIT' } });
    expect(model.requests).toHaveLength(4);
    expect(model.requests.map(({ withholdTools }) => withholdTools === true)).toEqual([false, false, false, true]);
    const notices = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)).includes('"notice"'));
    expect(notices).toEqual([false, false, true, true]);
  });

  test('the built-in model looks as often as its rules need', async () => {
    const rules = (_: unknown, turn: number) => (turn < 40 ? asking(call(`c${turn}`)) : { text: 'Counted.' });
    const limits = { maxTurns: 3 };
    const builtIn = await play(rules, { limits, entry: { ...scriptedEntry, modelId: offlineModelId } });
    expect(builtIn.outcome).toEqual({ kind: 'answered', text: 'Counted.', isCut: false });
    expect((await play(rules, { limits })).outcome).toMatchObject({ kind: 'failed' });
  });

  test('[MD-48] a call made in spite of the last turn’s rule leaves nothing behind that would want an answer', async () => {
    const carry = { provider: 'builtin', parts: [{ type: 'tool-call', toolCallId: 'c1' }] };
    const { run, outcome } = await play([asking(call('c0')), { ...asking(call('c1')), text: 'So far.', carry }], {
      limits: { maxTurns: 2 },
    });
    expect(outcome).toMatchObject({ kind: 'answered', text: 'So far.' });
    expect(run.pending).toEqual([]);
    expect(run.messages.at(-1)).toEqual({ role: 'assistant', text: 'So far.' });
    expect(JSON.stringify(continueRun(run, 'And now?').messages)).not.toContain('c1');
  });

  test('what a provider wants to see again is kept when its last turn made no call', async () => {
    const carry = { provider: 'builtin', parts: [{ type: 'reasoning', text: 'Hm.' }] };
    const { run } = await play([asking(call('c0')), { text: 'Done.', carry }], { limits: { maxTurns: 2 } });
    expect(run.messages.at(-1)).toEqual({ role: 'assistant', text: 'Done.', carry });
  });

  test('calls beyond the number allowed in one turn are answered and not run', async () => {
    const { calls, run } = await play([asking(call('a'), call('b'), call('c')), { text: 'ok' }], {
      limits: { maxCallsPerTurn: 2 },
    });
    expect(calls).toHaveLength(2);
    expect(toolResults(run)[2]).toMatchObject({ ok: false });
  });

  test('a tool that takes too long is stopped and the model is told', async () => {
    const { run, outcome } = await play([asking(call('a')), { text: 'ok' }], {
      limits: { toolTimeoutMs: 20 },
      answer: () => new Promise(() => undefined),
    });
    expect(toolResults(run)).toMatchObject([{ ok: false, error: { code: 'TOOL_TIMEOUT' } }]);
    expect(outcome.kind).toBe('answered');
  });

  test('an empty answer is a failure, not a success', async () => {
    expect((await play([{ text: '  ' }])).outcome).toMatchObject({ failure: { code: 'MODEL_OUTPUT_MALFORMED' } });
  });
});

describe('canceling', () => {
  const script = (request: { readonly messages: readonly { readonly role: string }[] }): ScriptedTurn =>
    request.messages.some(({ role }) => role === 'tool') ? { text: 'It is finished now.' } : asking(call('a'));
  test('[MD-06] a person can cancel at every event of a run, and go on later', async () => {
    const { events } = await play(script);
    for (let at = 0; at < events.length - 2; at += 1) {
      let seen = 0;
      const stopped = await play(script, {
        onEvent: (_event, controller) => {
          if (seen === at) controller.abort();
          seen += 1;
        },
      });
      if (stopped.outcome.kind === 'answered') continue;
      expect(stopped.outcome).toEqual({ kind: 'canceled' });
      const resumed = await play(script, { run: JSON.parse(JSON.stringify(stopped.run)) as ToolRun });
      expect(resumed.outcome).toMatchObject({ kind: 'answered', text: 'It is finished now.' });
    }
  });
  test('also while a tool runs that does not listen', async () => {
    const { outcome } = await play([asking(call('a'))], {
      answer: () => new Promise(() => undefined),
      onEvent: (event, controller) => {
        if (event.kind === 'tool_started') setTimeout(() => controller.abort(), 5);
      },
    });
    expect(outcome).toEqual({ kind: 'canceled' });
  });
});

describe('cost', () => {
  const price = { input: 2, output: 10, asOf: '2026-11-15' };
  const usage = { inputTokens: 1000, outputTokens: 100 };
  const script = (request: { readonly messages: readonly { readonly role: string }[] }): ScriptedTurn =>
    request.messages.some(({ role }) => role === 'tool') ? { text: 'Done.', usage } : { ...asking(call('a')), usage };

  test('[MD-07] every call is metered; the cap pauses before the call that might pass it, and a higher cap goes on', async () => {
    const free = await play(script, { price });
    expect(free.run.meter).toMatchObject({ spent: 2 * (1000 * 2 + 100 * 10), unpriced: 0 });
    const estimate = free.events.find((event) => event.kind === 'turn_started');
    const first = estimate?.kind === 'turn_started' ? (estimate.estimate ?? 0) : 0;
    expect(first).toBeGreaterThan(10_000 * 10);
    const capped = await play(script, { price, run: withCap(question, first) });
    expect(capped.outcome).toMatchObject({ kind: 'paused', because: { code: 'BUDGET_CAP_REACHED' } });
    expect(capped.model.requests).toHaveLength(1);
    expect(capped.calls).toHaveLength(1);
    const resumed = await play(script, { price, run: withCap(capped.run, first * 2) });
    expect(resumed.outcome).toMatchObject({ kind: 'answered', text: 'Done.' });
    expect(resumed.model.requests).toHaveLength(1);
    expect(resumed.run.meter.spent).toBe(free.run.meter.spent);
  });

  test('a provider that tells no usage is estimated, said to be, and held to its cap', async () => {
    const price = { input: 100, output: 1000, asOf: '2026-11-15' };
    const looking = (_request: unknown, turn: number): ScriptedTurn => ({ calls: [call(`c${turn}`)], usage: null });
    const { events, outcome, model, run } = await play(looking, { price, run: withCap(question, 10_030_000) });
    expect(outcome).toMatchObject({ kind: 'paused', because: { cap: { scope: 'run', reason: 'cap_reached' } } });
    expect(model.requests.length).toBeLessThan(20);
    const metered = events.filter((event) => event.kind === 'metered');
    expect(metered.every((event) => event.isEstimate && (event.cost ?? 0) > 0)).toBe(true);
    expect(run.meter.spent).toBe(metered.reduce((sum, { cost = 0 }) => sum + cost, 0));
  });
  test('a cap on a model without a price pauses, and says why', async () => {
    const { outcome, model } = await play(script, { run: withCap(question, 1_000_000) });
    expect(outcome).toMatchObject({ kind: 'paused', because: { code: 'BUDGET_CAP_REACHED' } });
    expect(model.requests).toHaveLength(0);
  });

  const away = { code: 'NETWORK_UNAVAILABLE', message: '' } as const;
  const firstEstimate = async (setup: Setup) => {
    const { events } = await play([{ text: 'Done.', usage }], setup);
    const started = events.find((event) => event.kind === 'turn_started');
    return started?.kind === 'turn_started' ? (started.estimate ?? 0) : 0;
  };

  test('[MD-42] every attempt is judged: what a lost one cost counts before the next is made', async () => {
    const estimate = await firstEstimate({ price });
    const lost = { text: 'Half an answer', fails: away };
    const { outcome, model, events, run } = await play([lost, { text: 'Whole.', usage }], {
      price,
      run: withCap(question, estimate + 10),
    });
    expect(outcome).toMatchObject({ kind: 'paused', because: { code: 'BUDGET_CAP_REACHED', cap: { scope: 'run' } } });
    expect(model.requests).toHaveLength(1);
    expect(events.some(({ kind }) => kind === 'restarted')).toBe(false);
    const resumed = await play([{ text: 'Whole.', usage }], { price, run: withCap(run, estimate * 2) });
    expect(resumed.outcome).toMatchObject({ text: 'Whole.' });
    expect(resumed.run.meter.spent).toBe(run.meter.spent + 3000);
  });

  test('[MD-43] a call that was taken in and brought no word still costs what it read; one refused with a status costs nothing', async () => {
    const spentBy = async (fails: ModelFailure) => {
      const { run, events } = await play([{ fails }, { text: 'Whole.', usage }], { price });
      return [run.meter.spent - 3000, events.filter(({ kind }) => kind === 'metered').length];
    };
    const [silent, times] = await spentBy(away);
    expect(silent).toBeGreaterThan(100);
    expect(times).toBe(2);
    expect(await spentBy({ code: 'PROVIDER_UNAVAILABLE', message: '', status: 503 })).toEqual([0, 1]);
    const stopped = await play([{ text: 'Never heard', usage }], {
      price,
      onEvent: (event, controller) => {
        if (event.kind === 'turn_started') controller.abort();
      },
    });
    expect(stopped.outcome).toEqual({ kind: 'canceled' });
    expect(stopped.run.meter.spent).toBe(silent);
  });

  test('canceling a wait costs nothing more than the attempt before it', async () => {
    const once = await play([{ fails: away }, { fails: { code: 'PROVIDER_AUTH_FAILED', message: '', status: 401 } }], {
      price,
    });
    const canceled = await play([{ fails: away }], {
      price,
      onEvent: (event, controller) => {
        if (event.kind === 'waiting') controller.abort();
      },
    });
    expect(canceled.outcome).toEqual({ kind: 'canceled' });
    expect(canceled.run.meter.spent).toBe(once.run.meter.spent);
  });

  test('an estimate counts bytes: Hebrew costs twice its letters', async () => {
    const inputOnly = { input: 4, output: 0, asOf: '2026-11-15' };
    const asked = (text: string) => firstEstimate({ price: inputOnly, run: beginRun([{ role: 'user', text }]) });
    const none = await asked('');
    expect((await asked('a'.repeat(4000))) - none).toBe(4000);
    expect((await asked('א'.repeat(4000))) - none).toBe(8000);
  });

  test('what a broken attempt had written is reckoned and counted', async () => {
    const { run, outcome, events } = await play(
      [
        { text: 'Half an answer', fails: { code: 'NETWORK_UNAVAILABLE', message: '' } },
        { text: 'Whole.', usage },
      ],
      { price },
    );
    expect(outcome).toMatchObject({ text: 'Whole.' });
    expect(events.filter((event) => event.kind === 'metered').map(({ isEstimate }) => isEstimate)).toEqual([
      true,
      false,
    ]);
    expect(run.meter.spent).toBeGreaterThan(3000);
  });
});

test('a model that cannot call tools is told apart before anything is sent', async () => {
  const { outcome, model } = await play([{ text: 'Hm.' }], { entry: { ...scriptedEntry, tools: false } });
  expect(outcome).toMatchObject({ kind: 'failed', failure: { code: 'TOOLS_NOT_SUPPORTED' } });
  expect(model.requests).toHaveLength(0);
});

test('[MD-08] a provider that stays away pauses the run; another model finishes it', async () => {
  const busy = { fails: { code: 'PROVIDER_UNAVAILABLE', message: '' } } as const;
  const first = await play([asking(call('a')), busy, busy, busy, busy]);
  expect(first.outcome).toMatchObject({ kind: 'paused', because: { code: 'PROVIDER_UNAVAILABLE' } });
  expect(first.events.filter(({ kind }) => kind === 'waiting')).toHaveLength(3);
  const second = await play([{ text: 'Finished elsewhere.' }], { run: first.run });
  expect(second.outcome).toMatchObject({ text: 'Finished elsewhere.' });
  expect(second.calls).toHaveLength(0);
});

describe('what a run shares with the rest of its job', () => {
  const hosted: ModelEntry = { ...scriptedEntry, provider: 'openai', modelId: 'openai:x' };
  const busy: ModelFailure = { code: 'PROVIDER_UNAVAILABLE', message: '', status: 503 };

  test('words that a person saw stay in the talk when the stream breaks, and the model is asked to go on', async () => {
    const broken = await play([{ text: 'Twelve to', fails: busy }], { entry: hosted, options: { isShown: true } });
    expect(broken.outcome).toMatchObject({ kind: 'paused', because: busy });
    expect(broken.model.requests).toHaveLength(1);
    expect(broken.run.messages.at(-1)).toEqual({ role: 'assistant', text: 'Twelve to' });
    const resumed = await play([{ text: 'wns.' }], { entry: hosted, run: broken.run, options: { isShown: true } });
    expect(resumed.model.requests[0]?.messages.slice(-2)).toMatchObject([
      { role: 'assistant', text: 'Twelve to' },
      { role: 'user', text: expect.stringContaining('Go on exactly where it stopped') },
    ]);
    expect(resumed.outcome).toMatchObject({ kind: 'answered', text: 'wns.' });
  });
  test('words that nobody saw are asked for again, and leave nothing', async () => {
    const { outcome, run } = await play([{ text: 'Twelve to', fails: busy }, { text: 'Ten towns.' }], {
      entry: hosted,
    });
    expect(outcome).toMatchObject({ kind: 'answered', text: 'Ten towns.' });
    expect(run.messages).toHaveLength(2);
  });
  test('a cap and the numbers of entries span several loops', async () => {
    const price = { input: 100, output: 1000, asOf: '2026-11-15' };
    const usage = { inputTokens: 1_000, outputTokens: 100 };
    const first = await play(
      [
        { ...asking(call('a')), usage },
        { text: 'Done.', usage },
      ],
      {
        price,
        run: beginRun([{ role: 'user', text: 'One.' }], { cap: 20_000_000 }),
      },
    );
    expect(first.run).toMatchObject({ nextEntry: 2, meter: { spent: 400_000, cap: 20_000_000 } });
    const { meter, nextEntry } = first.run;
    const second = await play([asking(call('b')), { text: 'Done.' }], {
      price,
      run: beginRun([{ role: 'user', text: 'Two.' }], { meter: { ...meter, cap: 400_001 }, nextEntry }),
    });
    expect(second.outcome).toMatchObject({ kind: 'paused', because: { cap: { scope: 'run' } } });
    const third = await play([asking(call('b')), { text: 'Done.' }], {
      run: beginRun([{ role: 'user', text: 'Two.' }], { nextEntry }),
    });
    expect(third.toolLog.entries.map(({ entryId }) => entryId)).toEqual([2]);
  });
  test('an id that the conversation has had is not given to another call', async () => {
    const isCallIdUsed = (id: string) => id === 'offline_1';
    const { calls, run } = await play([asking(call('offline_1'), call('offline_2')), { text: 'Done.' }], {
      options: { isCallIdUsed },
    });
    expect(calls.map(({ id }) => id)).toEqual(['fresh_1', 'offline_2']);
    expect(run.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []))).toEqual([
      'fresh_1',
      'offline_2',
    ]);
  });
  test('a word from the person reaches the model with the next result, and stays in the talk', async () => {
    const words = ['Leave the totals alone.'];
    const { model } = await play([asking(call('a'), call('b')), asking(call('c')), { text: 'Done.' }], {
      options: { notice: () => words.shift() },
    });
    const results = (model.requests.at(-1)?.messages ?? []).flatMap((message) =>
      message.role === 'tool' ? [message.result] : [],
    );
    expect(results.map((result) => (result as JsonObject).note_from_the_person)).toEqual([
      undefined,
      'Leave the totals alone.',
      undefined,
    ]);
  });
});
