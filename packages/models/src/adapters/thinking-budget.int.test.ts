import { expect, onTestFinished, test } from 'vitest';
import { estimateAttempt } from '../core/attempt.ts';
import type { Effort } from '../core/effort.ts';
import type { ModelEntry } from '../core/registry.ts';
import { collect, modelOn } from '../testing/doubles/clients.ts';
import { startDoubles } from '../testing/index.ts';

const entryOf = (name: string): ModelEntry => ({
  modelId: `anthropic:${name}`,
  provider: 'anthropic',
  label: name,
  auth: 'api_key',
  contextTokens: 200_000,
  efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
  tools: true,
  vision: true,
  price: { input: 0, output: 1, asOf: '2026-11-15' },
});

test('[MD-45] no model is sent leave to write more tokens than were reckoned before, thinking included', async () => {
  const doubles = await startDoubles();
  onTestFinished(() => doubles.close());
  const efforts: readonly Effort[] = ['none', 'low', 'medium', 'high', 'xhigh', 'max'];
  for (const name of [
    'claude-opus-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-4-5-20251001',
    'claude-opus-4-1-20250805',
    'claude-sonnet-4-20250514',
    'claude-opus-4-7',
    'claude-sonnet-5-5',
    'claude-next',
    'something-else',
  ]) {
    for (const effort of efforts) {
      const entry = entryOf(name);
      const request = { messages: [{ role: 'user' as const, text: 'Hello?' }], effort, maxOutputTokens: 3_000 };
      doubles.script({ text: 'Hello.' });
      await collect(modelOn(doubles, entry), request);
      const { max_tokens, thinking } = (doubles.seen.at(-1)?.body ?? {}) as {
        max_tokens?: number;
        thinking?: { type: string; budget_tokens?: number };
      };
      expect([name, effort, max_tokens]).toEqual([name, effort, estimateAttempt(entry, request)]);
      if (thinking?.budget_tokens !== undefined) expect(thinking.budget_tokens).toBeLessThan(max_tokens ?? 0);
    }
  }
});
