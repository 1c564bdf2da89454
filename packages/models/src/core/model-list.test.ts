import type { LogEvent } from '@atelier/kernel/core';
import { describe, expect, test } from 'vitest';
import { bundledModels } from './bundled-models.ts';
import { defaultModelOf, listModels } from './model-list.ts';
import type { ModelsEvent } from './models-events.ts';
import { emptyModels, evolveModels, type ModelsState } from './models-state.ts';
import { decideEntry } from './registry-edit.ts';
import { evolveSpending, noSpending, type Spending, spendingLeft, spentOn } from './spending.ts';
import { beginRun, continueRun, stepBetween } from './tool-run.ts';

const at = '2026-11-15T10:00:00.000Z';
const after = (...events: readonly (ModelsEvent & { readonly at?: string })[]): ModelsState =>
  events.reduce((state, event) => evolveModels(state, { at, ...event } as unknown as LogEvent), emptyModels);
const find = (state: ModelsState, modelId: string, keyed: readonly string[] = []) =>
  listModels(state, new Set(keyed)).find(({ entry }) => entry.modelId === modelId);
const input = { label: 'Mine', contextTokens: 9_000, efforts: [], tools: true, vision: false, price: null };
const written = (state: ModelsState, modelId: string): ModelsEvent => {
  const entry = decideEntry(state, { ...input, modelId });
  if (!entry.ok) throw new Error(entry.error.reason);
  return { kind: 'registry.entry_set', data: { entry: entry.value } };
};
const home: ModelsEvent = {
  kind: 'endpoint.added',
  data: { endpointId: 'home', url: 'http://127.0.0.1:1/v1', models: [{ name: 'llama', tools: null }] },
};
const away: ModelsEvent = {
  kind: 'endpoint.added',
  data: { endpointId: 'away', url: 'https://models.example/v1', models: [{ name: 'big', tools: true }] },
};

describe('the list of models', () => {
  test('says of each why it cannot be used, and of none that can', () => {
    expect(find(emptyModels, 'openai:gpt-5.2')?.unavailable).toBe('no_key');
    expect(find(emptyModels, 'openai:gpt-5.2', ['openai'])?.unavailable).toBeNull();
    const off = after({ kind: 'provider.enabled_set', data: { provider: 'openai', enabled: false } });
    expect(find(off, 'openai:gpt-5.2', ['openai'])?.unavailable).toBe('provider_disabled');
    expect(find(emptyModels, 'openai-codex:gpt-5.3-codex', ['openai'])?.unavailable).toBe('not_in_build');
    expect(find(emptyModels, 'builtin:offline')?.unavailable).toBeNull();
  });
  test('a user’s entry stands in for ours until it is removed; a new one comes last', () => {
    const state = after(written(emptyModels, 'openai:gpt-5.2'), written(emptyModels, 'openai:own'));
    expect(find(state, 'openai:gpt-5.2')).toMatchObject({ entry: { label: 'Mine' }, origin: 'user', overrides: true });
    expect(listModels(state, new Set()).at(-1)).toMatchObject({ entry: { modelId: 'openai:own' }, overrides: false });
    expect(listModels(state, new Set())).toHaveLength(bundledModels.length + 1);
    const back = evolveModels(state, { kind: 'registry.entry_removed', data: { modelId: 'openai:gpt-5.2' } } as never);
    expect(find(back, 'openai:gpt-5.2')).toMatchObject({ entry: { label: 'GPT-5.2' }, origin: 'bundled' });
  });
  test('what runs on this machine is free; what another’s server asks, nobody knows', () => {
    const state = after(home, away);
    expect(find(state, 'local:home/llama')?.entry.price).toMatchObject({ input: 0, output: 0, asOf: '2026-11-15' });
    expect(find(state, 'local:away/big')?.entry.price).toBeUndefined();
  });
  test('an entry for a local model goes to its own server under its own name', () => {
    const state = after(home, written(after(home), 'local:home/llama:70b'));
    expect(find(state, 'local:home/llama:70b')).toMatchObject({ endpointId: 'home', entry: { wireName: 'llama:70b' } });
    expect(decideEntry(emptyModels, { ...input, modelId: 'local:home/llama' })).toMatchObject({
      error: { reason: 'unknown_endpoint' },
    });
  });
});

describe('the default', () => {
  const choose = (state: ModelsState, keyed: readonly string[], proved = keyed) =>
    defaultModelOf(state, listModels(state, new Set(keyed)), new Set(proved));
  const builtIn = { modelId: 'builtin:offline', isChosen: false, suggested: null };

  test('is the built-in model until a provider accepted a key, and what was chosen stays chosen', () => {
    expect(choose(emptyModels, [])).toEqual(builtIn);
    expect(choose(emptyModels, ['mistral'])).toMatchObject({ modelId: 'mistral:mistral-large', isChosen: false });
    const chosen = after({ kind: 'default_model.set', data: { modelId: 'google:gemini-3.1-pro-preview' } });
    expect(choose(chosen, ['mistral'])).toMatchObject({ modelId: 'google:gemini-3.1-pro-preview', isChosen: true });
    // A local model is never called without having been chosen.
    expect(choose(after(home), [])).toEqual(builtIn);
  });
  test('is not moved by a key that nobody tried', () => {
    expect(choose(emptyModels, ['mistral'], [])).toEqual(builtIn);
  });
  test('does not go from a server of the user’s own to a hosted model without a question', () => {
    expect(choose(after(home), ['mistral'])).toEqual({ ...builtIn, suggested: 'mistral:mistral-large' });
  });
  test('is never a model that its provider no longer names', () => {
    const listed = (...names: readonly string[]): ModelsEvent => ({
      kind: 'provider.models_listed',
      data: { provider: 'anthropic', names: [...names] },
    });
    const gone = after(listed('claude-opus-4-6-20260205', 'claude-next'));
    expect(find(gone, 'anthropic:claude-sonnet-4-6', ['anthropic'])).toMatchObject({
      isUnlisted: true,
      unavailable: null,
    });
    expect(find(gone, 'anthropic:claude-opus-4-6', ['anthropic'])).toMatchObject({ isUnlisted: false });
    expect(choose(gone, ['anthropic'])).toMatchObject({ modelId: 'anthropic:claude-opus-4-6' });
    expect(choose(after(listed('claude-next')), ['anthropic'])).toEqual(builtIn);
  });
});

