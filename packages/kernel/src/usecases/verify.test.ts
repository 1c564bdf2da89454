import { describe, expect, test } from 'vitest';
import { createMemoryContent } from '../adapters/blobs/memory-objects.ts';
import { noHeads } from '../adapters/disk/head-keeper.ts';
import { partPath, segmentPath } from '../adapters/disk/layout.ts';
import { blobIdOf } from '../adapters/node/sha256.ts';
import type { BlobId } from '../core/digest.ts';
import type { FileSystem } from '../ports/file-system.ts';
import type { LogAudit } from '../ports/log-audit.ts';
import { changeFile, fileBytes } from '../testing/damage.ts';
import { said, unwrap } from '../testing/log-promises.ts';
import { createSeeded } from '../testing/seeded.ts';
import { createSimulatedDisk } from '../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../testing/simulated-log.ts';
import { type Finding, type VerifyProgress, verify } from './verify.ts';

const STREAM = 'session/s';
const FOLDER = '/data/streams/session/s';
const EVENTS = 1_000;

/** A thousand events in commits of one to nine, three segments, blobs pinned and riding along, a clean stop. */
const thousandEvents = async () => {
  const disk = createSimulatedDisk();
  const machine = openOnSimulatedDisk(disk, { limits: { events: 400, bytes: 4 * 1024 * 1024 }, heads: 'on disk' });
  const log = machine.open();
  const { below, bytes } = createSeeded(5);
  const stored = new Map<BlobId, Uint8Array>();
  for (let next = 0; next < EVENTS; ) {
    const count = Math.min(EVENTS - next, 1 + below(9));
    const events = Array.from({ length: count }, (_, n) => said(`event ${next + n}`, `k${next + n}`));
    const blob = bytes(40);
    const pins = below(6) === 0 ? [blobIdOf(blob)] : [];
    if (pins[0]) stored.set(pins[0], blob);
    next = unwrap(
      await log.append(STREAM, events, { expected: next, pins, content: below(6) === 0 ? [bytes(30)] : [] }),
    ).next;
  }
  await log.close();
  const fs = disk.mount();
  const reader = machine.open();
  const content = {
    blobs: {
      checkAll: async (ids: ReadonlySet<BlobId>) => {
        const wrong = new Map<BlobId, 'missing' | 'corrupt'>();
        for (const id of ids) {
          const found = stored.get(id);
          if (!found) wrong.set(id, 'missing');
          else if (blobIdOf(found) !== id) wrong.set(id, 'corrupt');
        }
        return wrong;
      },
    },
    trees: { get: async () => undefined },
  } as const;
  const run = verify({ audit: reader.audit, heads: reader.heads, content });
  const { commits } = unwrap(await reader.commits(STREAM));
  /** The program itself, on the same disk, by somebody who has no key to sign with. */
  const openUnsigned = openOnSimulatedDisk(disk, { limits: { events: 400, bytes: 4 * 1024 * 1024 } }).open;
  return { fs, stored, run, openUnsigned, lines: linesOf(fs), commits };
};

type Given = Awaited<ReturnType<typeof thousandEvents>>;
/** A line of a file, where it lies, and the commit it belongs to. */
type Line = { readonly path: string; readonly start: number; readonly end: number; readonly commit: number };

const linesOf = (fs: FileSystem): readonly Line[] => {
  const lines: Line[] = [];
  for (const name of fs.readdirSync(`${FOLDER}/manifest`)) {
    const first = Number(name.slice(0, 12));
    let start = 0;
    for (const text of fileBytes(fs, partPath(FOLDER, first)).toString().split('\n').slice(0, -1)) {
      const { commit, offset, bytes } = JSON.parse(text) as { commit: number; offset: number; bytes: number };
      lines.push({ path: partPath(FOLDER, first), start, end: start + text.length + 1, commit });
      start += text.length + 1;
      let at = offset;
      const path = segmentPath(FOLDER, first);
      for (const event of fileBytes(fs, path)
        .subarray(offset, offset + bytes)
        .toString('latin1')
        .split('\n')
        .slice(0, -1)) {
        lines.push({ path, start: at, end: at + event.length + 1, commit });
        at += event.length + 1;
      }
    }
  }
  return lines;
};

