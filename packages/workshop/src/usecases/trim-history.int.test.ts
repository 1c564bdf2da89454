import { err } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { createPhasedModel } from '../testing/phased-model.ts';
import { openRunWorld, person } from '../testing/run-world.ts';
import { sharedWorkers } from '../testing/shared-workers.ts';
import { pinnedBy, previewTrim, trimWorkbench } from './trim-history.ts';

const workers = sharedWorkers();
const unreadable = async () => err({ code: 'STREAM_CORRUPT', stream: 'bench', reason: 'a bit', seq: 1 } as never);

test('a history that cannot be read is refused, with nothing changed, and is no fault', async () => {
  const world = await openRunWorld({ workers: workers(), models: { 'builtin:scripted': createPhasedModel({}) } });
  const id = await world.create({ 'a.txt': 'one\n' }, 'builtin:scripted');
  await world.turn(id, 'Say it', 'ask');
  const { log } = world.storage;
  const before = (await world.events(id)).length;
  for (const broken of [
    { ...log, read: unreadable },
    { ...log, commits: unreadable },
  ]) {
    const deps = { ...world.deps, log: broken, remove: async () => ({ ok: true, value: undefined }) as never };
    const refused = { ok: false, error: { code: 'STORE_UNHEALTHY' } };
    expect(await previewTrim(deps)(id, 'keep')).toEqual(refused);
    expect(await trimWorkbench(deps)(id, { ownCheckpoints: 'keep', seen: {} }, person)).toEqual(refused);
    if (broken.commits === unreadable) expect(await pinnedBy(broken, id)).toEqual(refused);
  }
  expect((await world.events(id)).length).toBe(before);
  expect(await previewTrim({ ...world.deps, log })(id, 'keep')).not.toEqual({
    ok: false,
    error: { code: 'STORE_UNHEALTHY' },
  });
  await world.close();
});
