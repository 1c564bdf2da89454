import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../ports/blobs.ts';
import { BETWEEN_MARKS_MS } from '../usecases/collect.ts';
import { verify } from '../usecases/verify.ts';
import { noise } from './blobs-noise.ts';
import { createLedger, type Ledger, STREAM } from './fault-script.ts';
import { expectNothingLost, expectWholeCommits } from './fault-verdict.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import { createSeeded, type Seeded } from './seeded.ts';
import { createSimulatedDisk, type SimulatedDisk } from './simulated-disk.ts';
import { openOnSimulatedDisk, type SimulatedMachine } from './simulated-log.ts';
import { isExcused, openProcess, type SimulatedProcess, WrongAnswer } from './simulated-process.ts';

type World = {
  readonly seeded: Seeded;
  readonly disk: SimulatedDisk;
  readonly machine: SimulatedMachine;
  readonly ledger: Ledger;
  readonly scheduler: Scheduler;
  /** What processes put. Few of them, so that one is let go while another takes it up again. */
  readonly contents: readonly Uint8Array[];
  readonly mood: (typeof MOODS)[number];
  /** What was sent to the other streams. */
  readonly besides: ReadonlyMap<string, Ledger>;
  /** By the keys of the commit that pins it. */
  readonly contentByCommit: Map<readonly string[], readonly Uint8Array[]>;
  /** How often a resting stream took less room afterwards. */
  packed: number;
};

const ACTORS = 3;
/** Well within the hour that a put has until it is named. */
const AT_THE_LATEST_MS = 58 * 60 * 1000;

/** How often a process does what, of a hundred times. Some runs are about the log, some about content and its hours. */
const MOODS = [
  {
    actions: 7,
    append: 40,
    pin: 5,
    letGo: 3,
    collect: 4,
    sleep: 2,
    again: 12,
    look: 19,
    stop: 7,
    kill: 8,
    beside: 0,
    rest: 0,
  },
  {
    actions: 10,
    append: 4,
    pin: 28,
    letGo: 10,
    collect: 30,
    sleep: 12,
    again: 3,
    look: 7,
    stop: 2,
    kill: 4,
    beside: 0,
    rest: 0,
  },
  // As a busy server: streams beside each other, and commits that let others go first. All of these are asynchronous.
  {
    actions: 9,
    append: 60,
    pin: 3,
    letGo: 2,
    collect: 2,
    sleep: 1,
    again: 8,
    look: 14,
    stop: 4,
    kill: 6,
    beside: 2,
    rest: 0,
  },
  // Streams come to rest and are written again: segments are packed and unpacked between commits, faults and cuts.
  {
    actions: 12,
    append: 38,
    pin: 4,
    letGo: 2,
    collect: 3,
    sleep: 2,
    again: 8,
    look: 14,
    stop: 4,
    kill: 6,
    beside: 0,
    rest: 19,
  },
] as const;

const BESIDE = ['session/t', 'bench/u'] as const;

/**
 * Some processes share a stream and a store of content on one disk: they append alone and together, put and pin and
 * let go, collect, retry, read, fold, stop, are killed, meet disk errors, and now and then the power goes. Clock, ids,
 * order, faults and what survives a cut come from the seed alone, so that a seed is a run.
 */
