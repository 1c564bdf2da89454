import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStorage } from '@atelier/kernel/storage';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { studioWorld } from '../testing/studio-world.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
let folder = '';
beforeAll(async () => {
  postgres = await startPostgres();
  folder = await mkdtemp(join(tmpdir(), 'studio-killed-'));
}, 60_000);
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

type Place = { readonly data: string; readonly databaseUrl: string };

const worldAt = async ({ data, databaseUrl }: Place, start: string) => {
  const opened = await openStorage({ data, ...(databaseUrl !== '' && { databaseUrl }) });
  if (!opened.ok) throw new Error(JSON.stringify(opened.error));
  const { log, blobs } = opened.value;
  return { ...studioWorld({ log, blobs, start }), close: () => opened.value.close() };
};

const processPath = join(import.meta.dirname, '../testing/killed-process.ts');

/** Another process does it, and is killed so many milliseconds after it began. */
const killedAfter = async (ms: number, { data, databaseUrl }: Place, mode: string, projectId: string, key: string) => {
  const child: ChildProcess = spawn(process.execPath, [processPath, data, databaseUrl, mode, projectId, key], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.stdout) await once(child.stdout, 'data');
  await new Promise((resume) => setTimeout(resume, ms));
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe.each(['disk', 'database'] as const)('on %s', (kind) => {
  const newPlace = async (name: string): Promise<Place> => ({
    data: join(folder, `${kind}-${name}`),
    databaseUrl: kind === 'database' ? await postgres.newDatabase() : '',
  });

  test('[ST-44] killed in the middle of a turn: it did nothing, says so, and can be sent again', async () => {
    const place = await newPlace('turn');
    const before = await worldAt(place, '2026-04-16T08:00:00.000Z');
    const { projectId } = await before.demo();
    await before.close();
    await killedAfter(0, place, 'turn', projectId, 'key-of-the-killed-turn');
    const after = await worldAt(place, '2026-04-16T12:00:00.000Z');
    await after.turns.recover([projectId], false);
    const state = await after.state(projectId);
    expect(state.sessions.get('local')).toMatchObject({ activeTurn: null, draft: null });
    expect([...state.turns.values()].at(-1)).toMatchObject({ status: 'failed', errorCode: 'TURN_ABANDONED' });
    expect(await after.say(projectId, 'paint the main stage red')).toMatchObject({ outcome: 'done' });
    await after.close();
  }, 60_000);

  test('[ST-44] killed while it applies, at any moment: applied once or not at all, and sending it again ends well', async () => {
    const place = await newPlace('apply');
    let world = await worldAt(place, '2026-04-16T08:00:00.000Z');
    const { projectId } = await world.demo();
    for (const [nth, ms] of [0, 8, 60].entries()) {
      const colour = ['red', 'green', 'black'][nth] ?? '';
      await world.say(projectId, `paint the main stage ${colour}`);
      const drafted = await world.state(projectId);
      const applies = drafted.changeSets.length;
      expect(drafted.sessions.get('local')?.draft?.revision).toBe(1);
      await world.close();
      const key = `key-of-the-killed-apply-${nth}`;
      await killedAfter(ms, place, 'apply', projectId, key);
      world = await worldAt(place, `2026-04-16T${12 + nth}:00:00.000Z`);
      await world.turns.recover([projectId], false);
      const { changeSets, sessions } = await world.state(projectId);
      const wasApplied = changeSets.length - applies;
      expect([0, 1]).toContain(wasApplied);
      expect(sessions.get('local')?.draft === null).toBe(wasApplied === 1);
      const again = await world.send(projectId, { type: 'applyDraft', expectedDraftRevision: 1 }, undefined, key);
      expect(again).toMatchObject({ ok: true, value: { outcome: 'done', replayed: wasApplied === 1 } });
      expect((await world.state(projectId)).changeSets.length).toBe(applies + 1);
    }
    await world.close();
  }, 120_000);
});
