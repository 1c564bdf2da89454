import { startPostgres } from '@atelier/kernel/testing/postgres';
import { priceProject, recordsOf } from '@atelier/studio/view';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filterThread } from '../../../../web/src/surfaces/studio/talk/filter-thread.ts';
import { startTestServer } from '../../testing/test-server.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
}, 60_000);
afterAll(() => postgres.stop());

type Started = Awaited<ReturnType<typeof startTestServer>>;
let asked = 0;
const key = () => {
  asked += 1;
  return `request-${String(asked).padStart(6, '0')}`;
};

const viewOf = async ({ client }: Started, projectId: string) => {
  const got = await client.StudioGet({ projectId });
  if (!got.ok) throw new Error(got.error.code);
  return got.value.view;
};
const totalOf = async (started: Started, projectId: string): Promise<bigint> => {
  const view = await viewOf(started, projectId);
  if (!view.policy) throw new Error('no policy');
  return priceProject(recordsOf(view), view.policy, view.pricing).totalMinor;
};
const turn = async ({ client }: Started, projectId: string, event: unknown, idempotencyKey = key()) => {
  const done = await client.RunStudioTurn({ projectId, idempotencyKey, event: event as never });
  if (!done.ok) throw new Error(`${done.error.code} ${JSON.stringify(done.error.details)}`);
  return done.value;
};

