import { expect, test } from 'vitest';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';

const STREAM = 'session/s';

test('a bell that cannot be rung does not turn a durable commit into a refusal', async () => {
  const machine = openOnSimulatedDisk(createSimulatedDisk());
  const log = machine.open();
  machine.breakBell(new Error('no space for a byte'));
  const answers = await Promise.all(['a', 'b'].map((text) => log.append(STREAM, [said(text)], { expected: 'any' })));
  expect(answers.map((answer) => answer.ok)).toEqual([true, true]);
  expect(textsOf(unwrap(await log.read(STREAM)).events)).toEqual(['a', 'b']);
});

test('of appends that were committed together none is told of a fault that another met afterwards', async () => {
  const disk = createSimulatedDisk();
  const log = openOnSimulatedDisk(disk, { limits: { events: 2, bytes: 4 * 1024 * 1024 } }).open();
  for (const key of ['k0', 'k1', 'k2']) unwrap(await log.append(STREAM, [said(key, key)], { expected: 'any' }));
  let durable = false;
  disk.injectFaults(({ name, path }) => {
    durable ||= name === 'datasync' && path.includes('/manifest/');
    return durable && name === 'read' && path.includes('/events/') ? 'EIO' : undefined;
  });
  const [retried, fresh] = await Promise.all([
    log.append(STREAM, [said('k0', 'k0')], { expected: 'any' }),
    log.append(STREAM, [said('new')], { expected: 'any' }),
  ]);
  disk.injectFaults(() => undefined);
  expect(fresh).toMatchObject({ ok: true, value: { first: 3, next: 4 } });
  expect(retried).toMatchObject({ ok: false, error: { code: 'WRITE_FAILED' } });
  expect(unwrap(await log.append(STREAM, [said('k0', 'k0')], { expected: 'any' })).repeated).toBe(true);
  expect(textsOf(unwrap(await log.read(STREAM)).events)).toEqual(['k0', 'k1', 'k2', 'new']);
});
