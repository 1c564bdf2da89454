import type { FileSystem } from '../ports/file-system.ts';
import { createSeeded } from './seeded.ts';
import { createSimulatedDisk, type DiskFault } from './simulated-disk.ts';

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

/** Runs the act once per fault and call: the Nth call fails, or writes half, or the power goes. Answers how many. */
export const meetEveryFault = async <World>(scenario: Scenario<World>): Promise<number> => {
  let points = 0;
  for (const fault of ['EIO', 'ENOSPC', 'short', 'cut'] as const) {
    for (let at = 0; ; at++) {
      const variants = fault === 'cut' ? (scenario.cuts ?? CUTS) : [0];
      const met = await Promise.all(variants.map((kept, index) => meet(scenario, fault, at, kept, index)));
      if (!met.every(Boolean)) break;
      points += met.length;
    }
  }
  return points;
};

const meet = async <World>(
  { begin, act, check }: Scenario<World>,
  fault: DiskFault,
  at: number,
  kept: number,
  variant: number,
): Promise<boolean> => {
  const disk = createSimulatedDisk();
  const random = createSeeded(at * 31 + variant);
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
  if (!met) return false;
  const name = `${fault} at call ${at}${fault === 'cut' ? `, ${kept} kept` : ''}`;
  const powerCut = () => {
    disk.powerCut(() => false);
    return disk.mount();
  };
  if (fault === 'cut') {
    disk.powerCut(() => random.chance(kept));
    await check(world, { name, powerCut, finished: false, fs: disk.mount() });
  } else {
    await check(world, { name, powerCut, finished, fs });
  }
  return true;
};