export const simulate = async (seed: number): Promise<Traced> => {
  const seeded = createSeeded(seed);
  const scheduler = createScheduler(seeded);
  const disk = createSimulatedDisk(scheduler.turn);
  const limits = { events: 4 + seeded.below(12), bytes: 4 * 1024 * 1024 };
  const machine = openOnSimulatedDisk(disk, { seed, limits, heads: 'on disk', timers: scheduler });
  const contents = Array.from({ length: 3 }, (_, n) =>
    noise(n === 0 && seed % 16 === 0 ? 270_000 : 60 + n, seed * 8 + n),
  );
  const contentByCommit = new Map<readonly string[], readonly Uint8Array[]>();
  const world: World = {
    seeded,
    disk,
    machine,
    ledger: createLedger(),
    scheduler,
    contents,
    contentByCommit,
    besides: new Map(BESIDE.map((name) => [name, createLedger()])),
    mood: seeded.pick(MOODS),
    packed: 0,
  };
  let cutAt = seeded.chance(0.6) ? 10 + seeded.below(250) : Number.POSITIVE_INFINITY;
  let failAt = seeded.chance(0.6) ? seeded.below(500) : Number.POSITIVE_INFINITY;
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
  const last = openProcess(machine, scheduler, seeded);
  await scheduler.run(
    (async () => {
      await last.expectPinned();
      await expectNothingLost(last.log, world.ledger);
      for (const [stream, ledger] of world.besides) {
        const read = await last.log.read(stream);
        if (!read.ok) throw new Error(`${stream}: ${JSON.stringify(read.error)}`);
        expectWholeCommits(
          read.value.events.map(({ key }) => key ?? ''),
          ledger,
        );
      }
      const { audit, heads } = last.log;
      const { findings } = await verify({ audit, heads, content: await last.content() })();
      if (findings.length > 0) throw new Error(`verify found ${JSON.stringify(findings)}`);
      await last.log.close();
    })(),
  );
  return {
    calls: disk.calls(),
    syncs: disk.syncs(),
    acknowledged: world.ledger.acknowledged.map(String),
    packed: world.packed,
  };
};

/** What a run did, to hold against another of the same seed. */
export type Traced = {
  readonly calls: number;
  readonly syncs: number;
  readonly acknowledged: readonly string[];
  readonly packed: number;
};

const act = async (world: World, name: number): Promise<void> => {
  const { seeded, machine, ledger, scheduler, mood } = world;
  const start = (): SimulatedProcess => openProcess(machine, scheduler, seeded);
  let process = start();
  let known: number | 'any' = 'any';
  const restart = (): void => {
    machine.kill(process.log);
    process = start();
    known = 'any';
  };

  for (let action = 0; action < mood.actions; action += 1) {
    await scheduler.pause(seeded.below(20));
    let what = seeded.below(100);
    const is = (share: number): boolean => {
      what -= share;
      return what < 0;
    };
    try {
      if (is(mood.append)) {
        const expected = seeded.chance(0.3) ? known : 'any';
        const count = 1 + seeded.below(3);
        const commits = Array.from({ length: count }, (_, n) => newCommit(seeded, ledger, `p${name}-${action}-${n}`));
        const unhurried = mood.beside > 0 && seeded.chance(0.4);
        await Promise.all([
          ...commits.map((keys) => send(process, world, keys, { expected, unhurried })),
          ...BESIDE.slice(0, mood.beside).map((stream) => sendBeside(process, world, stream, `p${name}-${action}`)),
        ]);
      } else if (is(mood.pin)) await putAndPin(process, world, `c${name}-${action}`);
      else if (is(mood.letGo)) await letGo(process, world, `u${name}-${action}`);
      else if (is(mood.collect)) await process.collect();
      else if (is(mood.rest)) await rest(process, world);
      else if (is(mood.sleep)) await scheduler.pause(seeded.below(BETWEEN_MARKS_MS));
      else if (is(mood.again) && ledger.sent.length > 0) await sendAgain(process, world, seeded.pick(ledger.sent));
      else if (is(mood.look)) known = await look(process, ledger);
      else if (is(mood.stop)) await process.log.close().then(restart);
      else restart();
    } catch (cause) {
      if (!isExcused(cause)) throw cause;
      restart(); // the process met a fault it could not answer for, as a real one would crash
    }
  }
  await process.log.close().catch(() => undefined);
};

const newCommit = ({ below }: Seeded, ledger: Ledger, name: string): readonly string[] => {
  const keys = Array.from({ length: 1 + below(3) }, (_, n) => `${name}-${n}`);
  ledger.sent.push(keys);
  return keys;
};

type Sent = Parameters<SimulatedProcess['append']>[2];

