import type { DiskLog } from '../adapters/disk/disk-log.ts';
import { verify } from '../usecases/verify.ts';
import { createLedger, type Ledger, STREAM } from './fault-script.ts';
import { expectNothingLost, expectWholeCommits } from './fault-verdict.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createSeeded, type Seeded } from './seeded.ts';
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts';
import { openOnSimulatedDisk, type SimulatedMachine } from './simulated-log.ts';

type World = {
  readonly seeded: Seeded;
  readonly disk: SimulatedDisk;
  readonly machine: SimulatedMachine;
  readonly ledger: Ledger;
  readonly scheduler: Scheduler;
};

const ACTORS = 3;
const ACTIONS = 7;

/**
 * Some processes share a stream on one disk: they append alone and together, retry, read, fold, stop, are killed,
 * meet disk errors, and now and then the power goes. Clock, ids, order, faults and what survives a cut come from
 * the seed alone, so that a seed is a run.
 */
export const simulate = async (seed: number): Promise<Traced> => {
  const seeded = createSeeded(seed);
  const scheduler = createScheduler(seeded);
  const disk = createSimulatedDisk(scheduler.turn);
  const limits = { events: 4 + seeded.below(12), bytes: 4 * 1024 * 1024 };
  const machine = openOnSimulatedDisk(disk, { seed, limits, heads: 'on disk', timers: scheduler });
  const world: World = { seeded, disk, machine, ledger: createLedger(), scheduler };
  let cutAt = seeded.chance(0.6) ? 10 + seeded.below(120) : Number.POSITIVE_INFINITY;
  let failAt = seeded.chance(0.6) ? seeded.below(300) : Number.POSITIVE_INFINITY;
  const fault = seeded.pick(['EIO', 'ENOSPC', 'short'] as const);
  disk.injectFaults(({ index }) => (index === failAt ? fault : undefined));

  const actors = Array.from({ length: ACTORS }, (_, name) => act(world, name));
  await scheduler.run(Promise.all(actors), () => {
    cutAt -= 1;
    if (cutAt !== 0) return;
    disk.powerCut(() => seeded.chance(0.5));
    machine.freeLocks();
  });

  failAt = Number.POSITIVE_INFINITY;
  disk.powerCut(() => seeded.chance(0.5));
  machine.freeLocks();
  const last = machine.open();
  await scheduler.run(
    (async () => {
      await expectNothingLost(last, world.ledger);
      const { findings } = await verify({ audit: last.audit, heads: last.heads })();
      if (findings.length > 0) throw new Error(`verify found ${JSON.stringify(findings)}`);
      await last.close();
    })(),
  );
  return { calls: disk.calls(), syncs: disk.syncs(), acknowledged: world.ledger.acknowledged.map(String) };
};

/** What a run did, to hold against another of the same seed. */
export type Traced = { readonly calls: number; readonly syncs: number; readonly acknowledged: readonly string[] };

const act = async ({ seeded, machine, ledger, scheduler }: World, name: number): Promise<void> => {
  let log = machine.open();
  let known: number | 'any' = 'any';
  const restart = (): void => {
    machine.kill(log);
    log = machine.open();
    known = 'any';
  };

  for (let action = 0; action < ACTIONS; action += 1) {
    await scheduler.pause(seeded.below(20));
    const what = seeded.below(100);
    try {
      if (what < 45) {
        const expected = seeded.chance(0.3) ? known : 'any';
        const count = 1 + seeded.below(3);
        const commits = Array.from({ length: count }, (_, n) => newCommit(seeded, ledger, `p${name}-${action}-${n}`));
        await Promise.all(commits.map((keys) => send(log, ledger, keys, expected)));
      } else if (what < 60 && ledger.sent.length > 0) await send(log, ledger, seeded.pick(ledger.sent), 'any');
      else if (what < 85) known = await look(log, ledger);
      else if (what < 93) await log.close().then(restart);
      else restart();
    } catch (cause) {
      if (cause instanceof WrongAnswer) throw cause;
      restart(); // the process met a fault it could not answer for, as a real one would crash
    }
  }
  await log.close().catch(() => undefined);
};

/** What no fault excuses. */
class WrongAnswer extends Error {}

const newCommit = ({ below }: Seeded, ledger: Ledger, name: string): readonly string[] => {
  const keys = Array.from({ length: 1 + below(3) }, (_, n) => `${name}-${n}`);
  ledger.sent.push(keys);
  return keys;
};

const send = async (log: DiskLog, ledger: Ledger, keys: readonly string[], expected: number | 'any'): Promise<void> => {
  const answer = await log.append(
    STREAM,
    keys.map((key) => ({ kind: 'said', key, data: { text: key } })),
    { expected },
  );
  if (answer.ok) ledger.acknowledged.push(keys);
  else if (answer.error.code === 'UNHEALTHY' && answer.error.reason !== 'io' && answer.error.reason !== 'in_doubt') {
    throw new WrongAnswer(`the log says it is damaged: ${JSON.stringify(answer.error)}`);
  } else if (answer.error.code === 'INVALID') throw new WrongAnswer(JSON.stringify(answer.error));
};

const look = async (log: DiskLog, ledger: Ledger): Promise<number> => {
  const acknowledged = [...ledger.acknowledged];
  const sent = [...ledger.sent];
  const read = await log.read(STREAM);
  if (!read.ok) throw new WrongAnswer(`unreadable: ${JSON.stringify(read.error)}`);
  try {
    expectWholeCommits(
      read.value.events.map((event) => event.key ?? ''),
      { ...ledger, acknowledged, sent },
    );
  } catch (cause) {
    throw new WrongAnswer('a reader saw what cannot be', { cause });
  }
  return read.value.next;
};
