import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskLog } from '@atelier/kernel/adapters';
import { expect, onTestFinished, test } from 'vitest';
import type { SessionId } from '../../core/ids.ts';
import { createPastCheck } from './past-check.ts';

const sessionId = `sess_${'a'.repeat(26)}` as SessionId;
const stream = `session/${sessionId}`;
const words = 'x'.repeat(600);
const event = (count: number) => ({ kind: 'noted', key: null, data: { count, words } });

test('damage in an older part of a session is found before much is built on it: the next append is refused', async () => {
  const data = mkdtempSync(join(tmpdir(), 'atelier-past-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const first = createDiskLog({ data, limits: { events: 10, bytes: 1_000_000 } });
  const events = join(data, 'streams', 'session', sessionId, 'events');
  let count = 0;
  while (count === 0 || readdirSync(events).length < 2) {
    await first.append(stream, [event(count)], { expected: count });
    count += 1;
  }
  await first.close();
  const [oldest = ''] = readdirSync(events).sort();
  const bytes = readFileSync(join(events, oldest));
  bytes.write('?', bytes.length / 2);
  writeFileSync(join(events, oldest), bytes);

  const log = createDiskLog({ data, limits: { events: 10, bytes: 1_000_000 } });
  onTestFinished(() => log.close());
  expect((await log.append(stream, [event(count)], { expected: count })).ok).toBe(true);
  const check = createPastCheck(log, 1);
  onTestFinished(check.close);
  check.touched(sessionId);
  await expect
    .poll(() => log.append(stream, [event(count + 1)], { expected: count + 1 }), { timeout: 10_000 })
    .toMatchObject({ ok: false, error: { code: 'UNHEALTHY' } });
});

test('each session is read once, one after another, and nothing after the end', async () => {
  const reads: string[] = [];
  const read = async (name: string, range?: { readonly from?: number }) => {
    reads.push(`${name} ${range?.from}`);
    return { ok: true as const, value: { events: [], next: 0, head: '' } };
  };
  const check = createPastCheck({ read } as never, 1);
  const other = `sess_${'b'.repeat(26)}` as SessionId;
  for (const id of [sessionId, other, sessionId]) check.touched(id);
  await expect.poll(() => reads).toEqual([`${stream} 0`, `session/${other} 0`]);
  check.close();
  check.touched(`sess_${'c'.repeat(26)}` as SessionId);
  await new Promise((resume) => setTimeout(resume, 20));
  expect(reads).toHaveLength(2);
});