const send = async (
  { append }: SimulatedProcess,
  { ledger }: Pick<World, 'ledger'>,
  keys: readonly string[],
  options: Sent,
  stream: string = STREAM,
): Promise<void> => {
  const answer = await append(
    stream,
    // Long enough that a segment of them is worth packing.
    keys.map((key) => ({ kind: 'said', key, data: { text: `${key} `.repeat(40) } })),
    options,
  );
  if (answer.ok) ledger.acknowledged.push(keys);
  else if (answer.error.code === 'UNHEALTHY' && answer.error.health.kind !== 'unreadable') {
    throw new WrongAnswer(`the log says it is damaged: ${JSON.stringify(answer.error)}`);
  } else if (answer.error.code === 'INVALID') throw new WrongAnswer(JSON.stringify(answer.error));
};

const sendBeside = (process: SimulatedProcess, world: World, stream: string, name: string): Promise<void> => {
  const ledger = world.besides.get(stream) ?? createLedger();
  const keys = newCommit(world.seeded, ledger, name);
  return send(process, { ledger }, keys, { expected: 'any', unhurried: world.seeded.chance(0.4) }, stream);
};

/** As every caller has to: first the bytes, then, within the hour, the commit that names them. */
const putAndPin = async (process: SimulatedProcess, world: World, name: string): Promise<void> => {
  const { seeded, scheduler, ledger } = world;
  const parts = Array.from({ length: seeded.chance(0.4) ? 2 : 1 }, () => seeded.pick(world.contents));
  const ids = await put(process, parts);
  if (seeded.chance(0.6)) await scheduler.pause(seeded.below(AT_THE_LATEST_MS));
  const keys = newCommit(seeded, ledger, name);
  // Of what was put together not everything is always kept.
  const kept = seeded.chance(0.3) ? 1 : parts.length;
  world.contentByCommit.set(keys, parts.slice(0, kept));
  await send(process, world, keys, { expected: 'any', pins: ids.slice(0, kept) });
};

const put = async (process: SimulatedProcess, parts: readonly Uint8Array[]): Promise<readonly BlobId[]> => {
  const content = await process.content();
  return content.together(async (batch) => {
    const ids: BlobId[] = [];
    for (const part of parts) ids.push(await batch.add(part));
    return ids;
  });
};

const letGo = async (process: SimulatedProcess, world: World, name: string): Promise<void> => {
  const unpins = [blobIdOf(world.seeded.pick(world.contents))];
  await send(process, world, newCommit(world.seeded, world.ledger, name), { expected: 'any', unpins });
};

/** Packs what nobody is writing to at this moment; another process may well begin to. */
const rest = async ({ log }: SimulatedProcess, world: World): Promise<void> => {
  const done = await log.compact(STREAM);
  if (done.ok && done.value.savedBytes > 0) world.packed += 1;
  if (!done.ok && done.error.code === 'UNHEALTHY' && done.error.health.kind !== 'unreadable')
    throw new WrongAnswer(`packing met damage: ${JSON.stringify(done.error)}`);
};

/** Nobody knows whether it was recorded, and the hour may be over: what it names is put again. */
const sendAgain = async (process: SimulatedProcess, world: World, keys: readonly string[]): Promise<void> => {
  const parts = world.contentByCommit.get(keys);
  const pins = parts ? await put(process, parts) : [];
  await send(process, world, keys, { expected: 'any', pins });
};

const look = async (process: SimulatedProcess, ledger: Ledger): Promise<number> => {
  const acknowledged = [...ledger.acknowledged];
  const sent = [...ledger.sent];
  const read = await process.log.read(STREAM);
  if (!read.ok && read.error.code === 'UNHEALTHY' && read.error.health.kind === 'unreadable')
    throw new Error('the disk refused a read, as it was told to');
  if (!read.ok) throw new WrongAnswer(`damaged: ${JSON.stringify(read.error)}`);
  try {
    expectWholeCommits(
      read.value.events.map((event) => event.key ?? ''),
      { ...ledger, acknowledged, sent },
    );
  } catch (cause) {
    throw new WrongAnswer('a reader saw what cannot be', { cause });
  }
  await process.expectPinned();
  return read.value.next;
};
