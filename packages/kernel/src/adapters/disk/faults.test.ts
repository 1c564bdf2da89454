import { beforeAll, describe, expect, test } from 'vitest';
import { createLedger, type Ledger, runScript } from '../../testing/fault-script.ts';
import { expectNothingLost } from '../../testing/fault-verdict.ts';
import { createSeeded, createSeededWorld } from '../../testing/seeded.ts';
import { createSimulatedDisk, type DiskFault, type SimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk, type SimulatedWorld } from '../../testing/simulated-log.ts';
import type { DiskLog } from './disk-log.ts';

const limits = { events: 6, bytes: 4 * 1024 * 1024 };
let points = 0;
let snapshots = 0;

/** The disk and the clock after the script met a fault, and what the caller knew then. */
type Met = { readonly disk: SimulatedDisk; readonly world: SimulatedWorld; readonly ledger: Ledger };

/** The script with one fault at one call. */
const runWith = async (at: number, fault: DiskFault): Promise<Met> => {
  const disk = createSimulatedDisk();
  const world = createSeededWorld(1);
  const ledger = createLedger();
  disk.injectFaults(({ index }) => {
    if (index !== at) return undefined;
    ledger.off = fault === 'cut';
    return fault;
  });
  await runScript(openOnSimulatedDisk(disk, { limits, world }).open, ledger).catch((cause: unknown) => {
    if (fault !== 'cut') throw cause;
  });
  disk.injectFaults(() => undefined);
  ledger.off = false;
  return { disk, world, ledger };
};

const callsOfTheScript = async (): Promise<number> => {
  const disk = createSimulatedDisk();
  await runScript(openOnSimulatedDisk(disk, { limits }).open, createLedger());
  return disk.calls();
};

/** Cuts the power and opens the log in the next process. */
const restart = ({ disk, world }: Met, keeps: () => boolean): DiskLog => {
  disk.powerCut(keeps);
  return openOnSimulatedDisk(disk, { limits, world }).open();
};

const judge = async (log: DiskLog, ledger: Ledger): Promise<void> => {
  if (await expectNothingLost(log, ledger)) snapshots += 1;
};

const within = async (place: string, check: () => Promise<void>): Promise<void> => {
  try {
    await check();
  } catch (cause) {
    throw new Error(place, { cause });
  }
};

// Nothing here is about time; a loaded machine may take long over it.
describe('one call fails', { timeout: 180_000 }, () => {
  test.each(['EIO', 'ENOSPC', 'short'] as const)(
    '%s at every call: the same keys go through, and a power cut afterwards loses nothing',
    async (fault) => {
      const calls = await callsOfTheScript();
      for (let at = 0; at < calls; at += 1) {
        await within(`${fault} at call ${at}`, async () => {
          const met = await runWith(at, fault);
          points += 1;
          await judge(
            restart(met, () => false),
            met.ledger,
          );
        });
      }
    },
  );
});

describe('the power goes', { timeout: 180_000 }, () => {
  const cuts: Met[] = [];
  beforeAll(async () => {
    const calls = await callsOfTheScript();
    for (let at = 0; at < calls; at += 1) cuts.push(await runWith(at, 'cut'));
  }, 180_000);
  /** The machine as it stopped at a call, for one verdict: the next finds it as it was. */
  const cutAt = (at: number): Met => {
    const { disk, ledger, world } = cuts[at] as Met;
    points += 1;
    return {
      disk: disk.copy(),
      world,
      ledger: { ...ledger, sent: [...ledger.sent], acknowledged: [...ledger.acknowledged] },
    };
  };

  const survivors: Record<string, (seed: number) => () => boolean> = {
    'nothing that was not synced is left': () => () => false,
    'everything is left': () => () => true,
    'any half is left': (seed) => {
      const { chance } = createSeeded(seed);
      return () => chance(0.5);
    },
    'most is left': (seed) => {
      const { chance } = createSeeded(seed + 7);
      return () => chance(0.9);
    },
  };
  test.each(Object.entries(survivors))('at every call, and %s', async (_, keeping) => {
    for (const at of cuts.keys()) {
      await within(`cut at call ${at}`, async () => {
        const met = cutAt(at);
        await judge(restart(met, keeping(at)), met.ledger);
      });
    }
    expect(cuts.length).toBeGreaterThan(100);
  });

  test('again during recovery, and again', async () => {
    const { below, chance } = createSeeded(42);
    for (let round = 0; round < 600; round += 1) {
      await within(`round ${round}`, async () => {
        const met = cutAt(below(cuts.length));
        const { disk, ledger } = met;
        for (let crash = 0; crash < 3; crash += 1) {
          const log = restart(met, () => chance(0.6));
          const at = disk.calls() + below(60);
          disk.injectFaults(({ index }) => {
            ledger.off ||= index === at;
            return index === at ? 'cut' : undefined;
          });
          await judge(log, ledger).catch((cause: unknown) => {
            if (disk.calls() <= at) throw cause;
          });
          disk.injectFaults(() => undefined);
          ledger.off = false;
          points += 1;
        }
        await judge(
          restart(met, () => chance(0.6)),
          ledger,
        );
      });
    }
  });
});

test('these were at least 2,000 fault points', () => {
  expect(points).toBeGreaterThanOrEqual(2_000);
});

test('and at many of them a snapshot was left to be held against the events', () => {
  expect(snapshots).toBeGreaterThan(300);
});
