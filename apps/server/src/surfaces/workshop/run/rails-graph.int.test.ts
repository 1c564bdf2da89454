import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '@atelier/kernel/core';
import type { ChatModel } from '@atelier/models';
import { createScriptedModel, leastThatFits } from '@atelier/models/testing';
import { type OpenedRails, openRails } from '@atelier/rails/adapters';
import { send } from '@atelier/workshop';
import {
  createPhasedModel,
  openRunWorld,
  person,
  type RunWorld,
  type RunWorldOptions,
  sharedWorkers,
  writes,
} from '@atelier/workshop/testing';
import { recordOn } from '@atelier/workshop/usecases';
import { describe, expect, test } from 'vitest';
import { createRailsGraph } from './rails-graph.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();
const scripted = 'builtin:scripted';

/** A run world whose graph is WorkRail's own, over the same data folder. */
const opened = async (models: Readonly<Record<string, ChatModel>>, options: RunWorldOptions = {}) => {
  let rails: OpenedRails | undefined;
  const world: RunWorld = await openRunWorld({
    ...options,
    workers: workers(),
    models,
    graph: createRailsGraph(() => {
      rails ??= openRails(world.storage, world.data);
      return rails.deps;
    }),
  });
  const sessions = () => world.storage.log.list('session');
  const session = async () => {
    const [stream] = await sessions();
    const state = await rails?.deps.sessions.at(stream?.slice('session/'.length) as never);
    return state?.ok ? state.value : undefined;
  };
  return { ...world, sessions, session };
};
type Opened = Awaited<ReturnType<typeof opened>>;

const begin = async (world: Opened, text: string, workflowId?: string) => {
  const id = await world.create({ 'a.txt': 'one\n' }, scripted);
  await order(world, id, text, workflowId);
  return id;
};
const order = async (world: Opened, id: `wb_${string}`, text: string, workflowId?: string) => {
  const { newId } = world.deps;
  const ids = { messageId: newId('msg'), runId: newId('run') };
  const begun = await world.runs.begin(id, () =>
    recordOn(world.deps)(id, person, (bench) =>
      send(bench, { text, mode: 'agent', ...ids, files: 1, ...(workflowId && { workflowId }) }),
    ),
  );
  expect(begun).toMatchObject({ ok: true });
  await world.ended(id);
};

describe('research, plan, implement and summary in WorkRail', () => {
  const script = { plan: '- [ ] 1. One\n- [ ] 2. Two', items: { 1: writes('1.txt', '1'), 2: writes('2.txt', '2') } };

  test('one session a Workbench, one run a message, complete when the run is', patience, async () => {
    const world = await opened({ [scripted]: createPhasedModel(script) });
    const id = await begin(world, 'Write two files');
    await world.actions.discard(id, {}, person);
    await order(world, id, 'Write them again');
    expect(world.faults).toEqual([]);
    expect(await world.sessions()).toHaveLength(1);
    const session = await world.session();
    expect(session?.origin).toEqual({ kind: 'workbench', workbenchId: id });
    expect(
      [...(session?.runs.values() ?? [])].map((run) =>
        run.path.map(({ pending }) => pending?.split('::').at(-1) ?? null),
      ),
    ).toEqual([
      ['research', 'plan', 'item', 'item', 'summary', null],
      ['research', 'plan', 'item', 'item', 'summary', null],
    ]);
    const taken = (await world.events(id)).find(({ kind }) => kind === 'run.step_taken');
    expect(taken?.data.body).toMatchObject({ sessionId: session?.sessionId });
    await world.close();
  });

  test('an analysis closes the loop without a call', patience, async () => {
    const model = createPhasedModel({ plan: '<!-- analysis_only -->' });
    const world = await opened({ [scripted]: model });
    await begin(world, 'How many?');
    const [run] = [...((await world.session())?.runs.values() ?? [])];
    expect(run?.path.at(-1)?.pending).toBeNull();
    expect(model.of('implement')).toEqual([]);
    await world.close();
  });
});