/** The first finding after a change, with everything put back. */
const findingAfter = async (
  { fs, run }: Given,
  path: string,
  change: (bytes: Buffer) => Uint8Array,
): Promise<Finding | undefined> => {
  const before = fileBytes(fs, path);
  changeFile(fs, path, (bytes) => change(Buffer.from(bytes)));
  const { findings } = await run();
  changeFile(fs, path, () => before);
  return findings[0];
};

/** The first finding after two lines, of one file or of two, changed places; everything is put back. */
const findingAfterSwap = async ({ fs, run }: Given, a: Line, b: Line): Promise<Finding | undefined> => {
  const textOf = ({ path, start, end }: Line): Buffer => Buffer.from(fileBytes(fs, path).subarray(start, end));
  const [textOfA, textOfB] = [textOf(a), textOf(b)];
  const before = new Map([a, b].map(({ path }) => [path, fileBytes(fs, path)]));
  const put = ({ path, start, end }: Line, text: Buffer): void =>
    changeFile(fs, path, (bytes) => Buffer.concat([bytes.subarray(0, start), text, bytes.subarray(end)]));
  // The later one first: in one file the earlier one keeps its place.
  put(b, textOfA);
  put(a, textOfB);
  const { findings } = await run();
  for (const [path, bytes] of before) changeFile(fs, path, () => bytes);
  return findings[0];
};

