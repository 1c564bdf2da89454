import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lastAgent, noteAgent } from './agent-seen.ts';

test('the agent that connected last is known, also without a name; a damaged note is no agent', async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-seen-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  expect(lastAgent(data)).toBeUndefined();
  expect(readdirSync(data)).toEqual([]);
  await noteAgent(data, ' Claude Code ', '2026-01-01T00:00:00.000Z');
  expect(lastAgent(data)).toEqual({ name: 'Claude Code', at: '2026-01-01T00:00:00.000Z' });
  await noteAgent(data, undefined, '2026-01-02T00:00:00.000Z');
  expect(lastAgent(data)).toEqual({ name: null, at: '2026-01-02T00:00:00.000Z' });
  writeFileSync(join(data, 'cache', 'agent-seen.json'), '{"name":');
  expect(lastAgent(data)).toBeUndefined();
});