describe.each(['disk', 'database'] as const)('on %s', (place) => {
  const serve = async (databaseUrl?: string) => startTestServer({ ...(databaseUrl !== undefined && { databaseUrl }) });
  const url = async () => (place === 'database' ? postgres.newDatabase() : undefined);

  test('[ST-40] the demo is priced to the agora', async () => {
    const started = await serve(await url());
    const made = await started.client.StudioDemoCreate({ requestId: key() });
    if (!made.ok) throw new Error(made.error.code);
    const view = await viewOf(started, made.value.projectId);
    if (!view.policy) throw new Error('no policy');
    const priced = priceProject(recordsOf(view), view.policy, view.pricing);
    expect([priced.directMinor, priced.baseMinor, priced.subtotalMinor, priced.vatMinor, priced.totalMinor]).toEqual([
      2_435_116n,
      2_849_086n,
      3_561_000n,
      640_980n,
      4_201_980n,
    ]);
    expect(priced.effectiveMarginBps).toBe(1999);
    expect(view.flags).toEqual([]);
  });

  test('[ST-32] [ST-33] [ST-34] a line whose task goes still counts until a person decides, and comes back with it', async () => {
    const started = await serve(await url());
    const made = await started.client.StudioDemoCreate({ requestId: key() });
    if (!made.ok) throw new Error(made.error.code);
    const { projectId } = made.value;
    const total = await totalOf(started, projectId);
    const before = await viewOf(started, projectId);
    const task = before.tasks.find(({ title }) => title.en === 'Letters');
    const line = before.materialLines.find(({ label }) => label.en === 'PVC letters');
    if (!task || !line) throw new Error('the demo has letters');
    const remove = { op: 'tombstone', opId: 'o1', entity: 'task', id: task.id, note: { en: 'Not needed' } };
    const ifMatch = { [task.id]: before.hashes[task.id] };
    await turn(started, projectId, { type: 'manualEdit', ops: [remove], ifMatch, acknowledge: ['V13'] });
    const gone = await viewOf(started, projectId);
    expect(gone.materialLines.find(({ id }) => id === line.id)).toMatchObject({ status: 'orphaned', tombstone: null });
    expect(gone.flags.map(({ invariant }) => invariant)).toContain('I03');
    expect(await totalOf(started, projectId)).toBe(total);

    const bury = (action: string, entity: string, id: string) =>
      turn(started, projectId, { type: 'decideGraveyard', decisions: [{ entity, id, action }] });
    await bury('removeLine', 'materialLine', line.id);
    expect(await totalOf(started, projectId)).toBeLessThan(total);
    await bury('restore', 'materialLine', line.id);
    expect(await totalOf(started, projectId)).toBe(total);
    await bury('restore', 'task', task.id);
    const back = await viewOf(started, projectId);
    expect(back.materialLines.find(({ id }) => id === line.id)).toMatchObject({ status: 'active' });
    expect(back.flags.map(({ invariant }) => invariant)).not.toContain('I03');
  });

  test('[ST-63] projects are made, listed, renamed, archived and cloned to a new day with or without costs', async () => {
    const started = await serve(await url());
    const { client } = started;
    const made = await client.StudioDemoCreate({ requestId: key() });
    if (!made.ok) throw new Error(made.error.code);
    const { projectId } = made.value;
    const own = await client.StudioProjectCreate({
      requestId: key(),
      title: { he: 'כנס' },
      clientName: 'Client',
      primaryLang: 'he',
    });
    if (!own.ok) throw new Error(own.error.code);
    const hash = (await viewOf(started, own.value.projectId)).hashes[own.value.projectId];
    const rename = {
      op: 'set',
      opId: 'o1',
      entity: 'project',
      id: own.value.projectId,
      changes: { 'title.he': 'כנס סתיו' },
    };
    await turn(started, own.value.projectId, {
      type: 'manualEdit',
      ops: [rename],
      ifMatch: { [own.value.projectId]: hash },
    });
    await turn(started, own.value.projectId, { type: 'setProjectSettings', isArchived: true });

    const day = '2027-03-10';
    const clone = async (withCosts: boolean, asTemplate: boolean) => {
      const cloned = await client.StudioProjectClone({
        requestId: key(),
        projectId,
        title: { en: 'Copy' },
        eventDate: day,
        withCosts,
        asTemplate,
      });
      if (!cloned.ok) throw new Error(cloned.error.code);
      return viewOf(started, cloned.value.projectId);
    };
    const source = await viewOf(started, projectId);
    const [whole, bare] = [await clone(true, false), await clone(false, true)];
    expect(whole.project).toMatchObject({ eventDate: day, isTemplate: false });
    expect(bare).toMatchObject({ project: { isTemplate: true }, materialLines: [], workLines: [] });
    expect(whole.elements).toHaveLength(source.elements.length);
    if (!whole.policy) throw new Error('no policy');
    expect(priceProject(recordsOf(whole), whole.policy, null).totalMinor).toBe(4_201_980n);
    const ids = new Set([...source.elements, ...source.tasks, ...source.materialLines].map(({ id }) => id));
    expect([...whole.elements, ...whole.tasks, ...whole.materialLines].filter(({ id }) => ids.has(id))).toEqual([]);

    await expect
      .poll(async () => {
        const listed = await client.StudioWorkspaceGet({});
        return listed.ok
          ? listed.value.view.projects.map(({ title, isArchived, isTemplate }) => [
              title.en ?? title.he,
              isArchived,
              isTemplate,
            ])
          : [];
      })
      .toEqual(
        expect.arrayContaining([
          ['כנס סתיו', true, false],
          ['Copy', false, false],
          ['Copy', false, true],
        ]),
      );
  });
});

