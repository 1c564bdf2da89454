import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createDiskLog, createMemoryContent } from '@atelier/kernel/adapters';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionId } from '../core/ids.ts';
import { openSharedWorld } from '../testing/shared-world.ts';
import { createTestWorld, linear, notes, okAnswer, type TestWorld, tokensOf, unwrap } from '../testing/world.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };
const undo: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const newFolder = (): string => {
  const data = mkdtempSync(join(tmpdir(), 'rails-disk-'));
  undo.push(() => rmSync(data, { recursive: true, force: true }));
  return data;
};

const openWorld = (): { readonly world: TestWorld; readonly data: string } => {
  const data = newFolder();
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  return { world: createTestWorld(files, { log, blobs: createMemoryContent().blobs }), data };
};

/** Another install over the same folder, as a second process would have it. */
const reopened = (world: TestWorld, data: string): TestWorld => {
  const log = createDiskLog({ data });
  undo.push(() => log.close());
  return createTestWorld(files, { log, blobs: world.blobs, keyring: world.deps.keyring, seed: 50 });
};

const hashOfFolder = (folder: string): string => {
  const hash = createHash('sha256');
  const visit = (path: string): void => {
    for (const name of readdirSync(path).sort()) {
      const inner = join(path, name);
      if (statSync(inner).isDirectory()) visit(inner);
      else
        hash
          .update(inner)
          .update(readFileSync(inner))
          .update(String(statSync(inner).mtimeMs));
    }
  };
  visit(folder);
  return hash.digest('hex');
};

const folderOf = (data: string, sessionId: SessionId): string => join(data, 'streams', 'session', sessionId);