// Thousands of walks: seconds on a quiet machine, and nothing here is about time.
describe('verify', { timeout: 180_000 }, () => {
  test('a healthy store has no findings, counts what it saw, tells its progress and says what it cannot prove', async () => {
    const { run, commits, stored } = await thousandEvents();
    const told: VerifyProgress[] = [];
    const verified = await run((progress) => told.push(progress));
    expect(verified).toMatchObject({ findings: [], streams: 1, commits: commits.length, content: stored.size });
    expect(verified.bytes).toBe(commits.reduce((sum, commit) => sum + commit.bytes, 0));
    expect(verified.unproven.map(({ kind }) => kind)).toEqual([
      'whole_stream_removed',
      'disk_lied_about_a_sync',
      'signed_by_who_holds_the_key',
    ]);
    expect(told.at(-1)).toMatchObject({ stream: STREAM, streams: 1, commits: commits.length });
  });

  test('content tells its progress too, within one large piece', async () => {
    const { blobs, trees } = createMemoryContent();
    const id = await blobs.put(new Uint8Array(80_000_000));
    const audit: LogAudit = {
      streams: async () => [STREAM],
      walk: async function* () {
        const hash = '0'.repeat(64);
        yield { commit: 0, first: 0, last: 0, bytes: 10, hash, pins: [id], unpins: [], inline: [] };
        return { commits: 1, next: 1 };
      },
    };
    const told: number[] = [];
    const verified = await verify({ audit, heads: noHeads, content: { blobs, trees } })(({ bytes }) =>
      told.push(bytes),
    );
    expect(verified).toMatchObject({ bytes: 80_000_010, content: 1 });
    expect(told.filter((bytes) => bytes > 10 && bytes < 80_000_000).length).toBeGreaterThanOrEqual(2);
  });

  test('content is named under each stream that pins it, after the chain of that stream and before the next', async () => {
    const { blobs, trees } = createMemoryContent();
    const sound = await blobs.put(Uint8Array.of(1));
    const gone = blobIdOf(Uint8Array.of(2));
    const tree = unwrap(
      await trees.put({
        v: 1,
        entries: { a: { blob: sound, size: 1, kind: 'file' }, b: { blob: gone, size: 1, kind: 'file' } },
      }),
    );
    const pinsByStream = new Map([
      ['session/a', [[sound], [tree]]],
      ['session/b', [[gone], [sound]]],
    ]);
    const audit: LogAudit = {
      streams: async () => [...pinsByStream.keys()],
      walk: async function* (stream) {
        const each = pinsByStream.get(stream) ?? [];
        for (const [commit, pins] of each.entries())
          yield { commit, first: commit, last: commit, bytes: 10, hash: '0'.repeat(64), pins, unpins: [], inline: [] };
        return {
          commits: 2,
          next: 2,
          trouble: { kind: 'corrupt_tail', commit: 2, validNext: 2, reason: 'digest_mismatch' },
        };
      },
    };
    const told: VerifyProgress[] = [];
    const verified = await verify({ audit, heads: noHeads, content: { blobs, trees } })((progress) =>
      told.push(progress),
    );
    expect(verified.findings).toEqual([
      { kind: 'commit', stream: 'session/a', commit: 2, reason: 'digest_mismatch' },
      { kind: 'content_missing', stream: 'session/a', commit: 1, id: gone, tree },
      { kind: 'commit', stream: 'session/b', commit: 2, reason: 'digest_mismatch' },
      { kind: 'content_missing', stream: 'session/b', commit: 0, id: gone },
    ]);
    expect(verified).toMatchObject({ streams: 2, commits: 4, content: 3 });
    expect(told.map(({ stream, streamsDone }) => [stream, streamsDone])).toEqual([
      ['session/a', 0],
      ['session/b', 1],
    ]);
  });

  test('content that rode in one commit may be pinned by another', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const pins = [blobIdOf(bytes)];
    const machine = openOnSimulatedDisk(createSimulatedDisk());
    const disk = machine.open();
    for (const commit of [{ pins }, { content: [bytes] }, { pins }])
      unwrap(await disk.append(STREAM, [said('x')], { expected: 'any', ...commit }));
    expect((await verify({ audit: disk.audit, heads: noHeads, content: createMemoryContent() })()).findings).toEqual(
      [],
    );
    await disk.close();
  });

  test('a flipped byte in any line is found and named by its commit', async () => {
    const given = await thousandEvents();
    const { below } = createSeeded(11);
    for (const { path, start, end, commit } of given.lines) {
      const at = start + below(end - start);
      const bit = 1 << below(7);
      const finding = await findingAfter(given, path, (bytes) => {
        bytes[at] = (bytes[at] ?? 0) ^ bit;
        return bytes;
      });
      expect(finding, `${path} byte ${at} bit ${bit}`).toMatchObject({ stream: STREAM, commit });
    }
  });

  test('any line dropped is found and named by its commit', async () => {
    const given = await thousandEvents();
    for (const { path, start, end, commit } of given.lines) {
      const finding = await findingAfter(given, path, (bytes) =>
        Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
      );
      expect(finding, `${path} line at ${start}`).toMatchObject({ stream: STREAM, commit });
    }
  });

  test('any two neighbours swapped, and 2,000 random pairs of one file or of two, are found and named by the first of the two', async () => {
    const given = await thousandEvents();
    const { pick } = createSeeded(13);
    const files = [...Map.groupBy(given.lines, ({ path }) => path).values()];
    const pairs: (readonly [Line, Line])[] = files.flatMap((lines) =>
      lines.slice(1).map((line, index) => [lines[index] as Line, line] as const),
    );
    const random: (readonly [Line, Line])[] = [];
    while (random.length < 2_000) {
      const one = pick(given.lines);
      // Half within a file, half from anywhere: other segments, and records against events.
      const two = pick(random.length % 2 === 0 ? (files.find((lines) => lines.includes(one)) ?? []) : given.lines);
      if (one !== two) random.push(one.start < two.start ? [one, two] : [two, one]);
    }
    expect(random.filter(([a, b]) => a.path !== b.path).length).toBeGreaterThan(500);
    for (const [a, b] of [...pairs, ...random]) {
      const finding = await findingAfterSwap(given, a, b);
      expect(finding, `${a.path} at ${a.start} and ${b.path} at ${b.start}`).toMatchObject({
        stream: STREAM,
        commit: Math.min(a.commit, b.commit),
      });
    }
  });

  test('a tail cut at any commit is missed, and the first commit that is gone is named', async () => {
    const given = await thousandEvents();
    const { fs, run, lines } = given;
    const records = lines.filter(({ path }) => path.includes('/manifest/')).toReversed();
    for (const { path, start, commit } of records) {
      changeFile(fs, path, (bytes) => bytes.subarray(0, start));
      expect((await run()).findings).toEqual([
        { kind: 'tail_cut', stream: STREAM, commit, signed: given.commits.length },
      ]);
      if (start === 0 && commit > 0) fs.unlinkSync(path);
    }
  });

  test('content changed or gone is found, and named with the commit that pinned it', async () => {
    const { stored, run, commits } = await thousandEvents();
    for (const [id, bytes] of [...stored]) {
      const commit = commits.find(({ pins }) => pins.includes(id))?.commit;
      stored.set(
        id,
        Uint8Array.from(bytes, (byte, at) => (at === 3 ? byte ^ 1 : byte)),
      );
      expect((await run()).findings).toEqual([{ kind: 'content_changed', stream: STREAM, commit, id }]);
      stored.delete(id);
      expect((await run()).findings).toEqual([{ kind: 'content_missing', stream: STREAM, commit, id }]);
      stored.set(id, bytes);
    }
  });

  test('a head that was edited is forged, and one that was removed leaves the chain alone to attest', async () => {
    const { fs, run, commits } = await thousandEvents();
    const path = '/data/heads/session/s.json';
    const before = fileBytes(fs, path);
    changeFile(fs, path, (bytes) =>
      Buffer.from(bytes.toString().replace(`"commits":${commits.length}`, '"commits":3')),
    );
    expect((await run()).findings).toMatchObject([{ kind: 'head_forged', stream: STREAM }]);
    changeFile(fs, path, () => before);
    expect((await run()).findings).toEqual([]);
    fs.unlinkSync(path);
    const { findings, unproven } = await run();
    expect(findings).toEqual([]);
    expect(unproven).toContainEqual({ kind: 'only_chained', stream: STREAM, from: 0, commits: commits.length });
  });

  test.each([
    ['from its first commit', () => 0],
    ['from its middle', (commits: number) => Math.floor(commits / 2)],
    ['in its last commit alone', (commits: number) => commits - 1],
  ] as const)('a history rewritten %s, each commit whole and in its chain, differs from its head', async (_, keep) => {
    const { fs, run, openUnsigned, lines, commits } = await thousandEvents();
    const kept = keep(commits.length);
    for (const { path, start, commit } of lines.toReversed()) {
      if (!path.includes('/manifest/') || commit < kept) continue;
      changeFile(fs, path, (bytes) => bytes.subarray(0, start));
      if (start === 0 && commit > 0) fs.unlinkSync(path);
    }
    const other = openUnsigned();
    for (let commit = kept; commit < commits.length; commit += 1)
      unwrap(await other.append(STREAM, [said(`another ${commit}`)], { expected: 'any' }));
    await other.close();
    const differs = [{ kind: 'head_differs', stream: STREAM, commit: commits.length - 1 }];
    expect((await run()).findings).toEqual(differs);
    const more = openUnsigned();
    unwrap(await more.append(STREAM, [said('one more')], { expected: 'any' }));
    await more.close();
    expect((await run()).findings).toEqual(differs);
  });

  test('a stream that is gone but for its head is missed', async () => {
    const { fs, run } = await thousandEvents();
    fs.renameSync(FOLDER, '/data/elsewhere');
    expect((await run()).findings).toMatchObject([{ kind: 'tail_cut', stream: STREAM, commit: 0 }]);
  });
});
