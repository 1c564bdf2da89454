import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { describe, expect, test } from 'vitest';
import { type ChatEvent, noUsage } from '../core/chat.ts';
import { emptyModels, evolveModels } from '../core/models-state.ts';
import type { ModelEntry } from '../core/registry.ts';
import { evolveSpending, noSpending } from '../core/spending.ts';
import type { ChatModel } from '../ports/chat-model.ts';
import { createScriptedModel, scriptedEntry } from '../testing/index.ts';
import { createEgress } from './egress-consent.ts';

const entry: ModelEntry = { ...scriptedEntry, provider: 'openai', modelId: 'openai:gpt-5.2' };
const purpose = { kind: 'run', phase: 'research', runId: 'run_1', scopeHash: 'sha256:files' } as const;
const triple = { providerId: 'openai', modelId: 'openai:gpt-5.2', scopeHash: 'sha256:files' };
const secret = 'the salaries of everyone';
const priced: ModelEntry = { ...entry, price: { input: 2, output: 10, asOf: '2026-11-15' } };

const open = (log = createMemoryLog(), prefix = 'call') => {
  let ids = 0;
  const models = createProjection({ log, initial: emptyModels, evolve: evolveModels });
  const spending = createProjection({ log, initial: noSpending, evolve: evolveSpending });
  const ledger = { log, stream: 'egress', spending };
  return { log, egress: createEgress({ log, models, ledger, stream: 'install', newId: () => `${prefix}_${ids++}` }) };
};
const ask = async (model: ChatModel, egress: ReturnType<typeof open>['egress']) => {
  const events: ChatEvent[] = [];
  const request = { messages: [{ role: 'user' as const, text: secret }] };
  for await (const event of egress.guard(model, purpose).stream(request, new AbortController().signal))
    events.push(event);
  return events.at(-1);
};
const ledger = async (log: ReturnType<typeof createMemoryLog>) => {
  const read = await log.read('egress');
  return read.ok ? read.value.events.filter(({ kind }) => kind === 'egress.call').map(({ data }) => data) : [];
};

test('[MD-11] without consent nothing is sent, and the refusal says what to agree to', async () => {
  const { egress, log } = open();
  const model = createScriptedModel([{ text: 'Never.' }], entry);
  expect(await ask(model, egress)).toMatchObject({ failure: { code: 'EGRESS_CONSENT_REQUIRED', consent: triple } });
  expect(model.requests).toHaveLength(0);
  expect(await ledger(log)).toEqual([]);
});

test('[MD-12] consent is for these files and this model; what was not to be remembered ends with the process', async () => {
  const { egress, log } = open();
  const model = createScriptedModel([{ text: 'Yes.' }], entry);
  await egress.grant(triple, { remember: false });
  expect(await ask(model, egress)).toMatchObject({ kind: 'finished' });
  expect((await egress.permit({ ...triple, scopeHash: 'sha256:more' })).ok).toBe(false);
  expect((await open(log).egress.permit(triple)).ok).toBe(false);
  await egress.grant(triple, { remember: true });
  expect((await open(log).egress.permit(triple)).ok).toBe(true);
  await egress.withdraw(triple);
  expect((await egress.permit(triple)).ok).toBe(false);
  expect((await open(log).egress.permit(triple)).ok).toBe(false);
});

test('a call whose provider tells no usage is estimated in the ledger, and counts for the day', async () => {
  const { egress, log } = open();
  await egress.grant(triple, { remember: true });
  await ask(createScriptedModel([{ text: 'Twelve towns.', usage: null }], priced), egress);
  // 61 bytes in, 13 out.
  expect((await ledger(log)).at(-1)).toMatchObject({
    status: 'ok',
    tokensIn: 16,
    tokensOut: 4,
    cost: 72,
    isEstimate: true,
  });
});

test('[MD-13] the ledger has a line before each call and one after, with sizes and without content', async () => {
  const { egress, log } = open();
  await egress.grant(triple, { remember: true });
  const usage = { inputTokens: 12, outputTokens: 3 };
  const failure = { code: 'PROVIDER_UNAVAILABLE', message: '', status: 503 } as const;
  const model = createScriptedModel([{ text: secret, usage }, { fails: failure }], priced);
  await ask(model, egress);
  await ask(model, egress);
  const profile = { truncation: 'disabled', parallelToolCalls: false, store: false, strictJsonSchema: true };
  const sizes = { instructions: 1, conversation: 13, tools: 0, schema: 0, pictures: 0, total: 14 };
  const line = { kind: 'run', phase: 'research', runId: 'run_1', profile, sizes, ...triple };
  // 61 bytes in and 10,000 tokens out at the most.
  const most = 16 * 2 + 10_000 * 10;
  expect(await ledger(log)).toEqual([
    { ...line, callId: 'call_0', status: 'sent', reserved: most },
    { ...line, callId: 'call_0', status: 'ok', tokensIn: 12, tokensOut: 3, cost: 54 },
    { ...line, callId: 'call_1', status: 'sent', reserved: most },
    { ...line, callId: 'call_1', status: 'failed', cost: 0 },
  ]);
  for (const stream of ['install', 'egress']) expect(JSON.stringify(await log.read(stream))).not.toContain(secret);
});

