import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskLog, createMemoryContent } from '@atelier/kernel/adapters';
import { afterEach, expect, test } from 'vitest';
import type { SessionId } from '../../core/ids.ts';
import { createTestWorld, linear, notes } from '../../testing/world.ts';
import { createResumeIndex } from './resume-index.ts';
import { createDiskStamps } from './stamps.ts';
import { createFileJournal } from './summary-journal.ts';

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** As if what was written had been written a while ago. */
const later = () => Date.now() + 1_000;

const open = (now = later) => {
  const data = mkdtempSync(join(tmpdir(), 'rails-index-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  const world = createTestWorld(
    { 'project.ab': linear('project.ab', ['a', 'b', 'c']) },
    { log, blobs: createMemoryContent().blobs },
  );
  const path = join(data, 'cache.jsonl');
  const index = () => {
    let reads = 0;
    const sessions = {
      ...world.deps.sessions,
      at: (sessionId: SessionId) => {
        reads += 1;
        return world.deps.sessions.at(sessionId);
      },
    };
    const made = createResumeIndex({
      sessions,
      workflows: world.deps.workflows,
      stamps: createDiskStamps(data, now),
      journal: createFileJournal(path),
    });
    return { ...made, reads: () => reads };
  };
  return { world, index, path };
};

test('what was summarised once is read again only where something was recorded since', async () => {
  const { world, index } = open();
  const first = await world.start('project.ab');
  await world.start('project.ab');
  const cold = index();
  expect(await cold.runs()).toHaveLength(2);
  expect(cold.reads()).toBe(2);
  await world.advance(first, notes('a new clue'));
  const warm = index();
  const runs = await warm.runs();
  expect(warm.reads()).toBe(1);
  expect(runs.find(({ sessionId }) => sessionId === first.session.sessionId)?.words).toContain(' clue ');
  const again = index();
  await again.runs();
  expect(again.reads()).toBe(0);
});

test('a commit is written down when told, and a line that cannot be read is passed over', async () => {
  const { world, index, path } = open();
  const at = await world.start('project.ab');
  const writer = index();
  writer.touched(at.session.sessionId);
  await writer.flush();
  expect(readFileSync(path, 'utf8')).toContain(at.session.sessionId);
  appendFileSync(path, '{"torn":');
  const reader = index();
  expect((await reader.runs()).map(({ sessionId }) => sessionId)).toEqual([at.session.sessionId]);
  expect(reader.reads()).toBe(0);
});

test('what was written a moment ago is looked at again: a later write in the same moment leaves no trace', async () => {
  const { world, index } = open(() => 0);
  await world.start('project.ab');
  expect(await index().runs()).toHaveLength(1);
  const again = index();
  await again.runs();
  expect(again.reads()).toBe(1);
});

test('a stamp taken in the tick of a write is good for one look only', async () => {
  const data = mkdtempSync(join(tmpdir(), 'rails-stamps-'));
  const sessionId = `sess_${'a'.repeat(26)}` as SessionId;
  const manifest = join(data, 'streams', 'session', sessionId, 'manifest');
  mkdirSync(manifest, { recursive: true });
  writeFileSync(join(manifest, '000000000000.jsonl'), '{}');
  const written = statSync(join(manifest, '000000000000.jsonl')).mtimeMs;
  const at = (ms: number) => createDiskStamps(data, () => written + ms);
  const inTick = at(5);
  // Within one tick of the clock a second write would leave the same time and size.
  expect(await inTick.of(sessionId)).not.toBe(await inTick.of(sessionId));
  const later = at(1_000);
  expect(await later.of(sessionId)).toBe(await later.of(sessionId));
  rmSync(data, { recursive: true, force: true });
});
