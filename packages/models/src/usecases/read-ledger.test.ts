import { createMemoryLog, createProjection } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { evolveSpending, noSpending } from '../core/spending.ts';
import { readLedger } from './read-ledger.ts';

const line = (callId: string, status: string) => ({
  kind: 'egress.call',
  key: `${callId}:${status}`,
  data: { callId, status, kind: 'run', providerId: 'openai', modelId: 'openai:x' },
});

test('every call is read once, newest first, over any number of pages and among other events', async () => {
  const log = createMemoryLog();
  const other = { kind: 'provider.enabled_set', key: null, data: { provider: 'openai', enabled: true } };
  for (let at = 0; at < 700; at += 1) {
    await log.append('egress', [line(`c${at}`, 'sent'), other, line(`c${at}`, at % 2 === 0 ? 'ok' : 'failed')], {
      expected: 'any',
    });
  }
  await log.append('egress', [line('c700', 'sent')], { expected: 'any' });
  const spending = createProjection({ log, initial: noSpending, evolve: evolveSpending });
  const read = readLedger({ log, spending, stream: 'egress' });
  const seen: string[] = [];
  let before: number | undefined;
  let pages = 0;
  for (;;) {
    const page = await read({ before, limit: 150 });
    if (!page.ok) throw new Error(page.error.code);
    seen.push(...page.value.lines.map(({ callId, status }) => `${callId} ${status}`));
    pages += 1;
    if (page.value.next === null) break;
    before = page.value.next;
  }
  expect(pages).toBe(5);
  expect(seen[0]).toBe('c700 sent');
  expect(seen.slice(1, 3)).toEqual(['c699 failed', 'c698 ok']);
  expect(new Set(seen).size).toBe(701);
  expect(seen.at(-1)).toBe('c0 ok');
});
