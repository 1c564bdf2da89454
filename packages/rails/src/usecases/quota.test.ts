import { createIds, createMemoryContent, sha256 } from '@atelier/kernel/adapters';
import { QuotaRefused } from '@atelier/kernel/core';
import { createSeededWorld } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { createRecordBundleSigner } from '../adapters/keyring/bundle-signer.ts';
import { createMemoryRecords } from '../testing/memory-records.ts';
import { artifact, createTestWorld, linear, notes, unwrap } from '../testing/world.ts';
import { exportSession } from './export-session.ts';
import { importBundle } from './import-bundle.ts';

const files = { 'project.abc': linear('project.abc', ['a', 'b', 'c']) };
const refusal = { code: 'QUOTA_EXCEEDED', quotaBytes: 10, storedBytes: 10, neededBytes: 1 } as const;
const large = artifact({ kind: 'my.report', text: 'r'.repeat(6_000) });

/** An install whose storage can be filled up. */
const begin = () => {
  const content = createMemoryContent().blobs;
  const room = { full: false };
  const blobs: Pick<typeof content, 'put' | 'get'> = {
    get: content.get,
    put: async (bytes) => {
      if (room.full) throw new QuotaRefused(refusal);
      return content.put(bytes);
    },
  };
  return { room, world: createTestWorld(files, { blobs }) };
};

test('a step whose output does not fit is refused and can be finished once there is room', async () => {
  const { room, world } = begin();
  const a = await world.start('project.abc');
  const before = (await world.events(a.session.sessionId)).length;
  room.full = true;
  const sent = { ackToken: a.ackToken ?? '', ...large };
  expect(await world.tryAdvance(sent)).toEqual({ ok: false, error: refusal });
  expect(await world.checkpoint({ checkpointToken: a.checkpointToken ?? '', ...large })).toEqual({
    ok: false,
    error: refusal,
  });
  expect(await world.events(a.session.sessionId)).toHaveLength(before);
  room.full = false;
  expect(unwrap(await world.tryAdvance(sent))).toMatchObject({ pending: { stepId: 'b' } });
});

test('small steps go on at the quota: they ride inside the log', async () => {
  const { room, world } = begin();
  const a = await world.start('project.abc');
  room.full = true;
  expect(await world.advance(a, notes('short'))).toMatchObject({ pending: { stepId: 'b' } });
});

test('a workflow that cannot be pinned is not started', async () => {
  const { room, world } = begin();
  room.full = true;
  expect(await world.tryStart('project.abc')).toEqual({ ok: false, error: refusal });
  expect(await world.log.list('session')).toEqual([]);
});

test('a bundle that does not fit is refused, and nothing of it is recorded', async () => {
  const newId = createIds(createSeededWorld(99));
  const { world } = begin();
  const a = await world.start('project.abc');
  await world.advance(a, large);
  const { log, blobs } = world;
  const signer = createRecordBundleSigner(createMemoryRecords());
  const toBundle = exportSession({ sha256, log, blobs, now: () => 0, newId, appVersion: '0.1.0', signer });
  const bundle = unwrap(await toBundle(a.session.sessionId));
  const there = begin();
  there.room.full = true;
  const taken = importBundle({
    sha256,
    log: there.world.log,
    blobs: there.world.blobs,
    newId,
    signer,
    catalog: there.world.deps.catalog,
  })(JSON.parse(JSON.stringify(bundle)));
  expect(await taken).toEqual({ ok: false, error: refusal });
  expect(await there.world.log.list('session')).toEqual([]);
});
