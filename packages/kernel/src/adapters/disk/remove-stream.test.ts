import { expect, test } from 'vitest';
import { meetEveryFault } from '../../testing/blobs-faults.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { verify } from '../../usecases/verify.ts';

let seed = 0;
/** Each process draws names of its own: a cut may leave a stream in both places, and the next removal is another's. */
const opened = (fs: Parameters<Parameters<typeof meetEveryFault>[0]['begin']>[0]) => {
  seed += 1;
  return openOnSimulatedDisk({ mount: () => fs, kill: () => undefined }, { heads: 'on disk', seed }).open();
};

test('whatever stops a removal, the stream is whole or gone, and nobody misses it', async () => {
  const points = await meetEveryFault({
    begin: async (fs) => {
      const log = opened(fs);
      for (const at of [0, 1]) unwrap(await log.append('bench/a', [said(`${at}`)], { expected: at }));
      unwrap(await log.append('bench/b', [said('other')], { expected: 0 }));
      await log.close();
      return opened(fs);
    },
    act: async (log) => void unwrap(await log.remove('bench/a', 2)),
    check: async (_, { name, fs, finished, powerCut }) => {
      for (const left of [() => fs, powerCut]) {
        const log = opened(left());
        const { next } = unwrap(await log.read('bench/a'));
        expect([0, 2], name).toContain(next);
        if (finished) expect(next, name).toBe(0);
        expect((await verify({ audit: log.audit, heads: log.heads })()).findings, name).toEqual([]);
        expect(unwrap(await log.read('bench/b')).next, name).toBe(1);
        unwrap(await log.remove('bench/a', next));
        expect(await log.list('bench'), name).toEqual(['bench/b']);
        await log.close();
      }
    },
  });
  expect(points).toBeGreaterThan(50);
});
