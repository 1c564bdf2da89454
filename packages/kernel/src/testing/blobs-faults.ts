import type { FileSystem } from '../ports/file-system.ts';
import { createSeeded } from './seeded.ts';
import { createSimulatedDisk, type DiskFault, type SimulatedDisk } from './simulated-disk.ts';

export type Faulted = {
  /** Says which fault it was, so that a failing one can be run alone. */
  readonly name: string;
  /** The disk after the fault: the same process goes on, or another after a power cut. */
  readonly fs: FileSystem;
  /** False when `act` was refused or cut off. */
  readonly finished: boolean;
  /** Cuts the power and drops everything unsynced; answers the disk of the next process. */
  readonly powerCut: () => FileSystem;
};

type Scenario<World> = {
  /** What is there and durable before; no fault meets it. */
  readonly begin: (fs: FileSystem) => Promise<World>;
  readonly act: (world: World) => Promise<void>;
  readonly check: (world: World, faulted: Faulted) => Promise<void>;
  /** How much of the unsynced each cut leaves; the usual mixtures when absent. */
  readonly cuts?: readonly number[];
};

/** How much of the unsynced is left after a cut: nothing, everything, and mixtures of both. */
const CUTS = [0, 1, 0.5, 0.5, 0.5, 0.1, 0.9, 0.3, 0.7];

/**
 * Runs the act once per fault and call: the Nth call fails, or writes half, or the power goes, and then what is left
 * is checked once per cut. Answers how many it were.
 */
export const meetEveryFault = async <World>(scenario: Scenario<World>): Promise<number> => {
  let points = 0;
  for (const fault of ['EIO', 'ENOSPC', 'short', 'cut'] as const) {
    for (let at = 0; ; at++) {
      const met = await meet(scenario, fault, at);
      if (met === 0) break;
      points += met;
    }
  }
  return points;
};

const meet = async <World>(scenario: Scenario<World>, fault: DiskFault, at: number): Promise<number> => {
  const { begin, act, check, cuts = CUTS } = scenario;
  const disk = createSimulatedDisk();
  const fs = disk.mount();
  const world = await begin(fs);
  const first = disk.calls();
  let met = false;
  disk.injectFaults(({ index }) => {
    if (index !== first + at) return undefined;
    met = true;
    return fault;
  });
  const finished = await act(world).then(
    () => true,
    () => false,
  );
  disk.injectFaults(() => undefined);
  if (!met) return 0;
  const name = `${fault} at call ${at}`;
  if (fault !== 'cut') {
    await check(world, { name, finished, fs, powerCut: () => afterCut(disk, () => false) });
    return 1;
  }
  for (const [variant, kept] of cuts.entries()) {
    const random = createSeeded(at * 31 + variant);
    const left = disk.copy();
    await check(world, {
      name: `${name}, ${kept} kept`,
      finished: false,
      fs: afterCut(left, () => random.chance(kept)),
      powerCut: () => afterCut(left, () => false),
    });
  }
  return cuts.length;
};

const afterCut = (disk: SimulatedDisk, keeps: () => boolean): FileSystem => {
  disk.powerCut(keeps);
  return disk.mount();
};
