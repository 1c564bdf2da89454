import { expect, test } from 'vitest';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { partPath, segmentPath } from './layout.ts';

const FOLDER = '/data/streams/session/s';

test('a stream of one commit takes no room ahead, and one that grows takes more', async () => {
  const disk = createSimulatedDisk();
  const log = openOnSimulatedDisk(disk).open();
  const fs = disk.mount();
  const sizes = () => [segmentPath(FOLDER, 0), partPath(FOLDER, 0)].map((path) => fs.statSync(path)?.size ?? 0);
  const bytes = async () =>
    unwrap(await log.commits('session/s')).commits.reduce((sum, commit) => sum + commit.bytes, 0);
  unwrap(await log.append('session/s', [said('x'.repeat(3_000))], { expected: 0 }));
  expect(sizes()[0]).toBe(await bytes());
  expect(sizes()[1]).toBeLessThan(500);
  unwrap(await log.append('session/s', [said('y')], { expected: 1 }));
  expect(sizes()[0]).toBeGreaterThan((await bytes()) + 4_000);
  // A stream that is let go of gives it back, though its writer had paused.
  await new Promise((resume) => setTimeout(resume, 50));
  await log.close();
  expect(sizes()[0]).toBe(
    await openOnSimulatedDisk(disk)
      .open()
      .commits('session/s')
      .then((found) => unwrap(found).commits.reduce((sum, commit) => sum + commit.bytes, 0)),
  );
});