describe('spending', () => {
  const spent = (...events: readonly object[]) =>
    events.reduce<Spending>((state, event) => evolveSpending(state, event as LogEvent), noSpending);
  const call = (callId: string, status: 'sent' | 'ok' | 'failed', cost: number | undefined, when = at) => ({
    kind: 'egress.call' as const,
    data: { callId, status, ...(cost === undefined ? {} : { cost }) },
    at: when,
  });
  test('is counted by day; a call without a price is counted apart, and one without an end stays open', () => {
    const tomorrow = '2026-11-16T00:00:00.000Z';
    const state = spent(
      call('a', 'sent', undefined),
      call('a', 'ok', 70),
      call('b', 'sent', undefined),
      call('c', 'ok', undefined),
    );
    expect(state).toMatchObject({
      day: '2026-11-15',
      spent: 70,
      unpriced: 1,
      open: [{ callId: 'b', reserved: 0 }],
    });
    const next = evolveSpending(state, call('b', 'failed', 5, tomorrow) as unknown as LogEvent);
    expect(next).toMatchObject({ day: '2026-11-16', spent: 5, unpriced: 0, open: [] });
    expect(spentOn(state, '2026-11-16')).toEqual({ day: '2026-11-16', spent: 0, unpriced: 0 });
  });
  test('what is left of a day is its cap less what was spent; a lifted cap is none', () => {
    const set = (perDay: number | null): ModelsEvent => ({ kind: 'caps.set', data: { set: { perDay, perTurn: 40 } } });
    const { caps } = after(set(100));
    const spending = spent(call('a', 'ok', 70));
    expect(spendingLeft(caps, spending, at)).toEqual({ perTurn: 40, leftToday: 30 });
    expect(spendingLeft(caps, spending, '2026-11-16T09:00:00.000Z')).toEqual({
      perTurn: 40,
      leftToday: 100,
    });
    const lifted = after(set(100), set(null));
    expect(spendingLeft(lifted.caps, spending, at)).toEqual({ perTurn: 40 });
  });
  test('a call under way holds back the most it may cost; one that never ended, for its day and the hour after it', () => {
    const sent = (callId: string, reserved: number, when = at) => ({
      kind: 'egress.call' as const,
      data: { callId, status: 'sent' as const, reserved },
      at: when,
    });
    const left = (now: string, ...events: readonly object[]) =>
      spendingLeft({ perDay: 100 }, spent(...events), now).leftToday;
    expect(left(at, sent('a', 60))).toBe(40);
    expect(left(at, sent('a', 60), call('a', 'ok', 10))).toBe(90);
    expect(left('2026-11-15T23:59:00.000Z', sent('a', 60))).toBe(40);
    expect(left('2026-11-16T00:00:01.000Z', sent('a', 60))).toBe(100);
    const late = sent('b', 60, '2026-11-15T23:50:00.000Z');
    expect(left('2026-11-16T00:30:00.000Z', late)).toBe(40);
    expect(left('2026-11-16T00:51:00.000Z', late)).toBe(100);
  });
});

describe('a run as steps', () => {
  const first = beginRun([{ role: 'user', text: 'One' }], { cap: 50 });
  const call = { id: 'c1', name: 'read_file', input: {} };
  const second = {
    ...first,
    turn: 1,
    nextEntry: 3,
    pending: [call],
    messages: [...first.messages, { role: 'assistant' as const, text: '', toolCalls: [call] }],
  };
  test('each step holds what it added', () => {
    expect(stepBetween(undefined, first).added).toEqual(first.messages);
    expect(stepBetween(first, second).added).toEqual(second.messages.slice(1));
  });
  test('the next message answers calls that nobody will run, and numbers its results on', () => {
    const next = continueRun(second, 'Two', 70);
    expect(next.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
    expect(next).toMatchObject({ turn: 0, pending: [], begun: null, nextEntry: 3, meter: { spent: 0, cap: 70 } });
    expect(next.messages[2]).toMatchObject({ callId: 'c1', result: { ok: false, error: { code: 'USER_CANCELED' } } });
    // One that was begun may have taken effect, and the model is told so.
    expect(continueRun({ ...second, begun: 'c1' }, 'Two').messages[2]).toMatchObject({
      result: { error: { code: 'TOOL_FAILED' } },
    });
  });
});
