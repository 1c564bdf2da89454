import { ModelEntryInput, type ModelRow } from '@atelier/contracts';
import { describe, expect, test } from 'vitest';
import { emptyEntry, entryFromForm, entryOf } from './entry-form.ts';

const today = '2026-11-15';
const filled = { ...emptyEntry('openai', today), name: 'gpt-5.2-mini', label: 'GPT mini' };
const row: ModelRow = {
  modelId: 'openai:gpt-5.2',
  provider: 'openai',
  label: 'GPT-5.2',
  wireName: 'gpt-5.2',
  contextTokens: 200_000,
  efforts: ['low', 'medium'],
  tools: true,
  vision: true,
  price: { input: 1.25, cachedInput: 0.125, output: 10, asOf: '2026-10-01' },
  origin: 'bundled',
  overrides: false,
  endpointId: null,
  unavailable: null,
  isUnlisted: false,
  sampling: null,
};

describe('a registry entry in a form', () => {
  test('what is typed becomes an entry the contract takes', () => {
    const made = entryFromForm({ ...filled, context: '128,000', input: '$1.25', output: '10' });
    expect(made).toEqual({
      ok: true,
      entry: {
        modelId: 'openai:gpt-5.2-mini',
        label: 'GPT mini',
        contextTokens: 128_000,
        efforts: [],
        tools: true,
        vision: false,
        price: { input: 1.25, output: 10, asOf: today },
      },
    });
    if (made.ok) expect(ModelEntryInput.safeParse(made.entry).success).toBe(true);
  });

  test('no price at all is no price; half a price is wrong', () => {
    expect(entryFromForm(filled)).toMatchObject({ ok: true, entry: { price: null } });
    expect(entryFromForm({ ...filled, input: '1' })).toEqual({
      ok: false,
      errors: { output: 'models.entry.priceWrong' },
    });
  });

  test('each field says what is wrong with it', () => {
    const made = entryFromForm({
      ...filled,
      name: 'a b',
      label: ' ',
      context: '0',
      input: 'x',
      output: '1',
      asOf: 'soon',
    });
    expect(made.ok ? {} : Object.keys(made.errors).toSorted()).toEqual(['asOf', 'context', 'input', 'name']);
  });

  test('a known model goes through the form and comes out as it was', () => {
    expect(entryFromForm(entryOf(row, today))).toMatchObject({
      ok: true,
      entry: { modelId: row.modelId, label: row.label, price: row.price, efforts: row.efforts, vision: true },
    });
  });

  test('the name on the wire stays what it was', () => {
    expect(entryFromForm(entryOf({ ...row, wireName: 'gpt-5.2-latest' }, today))).toMatchObject({
      ok: true,
      entry: { wireName: 'gpt-5.2-latest' },
    });
    expect(entryFromForm(entryOf(row, today))).not.toHaveProperty('entry.wireName');
  });

  test('a local model keeps its server', () => {
    const local: ModelRow = { ...row, modelId: 'local:ep_1/qwen3:8b', provider: 'local', endpointId: 'ep_1' };
    expect(entryOf(local, today)).toMatchObject({ provider: 'local:ep_1', name: 'qwen3:8b' });
    expect(entryFromForm(entryOf(local, today))).toMatchObject({ ok: true, entry: { modelId: local.modelId } });
  });
});
