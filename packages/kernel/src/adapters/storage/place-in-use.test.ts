import { expect, test } from 'vitest';
import { meetEveryFault } from '../../testing/blobs-faults.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { readPlaceInUse, writePlaceInUse } from './place-in-use.ts';

test('what was written is there after a power cut that forgets all that was not synced', async () => {
  const disk = createSimulatedDisk();
  expect(readPlaceInUse('/data', disk.mount())).toBeUndefined();
  for (const place of ['database', 'disk', 'database'] as const) {
    await writePlaceInUse('/data', place, disk.mount());
    disk.powerCut(() => false);
    expect(readPlaceInUse('/data', disk.mount())).toBe(place);
  }
});

test('whatever fails on the way, it says one side or the other, and the new one once it was said to be done', async () => {
  const points = await meetEveryFault({
    begin: async (fs) => {
      await writePlaceInUse('/data', 'disk', fs);
      return fs;
    },
    act: (fs) => writePlaceInUse('/data', 'database', fs),
    check: async (_, { name, finished, fs, powerCut }) => {
      const found = readPlaceInUse('/data', fs);
      expect(finished ? ['database'] : ['disk', 'database'], name).toContain(found);
      const next = powerCut();
      expect(finished ? ['database'] : ['disk', 'database'], name).toContain(readPlaceInUse('/data', next));
      // Whoever tries again is not held up by what was left half-way.
      await writePlaceInUse('/data', 'database', next);
      expect(readPlaceInUse('/data', next), name).toBe('database');
    },
  });
  expect(points).toBeGreaterThan(20);
});

test('a file that says neither is a fault that says what it should say', () => {
  const fs = createSimulatedDisk().mount();
  const file = fs.openSync('/data/storage.json', 'create');
  file.writeSync(Buffer.from('{"v":1,"place":"cloud"}\n'), 0);
  file.closeSync();
  expect(() => readPlaceInUse('/data', fs)).toThrow(/storage\.json cannot be understood\. Bring it back/);
});
