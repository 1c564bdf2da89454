import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blobIdOf } from '@atelier/kernel/adapters';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempFolder } from '../../testing/temp-folder.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { surfaces } from '../index.ts';
import type { CreateSurface, SurfaceKit } from '../surface.ts';
import { createInstallSurface } from './index.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

const hour = 60 * 60 * 1000;

describe.each(['disk', 'database'] as const)('on %s', (place) => {
  /** A server whose clock stands where the test puts it, and the kit its surfaces were given. */
  const serve = async (everyMs?: number) => {
    const clock = { at: Date.now(), now: () => clock.at };
    let kit: SurfaceKit | undefined;
    const spy: CreateSurface = (given) => {
      kit = given;
      return createInstallSurface(given);
    };
    const { client } = await startTestServer({
      surfaces: surfaces.map((create) => (create === createInstallSurface ? spy : create)),
      collection: { clock, ...(everyMs !== undefined && { everyMs }) },
      ...(place === 'database' && { databaseUrl: await postgres.newDatabase() }),
    });
    if (!kit) throw new Error('no surface was made');
    const facts = async () => {
      const reply = await client.StorageGet({});
      if (!reply.ok) throw new Error(reply.error.code);
      return reply.value;
    };
    return { client, kit, clock, facts };
  };
  const folderOf = async (bytes: number): Promise<string> => {
    const folder = join(await tempFolder(), 'work');
    await mkdir(folder);
    const noise = Buffer.from(
      Uint32Array.from({ length: bytes / 4 }, (_, n) => Math.imul(n + 1, 2_654_435_761)).buffer,
    );
    await writeFile(join(folder, 'a.bin'), noise);
    return folder;
  };

  test('content that is needed and gone is found by a check and by diagnostics, before anything is collected', async () => {
    const { client, kit } = await serve();
    const gone = blobIdOf(Buffer.from('gone'));
    await kit.log.append('run/a', [{ kind: 'x', key: null, data: {} }], { expected: 0, pins: [gone] });
    expect(await client.StoreCheckStart({})).toMatchObject({ ok: true });
    await expect
      .poll(() => client.InstallGet({}))
      .toMatchObject({ value: { view: { storeCheck: { state: 'finished', report: { findings: [], missing: 1 } } } } });
    expect(await client.DiagnosticsGet({})).toMatchObject({
      value: { findings: expect.arrayContaining([expect.objectContaining({ code: 'NOTHING_COLLECTED' })]) },
    });
  });

  test('what is stored is counted, and a capture beyond the quota is refused before it begins', async () => {
    const { client, kit, facts } = await serve();
    expect(await facts()).toMatchObject({ place, usedBytes: 0, objects: 0, quotaBytes: null, lastCollection: null });
    const folder = await folderOf(1_200_000);
    expect(await client.StorageQuotaSet({ quotaBytes: 1_000_000 })).toMatchObject({ ok: true });
    expect(await kit.capture(folder)).toMatchObject({
      ok: false,
      error: { code: 'QUOTA_EXCEEDED', quotaBytes: 1_000_000, storedBytes: 0, neededBytes: 1_200_000 },
    });
    expect((await facts()).objects).toBe(0);
    await client.StorageQuotaSet({ quotaBytes: null });
    expect(await kit.capture(folder)).toMatchObject({ ok: true });
    const after = await facts();
    expect(after.usedBytes).toBeGreaterThan(1_000);
    expect(after.byKind.content).toBe(after.usedBytes);
    expect(after.byKind.log).toBeGreaterThan(0);
    expect(await client.StorageQuotaSet({ quotaBytes: 10 })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_PARAMS' },
    });
  });

  test('of two captures at once only one gets the last room, and no other way in leads past the quota', async () => {
    const { client, kit, facts } = await serve();
    await client.StorageQuotaSet({ quotaBytes: 2_000_000 });
    const folders = [await folderOf(1_200_000), await folderOf(1_200_004)];
    const done = await Promise.all(folders.map((folder) => kit.capture(folder)));
    expect(done.map(({ ok }) => ok).sort()).toEqual([false, true]);
    const { usedBytes } = await facts();
    const rest = Buffer.from(Uint32Array.from({ length: 500_000 }, (_, n) => Math.imul(n + 7, 2_246_822_519)).buffer);
    await expect(kit.storage.blobs.put(rest)).rejects.toMatchObject({ refusal: { code: 'QUOTA_EXCEEDED' } });
    await expect((await kit.storage.content()).blobs.put(rest)).rejects.toMatchObject({
      refusal: { code: 'QUOTA_EXCEEDED' },
    });
    expect((await facts()).usedBytes).toBe(usedBytes);
  });

  test('what no commit pins goes after an hour, what one pins stays, and it is recorded', {
    timeout: 30_000,
  }, async () => {
    const { client, kit, clock, facts } = await serve(20);
    const [kept, dead] = [
      await kit.storage.blobs.put(Buffer.alloc(9_000, 1)),
      await kit.storage.blobs.put(Buffer.alloc(9_000, 2)),
    ];
    await kit.log.append('run/one', [{ kind: 'x', key: null, data: {} }], {
      expected: 'any',
      pins: [kept],
    });
    await expect.poll(async () => (await facts()).lookedAt, { timeout: 10_000 }).not.toBeNull();
    expect(await kit.storage.blobs.get(dead)).toBeDefined();
    const hourLater = async () => {
      clock.at += hour;
      return (await facts()).lastCollection;
    };
    await expect.poll(hourLater, { timeout: 10_000 }).toMatchObject({ objects: 1 });
    expect(await kit.storage.blobs.get(dead)).toBeUndefined();
    expect(await kit.storage.blobs.get(kept)).toBeDefined();
    expect(await client.InstallGet({})).toMatchObject({
      value: { view: { storage: { lastCollection: { objects: 1 } } } },
    });
    expect(await facts()).toMatchObject({ objects: 1, trouble: null });
  });
});
