import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryHost } from '@atelier/files';
import { openFiles } from '@atelier/files/testing';
import { expect, test } from 'vitest';
import requests from '../../../../models/fixtures/offline-requests.json' with { type: 'json' };
import { furnish } from '../../../../models/fixtures/offline-world.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const workers = sharedWorkers();
const sweeps = 30;

/** The files that the built-in model's requests are about. */
const officeFiles = async (): Promise<Readonly<Record<string, Uint8Array>>> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-office-'));
  const host = createMemoryHost();
  const files = openFiles(host, { folder });
  await furnish(
    (path, bytes) => void host.put(path, bytes),
    (tool, args) => files.call(tool, args),
  );
  const all = Object.fromEntries(
    (await host.list()).map(({ path }) => [path, Uint8Array.from(host.bytes(path) ?? [])]),
  );
  await files.close();
  await rm(folder, { recursive: true, force: true });
  return all;
};

test('[WS-82] thirty sweeps over real files raise no warning and stop nothing', { timeout: 300_000 }, async () => {
  const world = await openRunWorld({ workers: workers() });
  const id = await world.create(await officeFiles());
  const step = Math.floor(requests.length / sweeps);
  for (let nth = 0; nth < sweeps; nth += 1) {
    await world.turn(id, requests[nth * step]?.request ?? '');
    if ((await world.at(id)).draft) await world.actions.discard(id, {}, person);
  }
  expect(world.faults).toEqual([]);
  const events = await world.events(id);
  expect(events.filter(({ kind }) => kind === 'run.completed')).toHaveLength(sweeps);
  expect(events.filter(({ kind }) => kind === 'tool.called').length).toBeGreaterThan(sweeps);
  expect(
    events.filter(({ kind }) => kind === 'message.system' || kind === 'run.failed' || kind === 'run.item_failed'),
  ).toEqual([]);
  await world.close();
});
