import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDiskLog, createMemoryContent } from '@atelier/kernel/adapters';
import { afterEach, expect, test } from 'vitest';
import { createResumeIndex } from '../adapters/resume/resume-index.ts';
import { createDiskStamps } from '../adapters/resume/stamps.ts';
import { createTestWorld, linear, notes, okAnswer, unwrap } from '../testing/world.ts';
import { compactSessions } from './compact-sessions.ts';

const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});
const files = { 'project.ab': linear('project.ab', ['a', 'b']) };
const long = notes('What was found, and what was done about it. '.repeat(20));

test('complete sessions are packed once they rest; an old token still begins a branch there', async () => {
  const data = mkdtempSync(join(tmpdir(), 'rails-compact-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  const world = createTestWorld(files, { log, blobs: createMemoryContent().blobs });
  const first = await world.start('project.ab');
  await world.advance(okAnswer(await world.advance(first, long)), long);
  const open = await world.start('project.ab');
  await world.advance(open, long);
  const size = ({ session }: typeof first) => {
    const folder = join(data, 'streams', 'session', session.sessionId, 'events');
    return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  };
  const before = [size(first), size(open)];
  const stamps = createDiskStamps(data, () => Date.now() + 1_000);
  const index = createResumeIndex({ sessions: world.deps.sessions, workflows: world.deps.workflows, stamps });
  const deps = { index, compact: log.compact, now: () => Date.now() };
  expect(await compactSessions(deps)()).toEqual({ sessions: 0, savedBytes: 0 });

  const pack = compactSessions(deps, 0);
  const events = await world.events(first.session.sessionId);
  expect(await pack()).toMatchObject({ sessions: 1 });
  expect(await pack()).toMatchObject({ sessions: 0 });
  expect([size(first) < (before[0] ?? 0) / 3, size(open)]).toEqual([true, before[1]]);
  expect(await world.restarted().events(first.session.sessionId)).toEqual(events);

  const again = world.restarted();
  await again.advance(await again.rehydrate(first), notes('another way'));
  const grown = unwrap(await log.read(`session/${first.session.sessionId}`)).events;
  expect(grown.length).toBeGreaterThan(events.length);
  expect(await log.health(`session/${first.session.sessionId}`)).toMatchObject({ kind: 'healthy' });
});
