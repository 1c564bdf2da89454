import type { EventLog } from '@atelier/kernel';
import { createMemoryLog } from '@atelier/kernel/adapters';
import { expect, test } from 'vitest';
import { createDiskWatch } from './disk-watch.ts';

const refusing = (system?: string): EventLog => ({
  ...createMemoryLog(),
  append: async () => ({ ok: false, error: { code: 'UNHEALTHY', reason: 'io', ...(system && { system }) } }),
});
const refusal = { ok: false, error: { code: 'STORE_UNHEALTHY' } };

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])('work that was refused because of %s fails with it', async (system) => {
  const { watched, heed } = createDiskWatch();
  const log = watched(refusing(system));
  const append = () => log.append('install', [], { expected: 'any' });
  const work = async () => {
    await append();
    return refusal;
  };
  await expect(heed(work)).rejects.toMatchObject({ code: system });
  // The same where the answer is to a browser, and not where it is good all the same.
  await expect(heed(async () => append().then(() => new Response('', { status: 500 })))).rejects.toMatchObject({
    code: system,
  });
  expect(await heed(async () => append().then(() => ({ ok: true })))).toEqual({ ok: true });
});

test('what was refused for another reason stays as it is', async () => {
  const { watched, heed } = createDiskWatch();
  const log = watched(refusing());
  expect(await heed(() => log.append('install', [], { expected: 'any' }).then(() => refusal))).toEqual(refusal);
});

test('one piece of work knows nothing of another', async () => {
  const { watched, heed } = createDiskWatch();
  const log = watched(refusing('ENOSPC'));
  const [full, other] = await Promise.allSettled([
    heed(() => log.append('install', [], { expected: 'any' }).then(() => refusal)),
    heed(async () => refusal),
  ]);
  expect([full.status, other.status]).toEqual(['rejected', 'fulfilled']);
  await log.append('install', [], { expected: 'any' });
});
