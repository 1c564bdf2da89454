import { createMemoryLog } from '@atelier/kernel/adapters';
import type { AppendRefused, EventLog } from '@atelier/kernel/ports';
import { createSeededWorld } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createTestWorld, linear, notes, tokensOf, unwrap } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };
type Failing = Extract<AppendRefused, { inDoubt: boolean }>;

/** An install whose log refuses while it is told to; a write in doubt stands all the same. */
const begin = () => {
  const inner = createMemoryLog(createSeededWorld(7));
  const disk: { failing?: Failing | undefined } = {};
  const log: EventLog = {
    ...inner,
    append: async (stream, events, options) => {
      if (!disk.failing) return inner.append(stream, events, options);
      if (disk.failing.inDoubt) await inner.append(stream, events, options);
      return { ok: false, error: disk.failing };
    },
  };
  return { disk, world: createTestWorld(files, { log }) };
};

test.each<Failing>([
  { code: 'DISK_FULL', inDoubt: false, system: 'ENOSPC' },
  { code: 'DISK_READ_ONLY', inDoubt: false, system: 'EROFS' },
  { code: 'WRITE_FAILED', inDoubt: false, system: 'EIO' },
  { code: 'WRITE_FAILED', inDoubt: false },
])('a write refused as %j is told as that, and the same call goes through afterwards', async (error) => {
  const { disk, world } = begin();
  const a = await world.start('project.abc');
  disk.failing = error;
  const sent = { ...tokensOf(a), ...notes('did a') };
  expect(await world.tryAdvance(sent)).toEqual({ ok: false, error });
  expect(await world.checkpoint({ checkpointToken: a.checkpointToken ?? '' })).toEqual({ ok: false, error });
  expect(await world.tryStart('project.abc')).toEqual({ ok: false, error });
  disk.failing = undefined;
  expect(unwrap(await world.tryAdvance(sent))).toMatchObject({ pending: { stepId: 'b' } });
});

test('a step in doubt that was recorded is answered by the same call, and recorded once', async () => {
  const { disk, world } = begin();
  const a = await world.start('project.abc');
  disk.failing = { code: 'DISK_FULL', inDoubt: true, system: 'ENOSPC' };
  const sent = { ...tokensOf(a), ...notes('did a') };
  expect(await world.tryAdvance(sent)).toEqual({
    ok: false,
    error: { code: 'DISK_FULL', inDoubt: true, system: 'ENOSPC' },
  });
  disk.failing = undefined;
  expect(unwrap(await world.tryAdvance(sent))).toMatchObject({ pending: { stepId: 'b' } });
  const events = await world.events(a.session.sessionId);
  expect(events.filter(({ kind }) => kind === 'advance_recorded')).toHaveLength(1);
});
