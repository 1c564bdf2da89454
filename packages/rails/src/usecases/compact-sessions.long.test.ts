import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDiskStorage } from '@atelier/kernel/storage';
import { verify } from '@atelier/kernel/usecases';
import { expect, onTestFinished, test } from 'vitest';
import { createFileKeyring } from '../adapters/keyring/file-keyring.ts';
import { createResumeIndex } from '../adapters/resume/resume-index.ts';
import { createDiskStamps } from '../adapters/resume/stamps.ts';
import { createFileJournal } from '../adapters/resume/summary-journal.ts';
import { createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';
import { compactSessions } from './compact-sessions.ts';

const SESSIONS = 1_000;
const STEPS = 5;

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** About 1 KB of words, different each time. */
const kilobyte = (seed: number): string => {
  let text = `Turn ${seed}: word${seed} `;
  for (let at = 0; text.length < 1_000; at += 1) text += `finding-${(seed * 31 + at * 17) % 997} `;
  return text.slice(0, 1_024);
};

/** Sessions of five steps, so many of them done, all at rest: what they leave on disk, and what they say. */
const leftBy = async (steps: number) => {
  const data = mkdtempSync(join(tmpdir(), 'rails-room-'));
  // Thousands of folders on a busy disk.
  onTestFinished(() => rmSync(data, { recursive: true, force: true }), 300_000);
  const keyring = createFileKeyring(join(data, 'keys', 'keyring.json'));
  let seed = 0;
  const open = async () => {
    const storage = openDiskStorage(data);
    seed += 1;
    const files = { 'project.short': linear('project.short', ['a', 'b', 'c', 'd', 'e']) };
    const world = createTestWorld(files, { log: storage.log, blobs: storage.blobs, keyring, seed });
    const index = createResumeIndex({
      sessions: world.deps.sessions,
      workflows: world.deps.workflows,
      stamps: createDiskStamps(data, () => Date.now() + 1_000),
      journal: createFileJournal(join(data, 'cache', 'rails-resume.jsonl')),
    });
    return { storage, world, index };
  };
  const writing = await open();
  const started = [];
  for (let nth = 0; nth < SESSIONS; nth += 1) {
    const first = await writing.world.start('project.short');
    started.push(first);
    let at = first;
    for (let step = 0; step < steps; step += 1)
      at = okAnswer(await writing.world.advance(at, notes(kilobyte(nth * STEPS + step)))) as typeof first;
  }
  const sampled = started.filter((_, nth) => nth % 50 === 0).map(({ session }) => session.sessionId);
  const before = await Promise.all(sampled.map((id) => writing.world.events(id)));
  await writing.storage.close();
  const resting = await open();
  const { compact } = resting.storage;
  if (!compact) throw new Error('streams on disk can be packed');
  const packed = await compactSessions({ index: resting.index, compact, now: Date.now }, 0)();
  await resting.index.flush();
  await resting.storage.close();
  return { bytes: bytesIn(data), packed, open, sampled, before, started };
};

test('[RL-72] 1,000 finished short sessions take 2 KB a step once they rest, started ones 8 KB each, and nothing is lost', {
  timeout: 1_200_000,
}, async () => {
  const begun = await leftBy(0);
  expect(begun.bytes / SESSIONS).toBeLessThanOrEqual(8_192);
  const finished = await leftBy(STEPS);
  expect(finished.packed.sessions).toBe(SESSIONS);
  expect(finished.bytes / SESSIONS / STEPS).toBeLessThanOrEqual(2_048);

  const { storage, world, index } = await finished.open();
  expect(await Promise.all(finished.sampled.map((id) => world.events(id)))).toEqual(finished.before);
  const found = await verify({ audit: storage.audit, heads: storage.heads, content: await storage.content() })();
  expect(found.findings).toEqual([]);
  expect(await index.runs()).toHaveLength(SESSIONS);
  // A token of a packed session still begins a branch there.
  const [first] = finished.started;
  if (!first) throw new Error('there is a session');
  okAnswer(await world.advance(await world.rehydrate(first), notes('another way')));
  expect(await storage.log.health(`session/${first.session.sessionId}`)).toMatchObject({ kind: 'healthy' });
  await storage.close();
});