/** Holds the stream's lock from another process until it is killed. */
const holdLock = async (folder: string): Promise<() => Promise<void>> => {
  const code = `
    const { DatabaseSync } = require('node:sqlite');
    const lock = new DatabaseSync(${JSON.stringify(join(folder, 'lock'))}, { timeout: 5000 });
    lock.exec('PRAGMA journal_mode = OFF'); lock.exec('BEGIN EXCLUSIVE');
    process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  undo.push(kill);
  await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
  return kill;
};

/** Another process that advances with this receipt and is now in the middle of its commit. */
const slowAdvance = async (data: string, ackToken: string) => {
  const program = fileURLToPath(new URL('../testing/slow-advance.ts', import.meta.url));
  const child = spawn(process.execPath, [program, data, ackToken], { stdio: ['pipe', 'pipe', 'inherit'] });
  undo.push(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (): Promise<string> => (await lines.next()).value ?? '';
  const first = await line();
  if (first !== 'writing') throw new Error(`the other process did not come to its commit: ${first}`);
  const goOn = async (): Promise<unknown> => {
    child.stdin.end('.');
    return JSON.parse(await line());
  };
  return { pid: child.pid, goOn };
};

describe('on disk', () => {
  test('[RL-02] [lock:rehydrate-pure] the state token alone gives the same step a hundred times and changes no byte', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    const b = okAnswer(await world.advance(a, notes('did a')));
    await new Promise((resume) => setTimeout(resume, 50));
    const before = hashOfFolder(data);
    const answers = new Set<string>();
    for (let index = 0; index < 100; index += 1) {
      const { ackToken: _, checkpointToken: __, nextCall: ___, ...rest } = okAnswer(await world.rehydrate(b));
      expect(rest).toMatchObject({ nextIntent: 'rehydrate_only', pending: { stepId: 'b' } });
      answers.add(JSON.stringify(rest));
    }
    expect(answers.size).toBe(1);
    expect(hashOfFolder(data)).toBe(before);
  });

  test('[RL-38] [lock:single-writer] [lock:append-plan-atomic] of two processes that advance one session one commits, and the other is told who writes and when to try again', async () => {
    const data = newFolder();
    const log = createDiskLog({ data });
    undo.push(() => log.close());
    const world = await openSharedWorld(data, log, 1);
    const a = await world.start('project.abc');
    // Another receipt for the same step: two agents, two attempts.
    const own = await world.rehydrate(a);
    const before = await world.events(a.session.sessionId);
    const other = await slowAdvance(data, tokensOf(a).ackToken);
    // The lines of its plan are in the file; nobody sees one of them before they are attested.
    expect(await world.events(a.session.sessionId)).toEqual(before);
    const refused = await world.tryAdvance({ ...tokensOf(own), ...notes('by the quick one') });
    expect(refused).toEqual({
      ok: false,
      error: { code: 'TOKEN_SESSION_LOCKED', afterMs: 1_000, ownerPid: other.pid },
    });
    expect(await other.goOn()).toMatchObject({ ok: true, value: { pending: { stepId: 'b' } } });
    const advanced = async () =>
      (await world.events(a.session.sessionId)).filter(({ kind }) => kind === 'advance_recorded');
    expect(await advanced()).toHaveLength(1);
    // The same call, once there is nobody else: its own branch.
    okAnswer(await world.advance(own, notes('by the quick one')));
    expect(await advanced()).toHaveLength(2);
  });

  test('[RL-39] [lock:lock-stale-by-pid] a lock whose owner died is free for the next advance; a living owner keeps it', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    await new Promise((resume) => setTimeout(resume, 50));
    const kill = await holdLock(folderOf(data, a.session.sessionId));
    for (let look = 0; look < 3; look += 1)
      expect(await reopened(world, data).tryAdvance(tokensOf(a))).toMatchObject({
        error: { code: 'TOKEN_SESSION_LOCKED' },
      });
    await kill();
    expect(okAnswer(await reopened(world, data).advance(a, notes('did a'))).pending?.stepId).toBe('b');
  });

  test('a process that goes on working holds nothing of its own that a repair cut off elsewhere', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    const { sessionId } = a.session;
    await new Promise((resume) => setTimeout(resume, 50));
    okAnswer(await world.advance(a, notes('did a')));
    await new Promise((resume) => setTimeout(resume, 50));
    const events = join(folderOf(data, sessionId), 'events');
    const segment = join(events, readdirSync(events)[0] ?? '');
    writeFileSync(segment, readFileSync(segment, 'utf8').replace('did a', 'did x'));

    const log = createDiskLog({ data });
    undo.push(() => log.close());
    unwrap(await log.repair(`session/${sessionId}`));
    const other = reopened(world, data);
    okAnswer(await other.advance(a, notes('was done otherwise')));
    expect(await world.session(sessionId)).toEqual(await reopened(world, data).session(sessionId));
  });

  test('[RL-47] a rehydrate answers while another process holds the lock', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    await new Promise((resume) => setTimeout(resume, 50));
    await holdLock(folderOf(data, a.session.sessionId));
    expect(okAnswer(await reopened(world, data).rehydrate(a)).pending?.stepId).toBe('a');
  });

  test('[lock:health-gates-execution] [lock:segment-digest] a flipped byte stops every call on the session and takes it off the resume list', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    const sound = await world.start('project.abc');
    await world.advance(a, notes('did a'));
    const events = join(folderOf(data, a.session.sessionId), 'events');
    const path = join(events, readdirSync(events)[0] ?? '');
    const bytes = readFileSync(path);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const other = reopened(world, data);
    const refusal = { ok: false, error: { code: 'SESSION_NOT_HEALTHY', health: { reason: 'digest_mismatch' } } };
    expect(await other.tryRehydrate(a)).toMatchObject(refusal);
    expect(await other.tryAdvance(tokensOf(a))).toMatchObject(refusal);
    expect(await other.checkpoint({ checkpointToken: a.checkpointToken ?? '' })).toMatchObject(refusal);
    const { candidates } = unwrap(await other.resume({}));
    expect(candidates.map(({ sessionId }) => sessionId)).toEqual([sound.session.sessionId]);
  });

  test('[lock:salvage-read-only] what is sound of a damaged session can be read and exported, and nothing is written to it', async () => {
    const { world, data } = openWorld();
    const a = await world.start('project.abc');
    const b = okAnswer(await world.advance(a, notes('did a')));
    await world.advance(b, notes('did b'));
    const folder = join(folderOf(data, a.session.sessionId), 'events');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const bytes = readFileSync(path);
    const at = bytes.lastIndexOf('did b');
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    const log = createDiskLog({ data });
    undo.push(() => log.close());
    const { events } = await log.salvage(`session/${a.session.sessionId}`);
    expect(JSON.stringify(events)).toContain('did a');
    expect(JSON.stringify(events)).not.toContain('did b');
    const truth = (): string[] =>
      ['events', 'manifest'].map((part) => hashOfFolder(join(folderOf(data, a.session.sessionId), part)));
    const before = truth();
    const other = reopened(world, data);
    expect(await other.tryAdvance(tokensOf(b))).toMatchObject({ error: { code: 'SESSION_NOT_HEALTHY' } });
    expect(await other.checkpoint({ checkpointToken: b.checkpointToken ?? '' })).toMatchObject({
      error: { code: 'SESSION_NOT_HEALTHY' },
    });
    expect(truth()).toEqual(before);
  });

  test('[lock:manifest-contiguous] a record missing from the manifest is damage, and stops the session', async () => {
    const { world, data } = openWorld();
    let at = await world.start('project.abc');
    const start = at;
    for (const text of ['a', 'b']) at = okAnswer(await world.advance(at, notes(text)));
    const folder = join(folderOf(data, at.session.sessionId), 'manifest');
    const path = join(folder, readdirSync(folder)[0] ?? '');
    const lines = readFileSync(path, 'utf8').split('\n');
    lines.splice(1, 1);
    writeFileSync(path, lines.join('\n'));
    expect(await reopened(world, data).tryRehydrate(start)).toMatchObject({
      error: { code: 'SESSION_NOT_HEALTHY', health: { reason: 'non_contiguous_indices', commit: 1 } },
    });
  });

  test('[lock:pins-with-commit] every commit pins the snapshot and the workflow it introduces', async () => {
    const { world } = openWorld();
    let at = await world.start('project.abc');
    for (const text of ['a', 'b', 'c']) at = okAnswer(await world.advance(at, notes(text)));
    const commits = await world.log.commits(`session/${at.session.sessionId}`);
    const events = await world.events(at.session.sessionId);
    expect(commits.ok && commits.value.commits.length).toBe(4);
    for (const { first, last, pins } of commits.ok ? commits.value.commits : [])
      for (const event of events.slice(first, last + 1)) {
        if (event.kind === 'node_created') expect(pins).toContain(event.body.snapshotRef);
        if (event.kind === 'run_started') expect(pins).toContain(event.body.workflowHash);
      }
  });

  test('a session folded from its snapshot answers as one folded from its events', async () => {
    const data = mkdtempSync(join(tmpdir(), 'rails-snap-'));
    undo.push(() => rmSync(data, { recursive: true, force: true }));
    const log = createDiskLog({ data });
    undo.push(() => log.close());
    const many = {
      'project.many': linear(
        'project.many',
        Array.from({ length: 130 }, (_, index) => `s${index}`),
      ),
    };
    const { createSessionStore } = await import('../adapters/sessions/session-store.ts');
    const blobs = createMemoryContent().blobs;
    const sessions = createSessionStore({ log, blobs, snapshots: log.snapshots });
    const world = createTestWorld(many, { log, blobs, overrides: { sessions } });
    let at = await world.start('project.many');
    const start = at;
    for (let index = 0; index < 120; index += 1) at = okAnswer(await world.advance(at, notes(`note ${index}`)));
    await new Promise((resume) => setTimeout(resume, 100));
    const fromEvents = createTestWorld(many, { log, blobs, keyring: world.deps.keyring, seed: 60 });
    const fresh = createDiskLog({ data });
    undo.push(() => fresh.close());
    expect(
      await fresh.snapshots.load(`session/${at.session.sessionId}`, { name: 'rails-session', version: 6 }),
    ).toBeDefined();
    const stored = createSessionStore({ log: fresh, blobs, snapshots: fresh.snapshots });
    const fromSnapshot = createTestWorld(many, {
      log: fresh,
      blobs,
      keyring: world.deps.keyring,
      seed: 60,
      overrides: { sessions: stored },
    });
    for (const place of [at, start])
      expect(JSON.stringify(await fromSnapshot.rehydrate(place))).toBe(
        JSON.stringify(await fromEvents.rehydrate(place)),
      );
  });
});
