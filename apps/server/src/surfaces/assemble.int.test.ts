import { openDiskStorage } from '@atelier/kernel/storage';
import { expect, test } from 'vitest';
import { ask } from '../testing/ask.ts';
import { tempFolder } from '../testing/temp-folder.ts';
import { startTestServer } from '../testing/test-server.ts';
import { EventUnreadable } from './checked-log.ts';
import { surfaces } from './index.ts';
import { createModelsSurface } from './models/index.ts';
import { createRailsSurface } from './rails/index.ts';
import type { CreateSurface, SurfaceKit } from './surface.ts';

const replaced = (which: CreateSurface, by: (kit: SurfaceKit) => ReturnType<CreateSurface>): CreateSurface[] =>
  surfaces.map((create) =>
    create === which ? Object.assign((kit: SurfaceKit) => by(kit), { surface: create.surface ?? '' }) : create,
  );

const breaks = (what: string): never => {
  throw new Error(`${what} with a secret`);
};

test.each([
  ['start', (kit: SurfaceKit) => ({ ...createModelsSurface(kit), start: async () => breaks('start') })],
  ['creation', () => breaks('creation')],
] as const)('a surface that breaks at its %s answers a refusal, and the others work', async (_when, by) => {
  const { server, client, cookie } = await startTestServer({ surfaces: replaced(createModelsSurface, by) });
  for (const reply of [await client.ChatLabGet({}), await client.ModelsGet({})]) {
    expect(reply).toMatchObject({
      ok: false,
      error: {
        code: 'SURFACE_UNAVAILABLE',
        details: { surface: 'models' },
        suggestion: expect.stringMatching(/doctor/),
      },
    });
    expect(JSON.stringify(reply)).not.toContain('secret');
  }
  expect(await client.SessionsList({})).toMatchObject({ ok: true });
  expect(await client.InstallGet({})).toMatchObject({ ok: true, value: { unavailable: ['models'] } });
  const diagnostics = await client.DiagnosticsGet({});
  expect(diagnostics.ok && diagnostics.value.findings).toContainEqual(
    expect.objectContaining({ level: 'problem', code: 'SURFACE_UNAVAILABLE', fact: 'models' }),
  );
  const page = await ask({ port: server.port, path: '/', headers: { cookie } });
  expect(page.status).toBe(200);
});

test('its addresses for bytes and for agents answer the same refusal', async () => {
  const down = (kit: SurfaceKit) => ({ ...createRailsSurface(kit), start: async () => breaks('start') });
  const { server, cookie, installToken } = await startTestServer({ surfaces: replaced(createRailsSurface, down) });
  const bytes = await ask({ port: server.port, path: '/rails/exports/none.json', headers: { cookie } });
  expect([bytes.status, JSON.parse(bytes.text).error.code]).toEqual([503, 'SURFACE_UNAVAILABLE']);
  const headers = { authorization: `Bearer ${installToken}` };
  const agent = await ask({ port: server.port, method: 'POST', path: '/mcp', headers });
  expect([agent.status, JSON.parse(agent.text).error.code]).toEqual([503, 'SURFACE_UNAVAILABLE']);
});

test('events that no fold can read stop nothing: the rest is shown, and diagnostics count them', async () => {
  const dataFolder = await tempFolder();
  const storage = openDiskStorage(dataFolder);
  const odd = [
    { kind: 'settings.changed', data: { set: { theme: 7 } } },
    { kind: 'storage.collected', data: { objects: 3.5, bytes: -1 } },
    { kind: 'store_check.finished', data: {} },
    { kind: 'settings.changed', data: { set: { language: 'he' } } },
  ];
  const events = odd.map(({ kind, data }) => ({ kind, key: null, data: data as Record<string, never> }));
  expect(await storage.log.append('install', events, { expected: 'any' })).toMatchObject({ ok: true });
  await storage.close();

  const { client } = await startTestServer({ dataFolder });
  expect(await client.InstallGet({})).toMatchObject({
    ok: true,
    value: { unavailable: [], view: { settings: { language: 'he', theme: 'auto' }, unread: 3 } },
  });
  expect(await client.SettingsSet({ set: { theme: 'dark' } })).toMatchObject({ ok: true });
  const diagnostics = await client.DiagnosticsGet({});
  expect(diagnostics.ok && diagnostics.value.findings).toContainEqual(
    expect.objectContaining({
      code: 'EVENTS_UNREADABLE',
      fact: 'install',
      message: expect.stringMatching(/^3 events/),
    }),
  );
});

test('an event that its fold could not read is not written, by surfaces and services alike', async () => {
  let kit: SurfaceKit | undefined;
  const witness: CreateSurface = (lent) => {
    kit = lent;
    return { handlers: {}, streams: {} };
  };
  await startTestServer({ surfaces: [...surfaces, witness] });
  const odd = { kind: 'storage.collected', key: null, data: { objects: 3.5, bytes: 1 } };
  const fine = { ...odd, data: { objects: 3, bytes: 1 } };
  for (const log of [kit?.log, kit?.storage.log]) {
    await expect(log?.append('install', [fine, odd], { expected: 'any' })).rejects.toThrow(EventUnreadable);
    expect(await log?.health('install')).toMatchObject({ kind: 'healthy', next: 0 });
  }
  expect(await kit?.log.append('install', [fine], { expected: 'any' })).toMatchObject({ ok: true });
});
