import { expect, test } from 'vitest';
import { makeBook } from '../../../../files/fixtures/xlsx/book.ts';
import type { CheckpointId, RunId } from '../../core/ids.ts';
import { call, createPhasedModel, writes } from '../../testing/phased-model.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { replayRun } from './replay.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();

test(
  '[WS-109] a recorded run is replayed without a model, step by step to the same bytes, or names the first difference',
  patience,
  async () => {
    const book = makeBook({ sheets: [{ name: 'Plan', cells: { A1: 'City', B1: 'Amount', A2: 'Haifa', B2: 100 } }] });
    const cells = {
      path: 'plan.xlsx',
      operations: [{ op: 'set_range', sheet: 'Plan', start: 'B2', values: [[200]], style: null }],
      create_new: null,
      copy_from: null,
      expected_version: null,
      summary: null,
    };
    const failing = writes('bad.txt', 'half', '[Failed: no]');
    const model = createPhasedModel({
      plan: '- [ ] 1. One\n- [ ] 2. Two\n- [ ] 3. Three',
      items: {
        1: writes('1.txt', `${'long '.repeat(3_000)}\n`),
        2: failing,
        '2.2': failing,
        3: [{ calls: [call('xlsx_operations', cells)] }, { text: 'Done.' }],
      },
    });
    const world = await openRunWorld({ workers: workers(), models: { 'builtin:scripted': model } });
    const id = await world.create({ 'plan.xlsx': book }, 'builtin:scripted');
    await world.turn(id, 'Do three things');
    const runId = (await world.at(id)).run?.id as RunId;
    const asked = model.requests.length;
    await world.actions.publish(id, { dropUnfinished: false, seen: {} }, person);

    const replayed = await replayRun(world.deps)(id, runId);
    expect(replayed).toMatchObject({
      ok: true,
      value: {
        revisions: 2,
        steps: [
          { item: 1, tool: 'write_text_file', path: '1.txt' },
          { item: 2, path: 'bad.txt' },
          { item: 2, path: 'bad.txt' },
          { item: 3, tool: 'xlsx_operations', path: 'plan.xlsx' },
        ],
      },
    });
    expect(model.requests).toHaveLength(asked);

    // What a person does to the files between two runs is in what the second began with, and is not its own.
    const published = [...(await world.at(id)).checkpoints.keys()].at(-1) as CheckpointId;
    expect(await world.actions.undoPublish(id, published, person)).toMatchObject({ ok: true });
    expect(await world.actions.discard(id, {}, person)).toMatchObject({ ok: true });
    await world.turn(id, 'Do three things again');
    const second = (await world.at(id)).run?.id as RunId;
    expect(await replayRun(world.deps)(id, second)).toMatchObject({ ok: true, value: { revisions: 2 } });
    expect(await replayRun(world.deps)(id, runId)).toMatchObject({ ok: true, value: { revisions: 2 } });

    // A tool that works otherwise today is found out at its first write.
    const other = {
      ...world.deps,
      filesAt: async (...asked: Parameters<typeof world.deps.filesAt>) => {
        const files = await world.deps.filesAt(...asked);
        return {
          ...files,
          call: (name: string, args: unknown) =>
            files.call(name, name === 'write_text_file' ? { ...(args as object), content: 'other\n' } : args),
        };
      },
    };
    expect(await replayRun(other)(id, runId)).toMatchObject({
      ok: false,
      error: { code: 'REPLAY_DIFFERS', item: 1, tool: 'write_text_file' },
    });
    expect(await replayRun(world.deps)(id, 'run_aaaaaaaaaaaaaaaaaaaaaaaaaa')).toMatchObject({
      error: { code: 'RUN_NOT_FOUND' },
    });
    await world.close();
  },
);
