import { rm } from 'node:fs/promises';
import type { ChatModel } from '@atelier/models';
import type { ModelFailure } from '@atelier/models/core';
import { scriptedEntry } from '@atelier/models/testing';
import { describe, expect, test, vi } from 'vitest';
import { stateOf } from '../../core/gating.ts';
import type { WorkbenchId } from '../../core/ids.ts';
import { createMemoryGraph } from '../../testing/memory-graph.ts';
import { call, createPhasedModel, type PhaseScript, writes } from '../../testing/phased-model.ts';
import { openRunWorld, type RunWorld } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 30_000 };
const scripted = 'builtin:scripted';
const five = [1, 2, 3, 4, 5].map((at) => `- [ ] ${at}. Write ${at}`).join('\n');
const unavailable: ModelFailure = { code: 'PROVIDER_UNAVAILABLE', message: 'Status 503.', status: 503 };

const workers = sharedWorkers();

/** A model that stops answering when it is asked for one part of the run, until it is let go on. */
const stuckAt = (script: PhaseScript, isStuck: (phase: string, item: number | undefined, said: number) => boolean) => {
  const model = createPhasedModel(script);
  const { promise: isReached, resolve: reached } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: release } = Promise.withResolvers<void>();
  let wasStuck = false;
  const stuck: ChatModel = {
    entry: model.entry,
    stream: async function* (request, signal) {
      const { task } = request;
      const said = request.messages.filter(({ role }) => role === 'assistant').length;
      if (!wasStuck && task && isStuck(task.phase, task.item?.number, said)) {
        wasStuck = true;
        reached();
        await Promise.race([goOn, new Promise<void>((end) => signal.addEventListener('abort', () => end()))]);
      }
      yield* model.stream(request, signal);
    },
  };
  return { model, stuck, isReached, release };
};

const items: PhaseScript['items'] = Object.fromEntries([1, 2, 3, 4, 5].map((at) => [at, writes(`${at}.txt`, `${at}`)]));
const begin = async (world: RunWorld, text = 'Write five files'): Promise<WorkbenchId> => {
  const id = await world.create({ 'a.txt': 'one\n' }, scripted);
  expect(await world.ask(id, text)).toMatchObject({ ok: true });
  return id;
};
const last = async (world: RunWorld, id: WorkbenchId) =>
  (await world.events(id)).findLast(({ kind }) => /^run\.(paused|failed|completed|canceled)$/.test(kind));

describe('a server that dies', () => {
  test(
    '[WS-29] in item 3 of 5: the first two are not done again, the third starts from its own beginning',
    patience,
    async () => {
      const graph = createMemoryGraph();
      const half = [...writes('3.txt', 'half').slice(0, 1), ...writes('3.txt', '3')];
      const first = stuckAt(
        { plan: five, items: { ...items, 3: half } },
        (_phase, item, said) => item === 3 && said === 1,
      );
      const world = await openRunWorld({ workers: workers(), graph, models: { [scripted]: first.stuck } });
      const id = await begin(world);
      await first.isReached;
      const before = await world.at(id);
      expect(before.run?.item?.staged).toHaveLength(1);
      const draftBefore = before.draft && before.revisions.get(before.draft.revisionId)?.tree;
      // Whatever is in memory is lost; what is on disk is what a kill leaves.
      await world.storage.close();

      const second = createPhasedModel({ plan: 'never asked', items });
      const again = await openRunWorld({
        folder: world.data,
        workers: workers(),
        graph,
        models: { [scripted]: second },
        deps: () => ({ underWay: world.underWay }),
      });
      await again.runs.recover();
      expect(await last(again, id)).toMatchObject({
        kind: 'run.paused',
        data: { because: { code: 'SERVER_STOPPED' } },
      });
      const paused = await again.at(id);
      expect(paused.draft && paused.revisions.get(paused.draft.revisionId)?.tree).toBe(draftBefore);
      expect(await again.runs.resume(id)).toMatchObject({ ok: true });
      await again.ended(id);
      expect(again.faults).toEqual([]);
      expect((await again.at(id)).run?.state).toBe('completed');
      expect(
        second.requests
          .map(({ task }) => `${task?.phase}${task?.item?.number ?? ''}`)
          .filter((each, at, all) => all[at - 1] !== each),
      ).toEqual(['implement3', 'implement4', 'implement5', 'summary']);
      const [third] = second.of('implement', 3);
      const manifest = JSON.stringify(third?.messages[0]);
      for (const path of ['1.txt', '2.txt']) expect(manifest).toContain(path);
      expect(manifest).not.toContain('3.txt');
      for (const at of [1, 2, 3, 4, 5]) expect(await again.text(id, `${at}.txt`)).toBe(String(at));
      expect(graph.advances.map(({ step }) => step)).toEqual([
        'research',
        'plan',
        'item',
        'item',
        'item',
        'item',
        'item',
        'summary',
      ]);
      await again.close();
      await rm(world.data, { recursive: true, force: true });
    },
  );
});

