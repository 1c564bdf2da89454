import { describe, expect, test } from 'vitest';
import { createLedger, type Ledger, runScript } from '../../testing/fault-script.ts';
import { expectNothingLost } from '../../testing/fault-verdict.ts';
import { createSeeded } from '../../testing/seeded.ts';
import { createSimulatedDisk, type DiskFault, type SimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk, type SimulatedMachine } from '../../testing/simulated-log.ts';
import type { DiskLog } from './disk-log.ts';

const limits = { events: 6, bytes: 4 * 1024 * 1024 };
let points = 0;
let snapshots = 0;

/** The script with one fault at one call; what the caller knew at the end, and the machine it ran on. */
const runWith = async (
  at: number,
  fault: DiskFault,
): Promise<{ disk: SimulatedDisk; machine: SimulatedMachine; ledger: Ledger }> => {
  const disk = createSimulatedDisk();
  const machine = openOnSimulatedDisk(disk, { limits });
  const ledger = createLedger();
  disk.injectFaults(({ index }) => {
    if (index !== at) return undefined;
    ledger.off = fault === 'cut';
    return fault;
  });
  await runScript(machine.open, ledger).catch((cause: unknown) => {
    if (fault !== 'cut') throw cause;
  });
  disk.injectFaults(() => undefined);
  ledger.off = false;
  points += 1;
  return { disk, machine, ledger };
};

const callsOfTheScript = async (): Promise<number> => {
  const disk = createSimulatedDisk();
  await runScript(openOnSimulatedDisk(disk, { limits }).open, createLedger());
  return disk.calls();
};

const restart = (disk: SimulatedDisk, machine: SimulatedMachine, keeps: () => boolean) => {
  disk.powerCut(keeps);
  machine.freeLocks();
  return machine.open();
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
          const { disk, machine, ledger } = await runWith(at, fault);
          await judge(
            restart(disk, machine, () => false),
            ledger,
          );
        });
      }
    },
  );
});

describe('the power goes', { timeout: 180_000 }, () => {
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
    const calls = await callsOfTheScript();
    for (let at = 0; at < calls; at += 1) {
      await within(`cut at call ${at}`, async () => {
        const { disk, machine, ledger } = await runWith(at, 'cut');
        await judge(restart(disk, machine, keeping(at)), ledger);
      });
    }
  });

  test('again during recovery, and again', async () => {
    const calls = await callsOfTheScript();
    const { below, chance } = createSeeded(42);
    for (let round = 0; round < 600; round += 1) {
      await within(`round ${round}`, async () => {
        const { disk, machine, ledger } = await runWith(below(calls), 'cut');
        for (let crash = 0; crash < 3; crash += 1) {
          const log = restart(disk, machine, () => chance(0.6));
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
          restart(disk, machine, () => chance(0.6)),
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
