import { describe, expect, test } from 'vitest';
import type { Timers } from '../../ports/timers.ts';
import { changeFile, fileBytes } from '../../testing/damage.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { verify } from '../../usecases/verify.ts';
import type { DiskLog } from './disk-log.ts';
import { partPath, partsIn, segmentPath } from './layout.ts';

const STREAM = 'session/s';
const FOLDER = '/data/streams/session/s';
const HEAD = '/data/heads/session/s.json';

const add = async (log: DiskLog, count: number, word = 'said'): Promise<void> => {
  for (let n = 0; n < count; n += 1) unwrap(await log.append(STREAM, [said(`${word} ${n}`)], { expected: 'any' }));
};

/** Whatever is put off, a lock let go or a head signed, is done when it strikes. */
const handWound = () => {
  const waiting = new Set<() => void>();
  const turn = (): Promise<void> => new Promise((resume) => setImmediate(resume));
  const timers: Timers = {
    after: (_, act) => {
      waiting.add(act);
      return () => void waiting.delete(act);
    },
    pause: turn,
  };
  const strike = async (): Promise<void> => {
    await turn(); // who just answered puts off letting go
    const due = [...waiting];
    waiting.clear();
    for (const act of due) act();
    await turn();
  };
  return { timers, strike };
};

/** Ten commits, signed, the process gone. */
const tenSigned = async (perSegment: number) => {
  const disk = createSimulatedDisk();
  const clock = handWound();
  const machine = openOnSimulatedDisk(disk, {
    limits: { events: perSegment, bytes: 4 * 1024 * 1024 },
    heads: 'on disk',
    timers: clock.timers,
  });
  const log = machine.open();
  await add(log, 10);
  await log.close();
  const fs = disk.mount();

  /** Takes the last commits away with all that says they were: nothing but the head remembers them. */
  const cutTo = (commits: number): void => {
    for (const part of partsIn(fs, FOLDER).toReversed()) {
      if (part >= commits) {
        fs.unlinkSync(partPath(FOLDER, part));
        fs.unlinkSync(segmentPath(FOLDER, part));
      } else {
        const kept = commits - part;
        changeFile(fs, partPath(FOLDER, part), (bytes) =>
          Buffer.from(
            bytes
              .toString()
              .split('\n')
              .slice(0, kept)
              .map((line) => `${line}\n`)
              .join(''),
          ),
        );
        return;
      }
    }
  };
  const findings = async () => {
    const { audit, heads } = machine.open();
    return (await verify({ audit, heads })()).findings;
  };
  return { machine, clock, fs, cutTo, findings };
};

describe.each([4, 5_000])('heads of a stream with %i events to a segment', (perSegment) => {
  test('a tail that was cut stays missed, and nothing is written after it, however often it is tried', async () => {
    const { machine, fs, cutTo, findings } = await tenSigned(perSegment);
    const signed = fileBytes(fs, HEAD);
    cutTo(5);
    for (let tried = 0; tried < 3; tried += 1) {
      const log = machine.open();
      expect(await log.append(STREAM, [said('after')], { expected: 'any' })).toMatchObject({
        error: { code: 'UNHEALTHY', reason: 'shorter_than_signed' },
      });
      expect(await log.headDoubt(STREAM)).toBe('tail_cut');
      await log.close();
      expect(await findings()).toEqual([{ kind: 'tail_cut', stream: STREAM, commit: 5, signed: 10 }]);
      expect(fileBytes(fs, HEAD)).toEqual(signed);
    }
  });

  test('a tail cut under a process that is writing stops it', async () => {
    const { machine, clock, cutTo, findings } = await tenSigned(perSegment);
    const log = machine.open();
    await add(log, 2);
    await clock.strike();
    await expect.poll(() => log.heads.of(STREAM)).toMatchObject({ commits: 12 });
    cutTo(5);
    expect(await log.append(STREAM, [said('after')], { expected: 'any' })).toMatchObject({
      error: { code: 'UNHEALTHY', reason: 'shorter_than_signed' },
    });
    await log.close();
    expect(await findings()).toEqual([{ kind: 'tail_cut', stream: STREAM, commit: 5, signed: 12 }]);
  });

  test('a head that is not ours is never written over', async () => {
    const { machine, fs, cutTo, findings } = await tenSigned(perSegment);
    changeFile(fs, HEAD, () => Buffer.from('junk'));
    cutTo(5);
    const log = machine.open();
    await add(log, 1, 'after');
    expect(await log.headDoubt(STREAM)).toBe('head_forged');
    await log.close();
    expect(await findings()).toEqual([{ kind: 'head_forged', stream: STREAM, commit: 6 }]);
    expect(fileBytes(fs, HEAD).toString()).toBe('junk');
  });

  test('two processes that take turns sign over each other', async () => {
    const { machine, clock, findings } = await tenSigned(perSegment);
    const [one, two] = [machine.open(), machine.open()];
    for (let turn = 0; turn < 6; turn += 1) {
      await add(turn % 2 === 0 ? one : two, 3);
      await clock.strike();
    }
    await one.close();
    await two.close();
    expect(await findings()).toEqual([]);
    expect(await machine.open().heads.of(STREAM)).toMatchObject({ commits: 28 });
  });
});