describe('a run that waits', () => {
  test('[WS-32] a provider that keeps failing pauses the run, and another model finishes it', patience, async () => {
    let asked = 0;
    const broken: ChatModel = {
      entry: scriptedEntry,
      stream: async function* () {
        asked += 1;
        yield { kind: 'failed', failure: unavailable };
      },
    };
    const other = createPhasedModel(
      { plan: '- [ ] 1. Write', items: { 1: writes('b.txt', 'x') } },
      { ...scriptedEntry, modelId: 'builtin:other' },
    );
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: broken, 'builtin:other': other } });
    const id = await begin(world);
    const skip = setInterval(() => world.runs.skipWait(id), 5);
    await world.ended(id);
    clearInterval(skip);
    expect(asked).toBe(4);
    expect(await last(world, id)).toMatchObject({
      kind: 'run.paused',
      data: { state: 'paused', because: { code: 'PROVIDER_UNAVAILABLE' } },
    });
    expect(await world.runs.resume(id, { modelId: 'builtin:other' })).toMatchObject({ ok: true });
    await world.ended(id);
    expect((await world.at(id)).run).toMatchObject({ state: 'completed', modelId: 'builtin:other' });
    expect(await world.text(id, 'b.txt')).toBe('x');
    await world.close();
  });

  test('words of a broken answer stay, and the run can be taken up again', patience, async () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at} `).join('');
    let isBroken = true;
    const model = createPhasedModel({
      summary: () => (isBroken ? { text: words, fails: unavailable } : { text: 'All of it.' }),
    });
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: model } });
    const id = await begin(world, 'Tell me');
    await world.ended(id);
    expect(await world.answers(id)).toEqual([{ end: 'interrupted', text: words }]);
    const bench = await world.at(id);
    expect(bench.messages.get(bench.head as never)?.status).toBe('interrupted');
    isBroken = false;
    await world.runs.resume(id);
    await world.ended(id);
    expect((await world.answers(id)).map(({ end }) => end)).toEqual(['interrupted', 'complete']);
    await world.close();
  });

  test(
    '[WS-58] a stop in item 2 keeps item 1, says what is done and what is not, and offers to go on',
    patience,
    async () => {
      const { stuck, isReached } = stuckAt(
        { plan: '- [ ] 1. One\n- [ ] 2. Two', items },
        (_phase, item, said) => item === 2 && said === 1,
      );
      const world = await openRunWorld({ workers: workers(), models: { [scripted]: stuck } });
      const id = await begin(world);
      await isReached;
      expect(await world.runs.cancel(id, 'local')).toMatchObject({ ok: true });
      const bench = await world.at(id);
      expect(bench.run).toMatchObject({ state: 'canceled', item: null });
      expect(stateOf(bench)).toBe('draft_incomplete');
      expect([await world.text(id, '1.txt'), await world.text(id, '2.txt')]).toEqual(['1', undefined]);
      expect(await world.answers(id)).toMatchObject([
        { end: 'interrupted', text: expect.stringMatching(/Done:\n- One[\s\S]*Not done:\n- Two/) },
      ]);
      expect(await last(world, id)).toMatchObject({ kind: 'run.canceled', data: { by: 'local' } });
      expect(await world.ask(id, 'Another')).toMatchObject({ ok: false, error: { code: 'DRAFT_EXISTS' } });
      await world.runs.resume(id);
      await world.ended(id);
      expect((await world.at(id)).run?.state).toBe('completed');
      expect(await world.text(id, '2.txt')).toBe('2');
      await world.close();
    },
  );

  test('[WS-108] a note is given to the model at the next item, once', patience, async () => {
    const { model, stuck, isReached, release } = stuckAt(
      { plan: '- [ ] 1. One\n- [ ] 2. Two\n- [ ] 3. Three', items },
      (_phase, item) => item === 1,
    );
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: stuck } });
    const id = await begin(world);
    await isReached;
    expect(await world.runs.note(id, 'Use capital letters', 'local')).toMatchObject({ ok: true });
    expect((await world.at(id)).run?.notes).toEqual(['Use capital letters']);
    release();
    await world.ended(id);
    const heard = model.requests.map(
      ({ messages, task }) => JSON.stringify(messages[1]).includes('capital letters') && task?.item?.number,
    );
    expect(heard.filter(Boolean)).toEqual([2, 2]);
    expect((await world.at(id)).run?.notes).toEqual([]);
    expect(await world.runs.note(id, 'Too late', 'local')).toMatchObject({ ok: false, error: { code: 'NO_RUN' } });
    await world.close();
  });

  test('[WS-108] a note that nobody would be given any more is not taken', patience, async () => {
    for (const [phase, mode] of [
      ['summary', 'agent'],
      ['ask', 'ask'],
    ] as const) {
      const { stuck, isReached, release } = stuckAt({ plan: '- [ ] 1. One', items }, (at) => at === phase);
      const world = await openRunWorld({ workers: workers(), models: { [scripted]: stuck } });
      const id = await world.create({ 'a.txt': 'one\n' }, scripted);
      expect(await world.ask(id, 'Write', mode)).toMatchObject({ ok: true });
      await isReached;
      const noted = await world.runs.note(id, 'Use capital letters', 'local');
      expect(noted, phase).toMatchObject({ ok: false, error: { code: 'NOTE_TOO_LATE' } });
      release();
      await world.ended(id);
      await world.close();
    }
  });

  test('a person who wants to see the plan first is asked to, and the run goes on from it', patience, async () => {
    const model = createPhasedModel({ plan: '- [ ] 1. One', items });
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: model } });
    const id = await world.create({ 'a.txt': 'one\n' }, scripted);
    const { decide } = world.deps;
    const { recordOn } = await import('../record.ts');
    await recordOn({ decide })(id, { kind: 'user', name: 'local' }, () => ({
      ok: true,
      value: [{ kind: 'workbench.settings_changed', set: { pauseAfterPlan: true } }],
    }));
    await world.turn(id, 'Write');
    expect(await last(world, id)).toMatchObject({ kind: 'run.paused', data: { because: { code: 'PLAN_READY' } } });
    expect(model.of('implement')).toHaveLength(0);
    expect(await world.runs.editPlan(id, ['Other words', 'A second step'], 'local')).toMatchObject({ ok: true });
    await world.runs.resume(id);
    await world.ended(id);
    expect(await world.text(id, '1.txt')).toBe('1');
    expect(model.of('plan')).toHaveLength(1);
    expect(new Set(model.of('implement').map(({ task }) => task?.item?.label))).toEqual(
      new Set(['Other words', 'A second step']),
    );
    await world.close();
  });

  test('what research had read before a pause is not read again', patience, async () => {
    let isBroken = true;
    const model = createPhasedModel({
      research: (request) => {
        if (request.messages.every(({ role }) => role !== 'tool'))
          return { calls: [call('get_file_info', { path: 'a.txt' })] };
        return isBroken ? { fails: { code: 'PROVIDER_AUTH_FAILED', message: 'No.' } } : { text: 'Findings.' };
      },
    });
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: model } });
    const id = await begin(world);
    await world.ended(id);
    expect(await last(world, id)).toMatchObject({ kind: 'run.paused' });
    isBroken = false;
    await world.runs.resume(id);
    await world.ended(id);
    expect((await world.events(id)).filter(({ kind }) => kind === 'tool.called')).toHaveLength(1);
    expect((await world.at(id)).run?.state).toBe('completed');
    await world.close();
  });

  test('two messages at once: one begins, the other is told, and nothing of it is recorded', patience, async () => {
    const { stuck, isReached, release } = stuckAt({}, () => true);
    const world = await openRunWorld({ workers: workers(), models: { [scripted]: stuck } });
    const id = await begin(world);
    expect(await world.ask(id, 'And this')).toMatchObject({ ok: false, error: { code: 'RUN_IN_PROGRESS' } });
    await isReached;
    release();
    await world.ended(id);
    expect((await world.events(id)).filter(({ kind }) => kind === 'message.user')).toHaveLength(1);
    await world.close();
  });
});

/** Every write to the graph, and the moment before and after it. */
describe('[WS-89] bench and graph agree after a crash', () => {
  test.each([1, 2, 3, 4, 5])('around advance %i', patience, async (nth) => {
    for (const when of ['before', 'after'] as const) {
      const graph = createMemoryGraph();
      let advances = 0;
      const crash = Promise.withResolvers<void>();
      const dying = {
        open: graph.open,
        advance: async (...args: Parameters<typeof graph.advance>) => {
          advances += 1;
          if (advances !== nth) return graph.advance(...args);
          if (when === 'after') await graph.advance(...args);
          crash.resolve();
          return new Promise<never>(() => undefined);
        },
      };
      const script: PhaseScript = { plan: '- [ ] 1. One\n- [ ] 2. Two', items };
      const world = await openRunWorld({
        workers: workers(),
        graph: dying,
        models: { [scripted]: createPhasedModel(script) },
      });
      const id = await begin(world);
      await crash.promise;
      await vi.waitFor(async () => expect((await world.events(id)).length).toBeGreaterThan(5));
      await world.storage.close();

      const second = createPhasedModel(script);
      const again = await openRunWorld({
        folder: world.data,
        workers: workers(),
        graph,
        models: { [scripted]: second },
        deps: () => ({ underWay: world.underWay }),
      });
      await again.runs.recover();
      if ((await again.at(id)).run?.state !== 'completed') {
        expect(await again.runs.resume(id)).toMatchObject({ ok: true });
        await again.ended(id);
      }
      expect((await again.at(id)).run?.state).toBe('completed');
      expect(graph.advances.map(({ step }) => step)).toEqual(['research', 'plan', 'item', 'item', 'summary']);
      const done = (await again.events(id)).filter(({ kind }) => kind === 'run.item_done').map(({ data }) => data.item);
      expect(done).toEqual([1, 2]);
      expect((await again.at(id)).revisions.size).toBe(2);
      expect(await again.underWay.all()).toEqual([]);
      await again.close();
      await rm(world.data, { recursive: true, force: true });
    }
  });
});