describe('any other workflow', () => {
  /** Hands in what each step's form asks for, whatever it is. */
  const dutiful = () =>
    createScriptedModel(({ messages, tools }) => {
      if (messages.at(-1)?.role === 'tool') return { text: 'Handed in.' };
      const finish = tools?.find(({ name }) => name === 'finish_step');
      if (!finish) return { text: 'All steps are done.' };
      return {
        calls: [{ id: 'f', name: 'finish_step', input: leastThatFits(finish.inputSchema as JsonObject) as JsonObject }],
      };
    });
  const own = {
    schemaVersion: 1,
    id: 'user.inspect',
    name: 'Inspect',
    description: 'Looks, and says whether it passed.',
    version: '1.0.0',
    steps: [
      { id: 'look', title: 'Look', prompt: 'Look at the files.', output: { notesRequired: true } },
      { id: 'report', title: 'Report', prompt: 'Report.', output: { contractRef: 'wr.contracts.verification_report' } },
    ],
  };
  const withOwn = async (world: Opened, source: object = own) => {
    await mkdir(join(world.data, 'workflows'), { recursive: true });
    await writeFile(join(world.data, 'workflows', 'inspect.json'), JSON.stringify(source));
  };

  test.each(['wr.bug_investigation', 'user.inspect'])(
    '%s is carried out step by step through finish_step',
    patience,
    async (workflowId) => {
      const model = dutiful();
      const world = await opened({ [scripted]: model });
      await withOwn(world);
      const id = await begin(world, 'Inspect the files', workflowId);
      expect(world.faults).toEqual([]);
      expect((await world.events(id)).findLast(({ kind }) => kind.startsWith('run.'))).toMatchObject({
        kind: 'run.completed',
      });
      const session = await world.session();
      const [run] = [...(session?.runs.values() ?? [])];
      expect(run?.workflowId).toBe(workflowId);
      expect(run?.path.at(-1)?.pending).toBeNull();
      expect(session?.origin).toEqual({ kind: 'workbench', workbenchId: id });
      await world.close();
    },
  );

  test('what a step lacks goes back to the model once', patience, async () => {
    const good = dutiful();
    let isFirst = true;
    const model: ChatModel = {
      entry: good.entry,
      stream: (request, signal) => {
        const text = JSON.stringify(request.messages.at(-1));
        const isReport = text.includes('Step 2 of 2') && request.messages.at(-1)?.role === 'user';
        if (!isReport || !isFirst) return good.stream(request, signal);
        isFirst = false;
        return createScriptedModel([{ text: 'It all passed.' }]).stream(request, signal);
      },
    };
    const world = await opened({ [scripted]: model });
    await withOwn(world);
    const id = await begin(world, 'Inspect the files', 'user.inspect');
    expect((await world.at(id)).run?.state).toBe('completed');
    expect(
      good.requests.some(({ messages }) => JSON.stringify(messages).includes('handed in before and is not complete')),
    ).toBe(true);
    await world.close();
  });

  test(
    'a question only a person can answer waits over a restart, and the answer continues the same run',
    patience,
    async () => {
      const asking = {
        ...own,
        steps: [
          {
            ...own.steps[0],
            userDependency: { reason: 'needs_user_choice', nonAssumable: 'scope_boundary', contextKey: 'scope' },
          },
          own.steps[1],
        ],
      };
      const world = await opened({ [scripted]: dutiful() });
      await withOwn(world, asking);
      const id = await begin(world, 'Inspect the files', 'user.inspect');
      expect((await world.at(id)).run).toMatchObject({
        state: 'paused',
        asked: { wants: 'text', question: expect.stringContaining('This choice is yours') },
      });
      const { runId } = (await world.events(id)).findLast(({ kind }) => kind === 'run.paused')?.data ?? {};
      await world.storage.close();

      const again = await opened(
        { [scripted]: dutiful() },
        { folder: world.data, deps: () => ({ underWay: world.underWay }) },
      );
      await again.runs.recover();
      expect((await again.at(id)).run?.asked).not.toBeNull();
      expect(await again.runs.answer(id, 'Only the first sheet', 'local')).toMatchObject({ ok: true });
      await again.ended(id);
      expect(again.faults).toEqual([]);
      const bench = await again.at(id);
      expect([bench.run?.state, bench.run?.id]).toEqual(['completed', runId]);
      const runs = [...((await again.session())?.runs.values() ?? [])];
      expect(runs).toHaveLength(1);
      expect(runs[0]?.path.at(-1)?.pending).toBeNull();
      expect(JSON.stringify([...(runs[0]?.contexts.values() ?? [])])).toContain('Only the first sheet');
      await again.close();
      await rm(world.data, { recursive: true, force: true });
    },
  );
});
