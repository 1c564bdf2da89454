import { expect, test } from 'vitest';
import { noise } from '../../testing/blobs-noise.ts';
import { said, unwrap } from '../../testing/log-promises.ts';
import { usePostgres } from '../../testing/use-postgres.ts';
import { verify } from '../../usecases/verify.ts';
import { createPostgresLog } from './postgres-log.ts';
import { createPostgresContent } from './postgres-objects.ts';

const server = usePostgres();

/** Five commits with content, written, signed and closed. */
const written = async () => {
  const { database, log } = await server.openLog(await server.newDatabase(), { connections: 3 });
  const content = createPostgresContent(database);
  for (let n = 0; n < 5; n += 1) {
    const id = await content.blobs.put(noise(5_000, n));
    unwrap(await log.append('session/s', [said(`n${n}`)], { expected: n, pins: [id], content: [noise(40, n)] }));
  }
  await log.close();
  const look = () => verify({ audit: log.audit, heads: log.heads, content })();
  const change = (sql: string) => database.pool.query(sql);
  return { database, log, look, change };
};

test('a healthy database has nothing wrong with it, and every commit is under a signed head', async () => {
  const { look } = await written();
  const seen = await look();
  expect(seen).toMatchObject({ findings: [], streams: 1, commits: 5, content: 5 });
  expect(seen.unproven.map(({ kind }) => kind)).not.toContain('only_chained');
});

test.each([
  ['a changed line', `update atelier.commits set lines = replace(lines, 'n2', 'n7') where commit = 2`, 'commit', 2],
  ['a dropped commit', 'delete from atelier.commits where commit = 3', 'commit', 3],
  ['a changed pin', `update atelier.commits set pins = '{}' where commit = 1`, 'commit', 2],
  ['a cut tail', 'delete from atelier.commits where commit = 4', 'commit', 4],
  [
    'a tail cut with all that says so',
    `update atelier.streams set next_commit = 4, next_seq = 4,
      head_hash = (select prev from atelier.commits where commit = 4);
    delete from atelier.commits where commit = 4`,
    'tail_cut',
    4,
  ],
  ['a forged head', `update atelier.heads set commits = 4`, 'head_forged', 5],
  [
    'a changed blob',
    'update atelier.objects set bytes = set_byte(bytes, 9, get_byte(bytes, 9) # 1)',
    'content_changed',
    0,
  ],
  ['a missing blob', 'delete from atelier.objects', 'content_missing', 0],
])('%s is found and named', async (_, sql, kind, commit) => {
  const { look, change } = await written();
  await change(sql);
  const { findings } = await look();
  expect(findings[0]).toMatchObject({ kind, stream: 'session/s', commit });
});

test('of a damaged stream the part before the damage can still be read', async () => {
  const { log, change } = await written();
  await change(`update atelier.commits set lines = replace(lines, 'n2', 'n7') where commit = 2`);
  const { events, health } = await log.salvage('session/s');
  expect(events.map(({ data }) => data['text'])).toEqual(['n0', 'n1']);
  expect(health).toMatchObject({ kind: 'corrupt_tail', validNext: 2, commit: 2 });
});

test('a head moves forward only, whoever signs it', async () => {
  const { log } = await written();
  const before = await log.heads.of('session/s');
  await log.heads.sign([{ stream: 'session/s', commits: 2, head: 'sha256:older' }], async () => true);
  expect(await log.heads.of('session/s')).toEqual(before);
  expect(await log.heads.streams()).toEqual(['session/s']);
});

test('a tail cut with all that says so stays missed, however much is written after it', async () => {
  const { database, look, change } = await written();
  const cut = `update atelier.streams set next_commit = 2, next_seq = 2,
      head_hash = (select prev from atelier.commits where commit = 2);
    delete from atelier.commits where commit >= 2; delete from atelier.content where commit >= 2;
    delete from atelier.keys`;
  const running = createPostgresLog(database);
  unwrap(await running.append('session/s', [said('n5')], { expected: 'any' }));
  await running.close();
  await change(cut);
  for (const [more, found] of [
    [3, { kind: 'tail_cut', stream: 'session/s', commit: 5, signed: 6 }],
    [3, { kind: 'head_differs', stream: 'session/s', commit: 5 }],
  ] as const) {
    const log = createPostgresLog(database);
    for (let n = 0; n < more; n += 1) unwrap(await log.append('session/s', [said(`after ${n}`)], { expected: 'any' }));
    expect(await log.headDoubt('session/s')).toBe(found.kind);
    await log.close();
    expect((await look()).findings).toEqual([found]);
  }
});

test('a head that is not ours is never written over', async () => {
  const { database, look, change } = await written();
  // One that the chain goes through, by somebody without the key: it would let the commits after it be cut.
  await change(`update atelier.heads set commits = 1, head = (select prev from atelier.commits where commit = 1)`);
  const log = createPostgresLog(database);
  unwrap(await log.append('session/s', [said('n5')], { expected: 'any' }));
  await log.close();
  expect(await log.headDoubt('session/s')).toBe('head_forged');
  expect((await look()).findings).toEqual([{ kind: 'head_forged', stream: 'session/s', commit: 6 }]);
});

test('two processes that take turns sign over each other', async () => {
  const { database, look } = await written();
  const [one, two] = [createPostgresLog(database), createPostgresLog(database)];
  for (let turn = 0; turn < 6; turn += 1)
    unwrap(await (turn % 2 === 0 ? one : two).append('session/s', [said(`turn ${turn}`)], { expected: 'any' }));
  await Promise.all([one.close(), two.close()]);
  expect(await look()).toMatchObject({ findings: [], commits: 11 });
  expect(await one.heads.of('session/s')).toMatchObject({ commits: 11 });
});
