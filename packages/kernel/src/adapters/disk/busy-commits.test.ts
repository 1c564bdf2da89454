import { expect, test } from 'vitest';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';

const STREAMS = ['session/a', 'session/b', 'session/c'] as const;

/** A sync of one file may take much longer than one of another that was begun after it. */
const unevenly = (seed: number) => {
  const { below } = createSeeded(seed);
  return async (): Promise<void> => {
    for (let ticks = below(6); ticks >= 0; ticks -= 1) await new Promise((resume) => setImmediate(resume));
  };
};

/** What a busy server does: several streams commit at once, so that syncs run beside each other. */
test('a commit is acknowledged only once its lines and its record are synced, while others commit beside it', async () => {
  for (let cutAfter = 1; cutAfter <= 15; cutAfter += 1) {
    const disk = createSimulatedDisk(unevenly(cutAfter));
    const { open } = openOnSimulatedDisk(disk);
    const log = open();
    const acknowledged = new Map<string, string[]>(STREAMS.map((name) => [name, []]));
    let acks = 0;
    const write = async (name: string): Promise<void> => {
      for (let at = 0; at < 6; at += 1) {
        const answer = await log.append(name, [said(`${name}:${at}`)], { expected: 'any' });
        if (!answer.ok || acks >= cutAfter) return;
        acknowledged.get(name)?.push(`${name}:${at}`);
        acks += 1;
        // In the tick of the acknowledgement: whatever was still on its way is gone.
        if (acks === cutAfter) disk.powerCut(() => false);
      }
    };
    await Promise.all(STREAMS.map((name) => write(name).catch(() => undefined)));
    expect(acks).toBe(cutAfter);
    const after = openOnSimulatedDisk(disk).open();
    for (const name of STREAMS) {
      const kept = textsOf(unwrap(await after.read(name)).events);
      const owed = acknowledged.get(name) ?? [];
      expect(kept.slice(0, owed.length)).toEqual(owed);
      expect(await after.health(name)).toMatchObject({ kind: 'healthy' });
    }
  }
});
