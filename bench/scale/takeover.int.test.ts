import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerFrame } from '@atelier/contracts';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from '../../scripts/cluster/cluster.ts';
import { type ServerProcess, startServerProcess } from '../../scripts/cluster/server-process.ts';
import { signInEverywhere, type Watched } from './driven-run.ts';
import { type PacedModel, startPacedModel } from './paced-model.ts';

type DeltaFrame = Extract<ServerFrame, { delta: unknown }>;

const patience = { timeout: 120_000 };
let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let databaseUrl: string;
let servers: ServerProcess[];
let stopProxy: () => Promise<void>;
let model: PacedModel;
let person: Awaited<ReturnType<typeof signInEverywhere>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-takeover-'));
  [postgres, model] = [await startPostgres(), await startPacedModel()];
  databaseUrl = await postgres.newDatabase();
  const cluster = await startCluster({ folder, servers: 2, databaseUrl });
  stopProxy = cluster.proxy.stop;
  servers = [...cluster.servers];
  person = await signInEverywhere(servers, model);
}, 120_000);
afterAll(async () => {
  await stopProxy();
  await Promise.all(servers.map((server) => server.kill()));
  await model.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const again = async (gone: ServerProcess): Promise<void> => {
  servers = servers.filter((server) => server !== gone);
  servers.push(await startServerProcess(gone.folder, { ATELIER_DATABASE_URL: databaseUrl }));
};

const isOver = ({ kind }: { readonly kind: string }) => /^run\.(completed|failed|canceled|paused)$/.test(kind);
const isTakenOver = ({ kind, data }: { readonly kind: string; readonly data: object }) =>
  kind === 'run.driven' && 'term' in data && data.term === 2;

/** Whatever was done to its drivers: one outcome, each thing done once, and each term begun once. */
const expectOneOutcome = async (workbenchId: string, at: ServerProcess, seen: Watched): Promise<void> => {
  await seen.until(isOver);
  const events = seen.events();
  expect(events.filter(isOver).map(({ kind }) => kind)).toEqual(['run.completed']);
  expect(events.filter(({ kind }) => kind === 'run.started')).toHaveLength(1);
  expect(events.flatMap(({ kind, data }) => (kind === 'run.item_done' ? [data.item] : []))).toEqual([1, 2, 3]);
  const terms = events.flatMap(({ kind, data }) => (kind === 'run.driven' ? [data.term] : []));
  expect(terms).toEqual(terms.map((_, nth) => nth + 1));
  for (const item of [1, 2, 3]) expect(await person.textOn(at, workbenchId, `${item}.txt`)).toBe(`file ${item}\n`);
};

test(
  'a server freezes while it drives: another finishes, and the first one wakes up and says nothing',
  patience,
  async () => {
    const held = model.hold('implement 2');
    const { workbenchId, driver, other } = await person.begin(servers);
    const seen = await person.watchOn(other, workbenchId);
    await held.reached;
    process.kill(driver.pid, 'SIGSTOP');
    await seen.until(isTakenOver);
    await expectOneOutcome(workbenchId, other, seen);
    const before = seen.events().length;

    held.release();
    process.kill(driver.pid, 'SIGCONT');
    // It has heard how the run ended; then it is asked for something that shows.
    const late = await person.watchOn(driver, workbenchId);
    await late.until(isOver);
    expect(await person.clientOf(driver).WorkbenchRename({ workbenchId, name: 'After' })).toMatchObject({ ok: true });
    await seen.until(({ kind }) => kind === 'workbench.renamed');
    expect(
      seen
        .events()
        .slice(before)
        .map(({ kind }) => kind),
    ).toEqual(['workbench.renamed']);
    for (const { tab } of [seen, late]) tab.close();
  },
);

test('the database goes away in the middle of a run and comes back: the run goes on by itself', patience, async () => {
  const held = model.hold('implement 2');
  const { workbenchId, other } = await person.begin(servers);
  const seen = await person.watchOn(other, workbenchId);
  await held.reached;
  await postgres.crash();
  held.release();
  // Its driver has met a database that is away before there is one again.
  await expect.poll(() => fetch(`${other.origin}/healthz`).then(({ status }) => status)).toBe(200);
  await postgres.start();
  await expectOneOutcome(workbenchId, other, seen);
  seen.tab.close();
});

test('a server that is told to stop hands its run over', patience, async () => {
  const held = model.hold('implement 2');
  const { workbenchId, driver, other } = await person.begin(servers);
  const seen = await person.watchOn(other, workbenchId);
  await held.reached;
  await driver.stop();
  await seen.until(isTakenOver);
  held.release();
  await expectOneOutcome(workbenchId, other, seen);
  seen.tab.close();
  await again(driver);
});

test(
  'a server is killed in the middle of an answer, which others have seen: it stays, and another server gives one',
  patience,
  async () => {
    const held = model.hold('summary');
    const { workbenchId, driver, other } = await person.begin(servers);
    const seen = await person.watchOn(other, workbenchId);
    await held.reached;
    await seen.until(({ kind }) => kind === 'message.assistant_partial');
    // As it is written, and on the other server.
    const isSpoken = (frame: ServerFrame): frame is DeltaFrame => 'delta' in frame && frame.delta.kind === 'text';
    expect((await seen.tab.until(isSpoken)).delta).toMatchObject({
      offset: 0,
      text: expect.stringMatching(/^All the /),
    });
    await driver.kill();
    await seen.until(isTakenOver);
    await expectOneOutcome(workbenchId, other, seen);
    const said = seen.events().filter(({ kind }) => /^message\.assistant_(interrupted|completed)$/.test(kind));
    expect(said.map(({ kind }) => kind)).toEqual(['message.assistant_interrupted', 'message.assistant_completed']);
    held.release();
    seen.tab.close();
    await again(driver);
  },
);