test('the ledger counts what a call without an end had read and said, arguments of tools too', async () => {
  const { egress, log } = open();
  await egress.grant(triple, { remember: true });
  const away = { code: 'NETWORK_UNAVAILABLE', message: '' } as const;
  await ask(createScriptedModel([{ fails: away }], priced), egress);
  const told: ChatModel = {
    entry: priced,
    stream: async function* () {
      yield { kind: 'tool_call', call: { id: 'a', name: 'look', input: { path: 'x'.repeat(389) } } };
      yield { kind: 'failed', failure: away };
    },
  };
  await ask(told, egress);
  const costs = (await ledger(log)).flatMap(({ cost }) => (cost === undefined ? [] : [cost]));
  expect(costs).toEqual([16 * 2, 16 * 2 + 100 * 10]);
});

describe('[MD-44] the day’s cap holds between servers that share a ledger', () => {
  const most = 100_032;
  const withCap = async (perDay: number) => {
    const first = open();
    await first.egress.setMode('allow_all', { confirmed: true });
    await first.log.append('install', [{ kind: 'caps.set', key: null, data: { set: { perDay } } }], {
      expected: 'any',
    });
    return { log: first.log, one: first.egress, other: open(first.log, 'b').egress };
  };
  const slow = (): ChatModel & { readonly go: () => void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    return {
      entry: priced,
      go: resolve,
      stream: async function* () {
        await promise;
        yield { kind: 'finished', reason: 'stop', usage: { ...noUsage, inputTokens: 10, outputTokens: 1 } };
      },
    };
  };

  test('what one has under way is held back from the other until it has ended', async () => {
    const { one, other, log } = await withCap(most + 10);
    const model = slow();
    const answered = ask(model, one);
    await expect.poll(async () => (await ledger(log)).length).toBe(1);
    expect(await ask(createScriptedModel([{ text: 'Never.' }], priced), other)).toMatchObject({
      failure: { code: 'BUDGET_CAP_REACHED', cap: { scope: 'day', reason: 'cap_reached' } },
    });
    model.go();
    expect(await answered).toMatchObject({ kind: 'finished' });
    const small = { ...priced, contextTokens: 100 };
    expect(await ask(createScriptedModel([{ text: 'Yes.' }], small), other)).toMatchObject({ kind: 'finished' });
  });

  test('of two that ask at the same moment one is let through', async () => {
    const { one, other } = await withCap(most + 10);
    const [a, b] = [slow(), slow()];
    const ends = Promise.all([ask(a, one), ask(b, other)]);
    a.go();
    b.go();
    const kinds = (await ends).map((event) => event?.kind).toSorted();
    expect(kinds).toEqual(['failed', 'finished']);
  });

  test('without a price a cap cannot be kept, so nothing is sent', async () => {
    const { one, log } = await withCap(1_000_000);
    const model = createScriptedModel([{ text: 'Never.' }], entry);
    expect(await ask(model, one)).toMatchObject({ failure: { cap: { scope: 'day', reason: 'price_unknown' } } });
    expect(await ledger(log)).toEqual([]);
  });
});

test('a ledger that cannot be written lets nothing out', async () => {
  const { egress, log } = open();
  await egress.grant(triple, { remember: true });
  const broken = {
    ...log,
    append: async () => ({ ok: false as const, error: { code: 'LOCKED' as const, afterMs: 5 } }),
  };
  const model = createScriptedModel([{ text: 'Never.' }], entry);
  expect(await ask(model, open(broken).egress)).toMatchObject({ failure: { code: 'EGRESS_BLOCKED_BY_POLICY' } });
  expect(model.requests).toHaveLength(0);
});

test('allowing everything is confirmed first; asking again is not', async () => {
  const { egress } = open();
  expect(await egress.setMode('allow_all')).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED' } });
  expect((await egress.permit(triple)).ok).toBe(false);
  await egress.setMode('allow_all', { confirmed: true });
  expect((await egress.permit(triple)).ok).toBe(true);
  await egress.setMode('ask');
  expect((await egress.permit(triple)).ok).toBe(false);
});

test('rules inside this process send nothing, so nobody is asked', async () => {
  const { egress, log } = open();
  expect(await ask(createScriptedModel([{ text: 'Hello.' }]), egress)).toMatchObject({ kind: 'finished' });
  expect(await ledger(log)).toEqual([]);
});
