import { describe, expect, test } from 'vitest';
import type { FileSystem } from '../../ports/file-system.ts';
import { meetEveryFault } from '../../testing/blobs-faults.ts';
import { changeFile, changeLine, changeText, fileBytes } from '../../testing/damage.ts';
import { said, textsOf, unwrap } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';
import { verify } from '../../usecases/verify.ts';
import type { DiskLog } from './disk-log.ts';
import { partPath, segmentPath } from './layout.ts';

const STREAM = 'session/s';
const FOLDER = '/data/streams/session/s';

const options = { limits: { events: 4, bytes: 4 * 1024 * 1024 }, heads: 'on disk' } as const;

/** Ten commits of one event, four to a segment: parts 0, 4 and 8. */
const writeTen = async (log: DiskLog): Promise<void> => {
  for (let n = 0; n < 10; n += 1) unwrap(await log.append(STREAM, [said(`${n}`, `k${n}`)], { expected: n }));
  await log.close();
};

const tenCommits = async () => {
  const disk = createSimulatedDisk();
  const machine = openOnSimulatedDisk(disk, options);
  await writeTen(machine.open());
  return { disk, machine, fs: disk.mount(), open: machine.open };
};

type Given = Awaited<ReturnType<typeof tenCommits>>;

describe('what was attested and is no longer so is said, never guessed around', () => {
  test.each<[string, (given: Given) => void, object]>([
    [
      'an event changed in the open segment',
      ({ fs }) => changeText(fs, segmentPath(FOLDER, 8), (text) => text.replace('"text":"9"', '"text":"6"')),
      { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 9, commit: 9 },
    ],
    [
      'the open segment is gone',
      ({ fs }) => fs.unlinkSync(segmentPath(FOLDER, 8)),
      { kind: 'corrupt_tail', reason: 'missing_attested_segment', validNext: 8, commit: 8 },
    ],
    [
      'a closed segment is gone',
      ({ fs }) => fs.unlinkSync(segmentPath(FOLDER, 4)),
      { kind: 'corrupt_tail', reason: 'missing_attested_segment', validNext: 4 },
    ],
    [
      'the open segment is short',
      ({ fs }) => changeFile(fs, segmentPath(FOLDER, 8), (bytes) => bytes.subarray(0, 20)),
      { kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 8, commit: 8 },
    ],
    [
      'a manifest line of a later version',
      ({ fs }) => changeLine(fs, partPath(FOLDER, 8), 1, (line) => line.replace('"v":1', '"v":2')),
      { kind: 'unknown_version', reason: 'unknown_schema_version', validNext: 9, commit: 9 },
    ],
    [
      'foreign bytes in the manifest',
      ({ fs }) => changeText(fs, partPath(FOLDER, 8), (text) => `${text}<html>\n`),
      { kind: 'corrupt_tail', reason: 'schema_validation_failed', validNext: 10, commit: 10 },
    ],
    [
      'a manifest line dropped',
      ({ fs }) => changeText(fs, partPath(FOLDER, 8), (text) => text.slice(text.indexOf('\n') + 1)),
      { kind: 'corrupt_tail', reason: 'non_contiguous_indices', validNext: 8, commit: 8 },
    ],
    [
      'a digest in the manifest changed',
      ({ fs }) => changeLine(fs, partPath(FOLDER, 8), 0, (line) => line.replace(/"sha256":"./, '"sha256":"e')),
      { kind: 'corrupt_tail', reason: 'digest_mismatch' },
    ],
    [
      'a middle part of the manifest is gone',
      ({ fs }) => fs.unlinkSync(partPath(FOLDER, 4)),
      { kind: 'corrupt_tail', reason: 'non_contiguous_indices', validNext: 4, commit: 4 },
    ],
    [
      'the first part of the manifest is gone',
      ({ fs }) => fs.unlinkSync(partPath(FOLDER, 0)),
      { kind: 'corrupt_head', reason: 'non_contiguous_indices', validNext: 0, commit: 0 },
    ],
    [
      'zeros where a record was synced long ago',
      ({ fs }) =>
        changeText(fs, partPath(FOLDER, 8), (text) => text.replace(/^.*\n/, (line) => '\0'.repeat(line.length))),
      { kind: 'corrupt_tail', reason: 'schema_validation_failed', validNext: 8, commit: 8 },
    ],
  ])('%s', async (_, damage, health) => {
    const given = await tenCommits();
    damage(given);
    const log = given.open();
    expect(await log.health(STREAM)).toMatchObject(health);
    const before = [...given.fs.readdirSync(`${FOLDER}/manifest`)].map((name) =>
      fileBytes(given.fs, `${FOLDER}/manifest/${name}`),
    );
    const read = await log.read(STREAM);
    expect(read).toMatchObject({ ok: false, error: { code: 'UNHEALTHY' } });
    const answer = await given.open().append(STREAM, [said('more', 'k3')], { expected: 'any' });
    if (!answer.ok) expect(answer.error.code).toBe('UNHEALTHY');
    const after = [...given.fs.readdirSync(`${FOLDER}/manifest`)].map((name) =>
      fileBytes(given.fs, `${FOLDER}/manifest/${name}`),
    );
    expect(after).toEqual(before);
  });

  test('a folder copied under the name of another stream is not that stream', async () => {
    const { fs, open } = await tenCommits();
    fs.renameSync(FOLDER, '/data/streams/session/t');
    expect(await open().health('session/t')).toMatchObject({
      kind: 'corrupt_head',
      reason: 'digest_mismatch',
      validNext: 0,
    });
  });
});

describe('what only a crash leaves is no damage', () => {
  test.each<[string, (text: string) => string]>([
    ['half a record', (text) => `${text}{"bytes":12,"com`],
    ['zeros without end', (text) => text + '\0'.repeat(700)],
    ['zeros, then the end of a record', (text) => `${text}${'\0'.repeat(200)}6","unpins":[],"v":1}\n`],
  ])('%s at the end of the manifest is ignored, then removed by the next writer', async (_, change) => {
    const { fs, open } = await tenCommits();
    changeText(fs, partPath(FOLDER, 8), change);
    const log = open();
    expect(await log.health(STREAM)).toEqual({ kind: 'healthy', next: 10 });
    unwrap(await log.append(STREAM, [said('10')], { expected: 10 }));
    await log.close();
    expect(fileBytes(fs, partPath(FOLDER, 8)).includes(0)).toBe(false);
    expect(textsOf(unwrap(await open().read(STREAM)).events)).toEqual([
      '0',
      '1',
      '2',
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '9',
      '10',
    ]);
  });

  test('the room that a writer kept ahead and had no time to give back is no damage, in any part', async () => {
    const { fs, open } = await tenCommits();
    const reader = open();
    expect(unwrap(await reader.read(STREAM)).next).toBe(10);
    for (const part of [0, 4, 8]) changeText(fs, partPath(FOLDER, part), (text) => text + '\0'.repeat(20_000));
    expect(unwrap(await reader.read(STREAM)).next).toBe(10);
    const writer = open();
    expect(await writer.health(STREAM)).toEqual({ kind: 'healthy', next: 10 });
    expect(await writer.salvage(STREAM)).toMatchObject({ health: { kind: 'healthy', next: 10 } });
    unwrap(await writer.append(STREAM, [said('10')], { expected: 10 }));
    expect(textsOf(unwrap(await reader.read(STREAM, { from: 9 })).events)).toEqual(['9', '10']);
  });

  test('bytes in a segment past what is attested are never read', async () => {
    const { fs, open } = await tenCommits();
    changeText(fs, segmentPath(FOLDER, 8), (text) => `${text.replaceAll('\0', '')}{"seq":10,"forged":true}\n`);
    expect(textsOf(unwrap(await open().read(STREAM, { from: 8 })).events)).toEqual(['8', '9']);
  });

  test('an index or a snapshot that is not right is built again', async () => {
    const { fs, open } = await tenCommits();
    const first = open();
    expect(unwrap(await first.append(STREAM, [said('1', 'k1')], { expected: 0 })).repeated).toBe(true);
    await first.close();
    for (const name of fs.readdirSync(`${FOLDER}/index`))
      changeFile(fs, `${FOLDER}/index/${name}`, (bytes) => bytes.fill(1, 90));
    expect(unwrap(await open().append(STREAM, [said('2', 'k2')], { expected: 0 })).repeated).toBe(true);
  });
});

const verified = ({ audit, heads }: DiskLog) => verify({ audit, heads })();

describe('salvage and repair', { timeout: 120_000 }, () => {
  const damage = (fs: FileSystem): void =>
    changeText(fs, segmentPath(FOLDER, 4), (text) => text.replace('"text":"6"', '"text":"x"'));
  const damaged = async () => {
    const given = await tenCommits();
    damage(given.fs);
    return given;
  };

  test('salvage shows the validated prefix, flagged', async () => {
    const { open } = await damaged();
    const { events, health } = await open().salvage(STREAM);
    expect(textsOf(events)).toEqual(['0', '1', '2', '3', '4', '5']);
    expect(health).toEqual({ kind: 'corrupt_tail', reason: 'digest_mismatch', validNext: 6, commit: 6 });
  });

  test('repair copies the stream aside, cuts it after its last complete commit, and appends work again', async () => {
    const { fs, open } = await damaged();
    const bad = fileBytes(fs, segmentPath(FOLDER, 4));
    const log = open();
    const repaired = unwrap(await log.repair(STREAM));
    expect(repaired).toMatchObject({ next: 6, was: { kind: 'corrupt_tail', validNext: 6 } });
    expect(await log.health(STREAM)).toEqual({ kind: 'healthy', next: 6 });
    expect(fileBytes(fs, segmentPath(repaired.aside ?? '', 4))).toEqual(bad);
    expect(fs.readdirSync(`${repaired.aside}/manifest`)).toHaveLength(3);
    expect(unwrap(await log.append(STREAM, [said('new', 'k6')], { expected: 6 })).repeated).toBe(false);
    for (const reader of [log, open()]) {
      expect(textsOf(unwrap(await reader.read(STREAM)).events)).toEqual(['0', '1', '2', '3', '4', '5', 'new']);
    }
  });

  test('another process that had the stream open sees it as repaired', async () => {
    const { open } = await damaged();
    const reader = open();
    await reader.read(STREAM);
    unwrap(await open().repair(STREAM));
    expect(unwrap(await reader.read(STREAM)).next).toBe(6);
  });

  test('a healthy stream is left alone', async () => {
    const { open, fs } = await tenCommits();
    expect(unwrap(await open().repair(STREAM))).toEqual({ next: 10, was: { kind: 'healthy', next: 10 } });
    expect(fs.statSync('/data/aside')).toBeUndefined();
  });

  test('a repair stopped before its head was signed is finished by the next one, and no other head is let go of', async () => {
    const { fs, disk, machine, open } = await damaged();
    const isHead = (path: string): boolean => path.startsWith('/data/heads/') && path.endsWith('.part');
    disk.injectFaults(({ path }) => (isHead(path) ? 'EIO' : undefined));
    expect(await open().repair(STREAM)).toMatchObject({ ok: false, error: { code: 'WRITE_FAILED' } });
    disk.injectFaults(() => undefined);
    machine.freeLocks();
    const log = open();
    // Until then the stream is shorter than its head attests, and nothing goes on from it.
    expect(await log.append(STREAM, [said('new')], { expected: 6 })).toMatchObject({
      error: { reason: 'shorter_than_signed' },
    });
    await log.close();
    const again = open();
    expect(await again.headDoubt(STREAM)).toBe('tail_cut');
    const finished = unwrap(await again.repair(STREAM));
    expect(finished).toEqual({ next: 6, was: { kind: 'healthy', next: 6 }, aside: expect.any(String) });
    expect((await verified(again)).findings).toEqual([]);
    const after = open();
    for (let n = 6; n < 12; n += 1) unwrap(await after.append(STREAM, [said(`new ${n}`)], { expected: n }));
    await after.close();
    expect(unwrap(await again.repair(STREAM))).toEqual({ next: 12, was: { kind: 'healthy', next: 12 } });
    await again.close();

    changeText(fs, partPath(FOLDER, 8), (text) => text.replace(/[^\n]*\n$/, ''));
    const cut = open();
    expect(unwrap(await cut.repair(STREAM))).toMatchObject({ next: 11, doubt: 'tail_cut' });
    expect(await cut.headDoubt(STREAM)).toBe('tail_cut');
    const accepted = unwrap(await cut.acceptEnd(STREAM));
    expect(await cut.headDoubt(STREAM)).toBeUndefined();
    expect(JSON.parse(fileBytes(fs, `${accepted.aside}/repaired.json`).toString())).toMatchObject({
      head: { commits: 11 },
      before: { commits: 12 },
    });
    expect((await verified(cut)).findings).toEqual([]);
  });

  test('a fault, a short write or a power cut at any call of a repair loses nothing: it is done, or can be done again', async () => {
    const kept = ['0', '1', '2', '3', '4', '5'];
    const open = (fs: FileSystem): DiskLog =>
      openOnSimulatedDisk({ mount: () => fs, kill: () => undefined }, options).open();
    const expectRepaired = async (fs: FileSystem): Promise<void> => {
      const log = open(fs);
      expect(textsOf((await log.salvage(STREAM)).events)).toEqual(kept);
      unwrap(await log.repair(STREAM));
      expect(await log.health(STREAM)).toEqual({ kind: 'healthy', next: 6 });
      expect(textsOf((await log.salvage(STREAM)).events)).toEqual(kept);
      unwrap(await log.append(STREAM, [said('on')], { expected: 6 }));
      await log.close();
      const seen = await verified(open(fs));
      expect(seen.findings).toEqual([]);
      expect(seen.unproven.map(({ kind }) => kind)).not.toContain('only_chained');
      const asides = fs.readdirSync('/data/aside').map((name) => `/data/aside/${name}/manifest`);
      const whole = asides.filter((path) => fs.statSync(path) && fs.readdirSync(path).length === 3);
      expect(whole.length).toBeGreaterThanOrEqual(1);
    };
    let processes = 0;
    const points = await meetEveryFault({
      begin: async (fs) => {
        await writeTen(open(fs));
        damage(fs);
        return fs;
      },
      act: async (fs) => void unwrap(await open(fs).repair(STREAM)),
      check: async (_, { name, fs, powerCut }) => {
        try {
          // The same process goes on, or another after the power was cut as well.
          await expectRepaired(processes++ % 2 === 0 ? fs : powerCut());
        } catch (cause) {
          throw new Error(name, { cause });
        }
      },
      cuts: [0, 1, 0.5, 0.8],
    });
    expect(points).toBeGreaterThan(700);
  });

  test('a name that no stream can have is refused in so many words, and is empty to look at', async () => {
    const { open } = await tenCommits();
    const log = open();
    const refused = { ok: false, error: { code: 'INVALID', reason: 'bad_stream' } };
    for (const name of ['session/../../etc', 'Session/S', '', 'a/b/c']) {
      expect(await log.repair(name)).toMatchObject(refused);
      expect(await log.acceptEnd(name)).toMatchObject(refused);
      expect(await log.salvage(name)).toEqual({ events: [], health: { kind: 'healthy', next: 0 } });
      expect(await log.headDoubt(name)).toBeUndefined();
    }
  });
});