// A data folder has one server; a database has any number.
const repeated = [
  ['the one server of a folder', 1],
  ['two servers of a database', 2],
] as const;
test.each(repeated)(
  '[ST-81] two hundred repeats of one key through %s are one turn, one pair of messages and one effect',
  async (_, count) => {
    const options = count === 1 ? {} : { databaseUrl: await postgres.newDatabase() };
    const servers = await Promise.all(Array.from({ length: count }, () => startTestServer(options)));
    const [first] = servers;
    if (!first) throw new Error('no server');
    const made = await first.client.StudioDemoCreate({ requestId: key() });
    if (!made.ok) throw new Error(made.error.code);
    const { projectId } = made.value;
    const before = await viewOf(first, projectId);
    const event = { type: 'chatMessage', text: 'paint the main stage red' };
    const idempotencyKey = key();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        servers[at % count]?.client.RunStudioTurn({ projectId, idempotencyKey, event }),
      ),
    );
    const done = answers.flatMap((answer) => (answer?.ok ? [answer.value] : []));
    const refused = answers.flatMap((answer) => (answer && !answer.ok ? [answer.error.code] : []));
    expect(done.length).toBeGreaterThan(0);
    expect(new Set(done.map(({ turnId }) => turnId)).size).toBe(1);
    expect(done.filter(({ replayed }) => !replayed).length).toBeLessThanOrEqual(1);
    expect([...new Set(refused)].filter((code) => code !== 'TURN_IN_PROGRESS')).toEqual([]);
    const after = await viewOf(first, projectId);
    expect(after.messages.length - before.messages.length).toBe(2);
    expect(after.session.draft?.revision).toBe(1);
  },
  60_000,
);

test('[ST-97] the thread is filtered by stage, channel, skill and element; without a scope the elements that fit the words best are read, the same on both stores', async () => {
  const seen: unknown[] = [];
  for (const place of ['disk', 'database'] as const) {
    const databaseUrl = place === 'database' ? await postgres.newDatabase() : undefined;
    const started = await startTestServer({ ...(databaseUrl !== undefined && { databaseUrl }) });
    const made = await started.client.StudioDemoCreate({ requestId: 'same-on-both' });
    if (!made.ok) throw new Error(made.error.code);
    const { projectId } = made.value;
    const names = ['Oak bench', 'Oak table', 'Oak shelf', ...Array.from({ length: 12 }, (_, at) => `Flag ${at + 1}`)];
    const ops = names.map((name, at) => ({
      op: 'create',
      opId: `n${at}`,
      entity: 'element',
      tempId: `tmp:n${at}`,
      fields: { 'name.en': name, kind: 'furniture' },
    }));
    await turn(started, projectId, { type: 'manualEdit', ops, ifMatch: {}, acknowledge: ['V12'] }, 'same-key-1');
    const asked = await turn(started, projectId, { type: 'chatMessage', text: '/qa which oak furniture is there?' });
    const trace = await started.client.StudioTurnTraceGet({ projectId, turnId: asked.turnId });
    if (!trace.ok) throw new Error(trace.error.code);
    const { elementIds } = trace.value.trace.contextStats as { elementIds: string[] };
    const view = await viewOf(started, projectId);
    const nameOf = new Map(view.elements.map(({ id, name }) => [id, name.en]));
    const read = elementIds.map((id) => nameOf.get(id));
    expect(read.slice(0, 3).toSorted()).toEqual(['Oak bench', 'Oak shelf', 'Oak table']);
    expect(read.length).toBeLessThanOrEqual(10);
    seen.push(read);

    const painted = await turn(started, projectId, { type: 'chatMessage', text: 'paint the main stage red' });
    await turn(started, projectId, { type: 'generateQuestions' });
    const { messages, elements } = await viewOf(started, projectId);
    const stage = elements.find(({ name }) => name.en === 'Main stage')?.id ?? '';
    const turns = (filter: Parameters<typeof filterThread>[1]) => [
      ...new Set(filterThread(messages, filter).map(({ turnId }) => turnId)),
    ];
    expect(turns({ elementId: stage })).toEqual([painted.turnId]);
    expect(turns({ skillId: 'project.qa' })).toEqual([asked.turnId]);
    expect(turns({ channel: 'questions' })).not.toContain(asked.turnId);
    expect(turns({ channel: 'questions' }).length).toBeGreaterThan(0);
    expect(turns({ stage: 'planning' })).toContain(painted.turnId);
    expect(turns({ stage: 'solutioning' })).toEqual([]);
  }
  expect(seen[1]).toEqual(seen[0]);
}, 90_000);
