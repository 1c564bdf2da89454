import { expect, test } from 'vitest';
import { serveAtelier } from './testing/child.ts';
import { isEventAt, isLive, openTab, pageClient, signIn } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'after %s and a new start the same cookie is signed in, and events go on from the seq with none lost or repeated',
  async (signal) => {
    const dataFolder = await tempFolder();
    const first = await serveAtelier(dataFolder);
    const cookie = await signIn(first.link);
    const before = pageClient(first.origin, cookie);
    const tab = await openTab(first.origin, cookie);
    tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
    await tab.until(isLive);
    for (const theme of ['dark', 'light', 'dark'] as const) await before.SettingsSet({ set: { theme } });
    await tab.until(isEventAt(2));
    // A change this tab has not heard of: it left before.
    tab.close();
    await tab.closed;
    expect(await before.SettingsSet({ set: { language: 'he' } })).toMatchObject({ ok: true, value: { seq: 4 } });
    first.process.kill(signal);
    await first.ended;

    const second = await serveAtelier(dataFolder, first.port);
    expect(second.port).toBe(first.port);
    const after = pageClient(second.origin, cookie);
    const resumed = await openTab(second.origin, cookie);
    const seen = tab.seqs('install');
    resumed.say({ subscribe: [{ stream: 'install', from: seen.length }] });
    await resumed.until(isLive);
    expect(await after.SettingsSet({ set: { theme: 'light' } })).toMatchObject({ ok: true, value: { seq: 5 } });
    await resumed.until(isEventAt(4));
    expect([...seen, ...resumed.seqs('install')]).toEqual([0, 1, 2, 3, 4]);
    expect(await after.InstallGet({})).toMatchObject({
      ok: true,
      value: { view: { settings: { theme: 'light', language: 'he' } }, seq: 5 },
    });
    const boots = [tab, resumed].map(({ frames }) =>
      frames.flatMap((frame) => ('ready' in frame ? [frame.ready.boot] : [])),
    );
    expect(boots[0]).not.toEqual(boots[1]);
  },
);
