import { describe, expect, test } from 'vitest';
import type { WorkbenchId } from '../../core/ids.ts';
import { call, createPhasedModel, type PhaseScript, writes } from '../../testing/phased-model.ts';
import { openRunWorld, type RunWorldOptions } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 30_000 };
const scripted = 'builtin:scripted';

const workers = sharedWorkers();

/** One message to a scripted model, played to its end. */
const playing = async (script: PhaseScript, options: RunWorldOptions = {}) => {
  const model = createPhasedModel(script);
  const world = await openRunWorld({
    ...options,
    workers: workers(),
    models: { [scripted]: model, ...options.models },
  });
  const id = await world.create({ 'a.txt': 'one\n' }, scripted);
  return { ...world, model, id };
};
const planOf = async (world: Awaited<ReturnType<typeof openRunWorld>>, id: WorkbenchId) => {
  const { artifacts } = await world.at(id);
  return artifacts.plan ? new TextDecoder().decode(await world.content.blobs.get(artifacts.plan)) : '';
};
const three = '- [ ] 1. First\n- [ ] 2. Second\n- [ ] 3. Third';

describe('an agent run', () => {
  test('[WS-23] goes through its phases in order, in pairs, and says nothing but its summary', patience, async () => {
    const world = await playing({
      research: [{ calls: [call('read_file', { path: 'a.txt' })] }, { text: 'SECRET FINDINGS' }],
      plan: '# Execution Plan\n- [ ] 1. Write b.txt',
      items: { 1: writes('b.txt', 'two\n') },
      summary: [{ text: 'b.txt is there now.' }],
    });
    await world.turn(world.id, 'Make b.txt');
    const events = await world.events(world.id);
    const phases = events.flatMap(({ kind, data }) =>
      kind.startsWith('run.phase_')
        ? [`${kind.slice('run.phase_'.length)} ${data.phase} ${data.outcome ?? ''}`.trim()]
        : [],
    );
    expect(phases).toEqual(
      ['research', 'plan', 'implement', 'summary'].flatMap((phase) => [`started ${phase}`, `completed ${phase} ok`]),
    );
    expect(await world.answers(world.id)).toEqual([{ end: 'complete', text: 'b.txt is there now.' }]);
    const shown = events.filter(({ kind }) => kind.startsWith('message.'));
    expect(JSON.stringify(shown)).not.toContain('SECRET FINDINGS');
    const bench = await world.at(world.id);
    const [revision] = [...bench.revisions.values()];
    expect(revision?.messageId).toBe(bench.head);
    expect(world.graph).toMatchObject({ advances: ['research', 'plan', 'item', 'summary'].map((step) => ({ step })) });
    await world.close();
  });

  test('[WS-24] an analysis makes no Draft, and its answer knows the research', patience, async () => {
    const world = await playing({
      research: [{ text: 'There are 12 rows.' }],
      plan: '# Execution Plan\n<!-- analysis_only -->',
      summary: [{ text: 'Twelve.' }],
    });
    await world.turn(world.id, 'How many rows?');
    const bench = await world.at(world.id);
    expect([bench.draft, bench.run?.state]).toEqual([null, 'completed']);
    const [asked] = world.model.of('summary');
    expect(JSON.stringify(asked?.messages)).toContain('There are 12 rows.');
    expect(world.graph).toMatchObject({ advances: ['research', 'plan', 'item', 'summary'].map((step) => ({ step })) });
    await world.close();
  });

  test('[WS-25] a write in research is answered with an error and writes nothing', patience, async () => {
    const world = await playing({
      research: [{ calls: [call('write_text_file', { path: 'b.txt', content: 'x' })] }, { text: 'Findings.' }],
    });
    await world.turn(world.id, 'Look');
    const returned = (await world.events(world.id)).find(({ kind }) => kind === 'tool.returned');
    expect(returned?.data).toMatchObject({ outcome: 'refused' });
    expect(await world.text(world.id, 'b.txt')).toBeUndefined();
    expect((await world.at(world.id)).draft).toBeNull();
    await world.close();
  });

  test(
    '[WS-26] an item that fails twice writes nothing, one that fails once is tried again with the reason',
    patience,
    async () => {
      const failing = [...writes('bad.txt', 'half', '[Failed: the place is gone]')];
      const world = await playing({
        plan: three,
        items: {
          1: writes('one.txt', '1'),
          2: failing,
          '2.2': failing,
          3: [{ text: '- [!] not yet' }],
          '3.2': writes('three.txt', '3'),
        },
      });
      await world.turn(world.id, 'Do three things');
      expect(await planOf(world, world.id)).toContain(
        '- [x] 1. First\n- [!] 2. Second [Failed: the place is gone]\n- [x] 3. Third',
      );
      expect(await world.text(world.id, 'bad.txt')).toBeUndefined();
      expect(await world.text(world.id, 'three.txt')).toBe('3');
      const retries = [world.model.of('implement', 2), world.model.of('implement', 3)].map((asked) =>
        JSON.stringify(asked.at(-1)?.messages),
      );
      expect(retries[0]).toContain('The first attempt at this item failed: the place is gone');
      expect(retries[1]).toContain('The first attempt at this item failed: not yet');
      const bench = await world.at(world.id);
      expect(bench.revisions.size).toBe(2);
      // What failed attempts wrote is held by nobody any more.
      const kept = new Set([...bench.revisions.values()].map(({ tree }) => tree));
      const staged = (await world.events(world.id)).flatMap(({ kind, data }) =>
        kind === 'run.item_staged' ? [(data.body as { tree: `sha256:${string}` }).tree] : [],
      );
      expect(staged.length).toBe(4);
      for (const tree of staged) expect(bench.holds.has(tree)).toBe(kept.has(tree));
      await world.close();
    },
  );

  test('[WS-27] items may add to the plan, without doubles and up to twice its length', patience, async () => {
    const world = await playing({
      plan: three,
      items: { 1: [{ text: 'Done.\n- [ ] second\n- [ ] Fourth\n- [ ] Fifth\n- [ ] FIRST\n- [ ] Sixth\n' }] },
    });
    await world.turn(world.id, 'Do things');
    const plan = await planOf(world, world.id);
    expect(plan.match(/^- \[x\]/gm)).toHaveLength(6);
    expect(plan).toContain('- [x] 6. Sixth');
    await world.close();
  });

  test('[WS-28] a plan with other bullets runs and is kept in one spelling', patience, async () => {
    const world = await playing({ plan: '   * [ ] 1) Write b.txt', items: { 1: writes('b.txt', 'x') } });
    await world.turn(world.id, 'Write');
    expect(await planOf(world, world.id)).toContain('<!-- original_count: 1 -->\n- [x] 1. Write b.txt');
    await world.close();
  });

  test('a plan without items is asked for once more, and then counts as an analysis', patience, async () => {
    const world = await playing({ plan: 'I would rather not.' });
    await world.turn(world.id, 'Do it');
    expect(world.model.of('plan')).toHaveLength(2);
    expect(await planOf(world, world.id)).toContain('<!-- analysis_only -->');
    expect((await world.at(world.id)).run?.state).toBe('completed');
    await world.close();
  });

  test('[WS-30] the same call five times fails the item; the model was warned before', patience, async () => {
    const same = { calls: [call('get_file_info', { path: 'a.txt' })] };
    const sweep = Array.from({ length: 10 }, (_, at) => ({
      calls: [call('read_file', { path: 'a.txt', line_start: at + 1, line_count: 1 })],
    }));
    const world = await playing({
      research: sweep,
      plan: '- [ ] 1. Look',
      items: { 1: Array(6).fill(same), '1.2': [{ text: 'Seen.' }] },
    });
    await world.turn(world.id, 'Look closely');
    expect(JSON.stringify(world.model.of('research').at(-1)?.messages)).not.toMatch(/in the same way/);
    const asked = world.model.of('implement', 1);
    expect(JSON.stringify(asked[3]?.messages.at(-1))).toMatch(/same|again/i);
    expect(JSON.stringify(asked.at(-1)?.messages)).toContain('get_file_info 5 times');
    const warned = (await world.events(world.id)).filter(({ kind }) => kind === 'message.system');
    expect(new Set(warned.map(({ data }) => data.detail))).toEqual(new Set(['get_file_info']));
    expect(await planOf(world, world.id)).toContain('- [x] 1. Look');
    await world.close();
  });

  test('a loop in research ends the run with an error a person can act on', patience, async () => {
    const same = { calls: [call('get_file_info', { path: 'a.txt' })] };
    const world = await playing({ research: Array(9).fill(same) });
    await world.turn(world.id, 'Look closely');
    expect((await world.events(world.id)).findLast(({ kind }) => kind.startsWith('run.'))).toMatchObject({
      kind: 'run.failed',
      data: { because: { code: 'AGENT_LOOP_DETECTED' } },
    });
    await world.close();
  });

  test('[WS-31] a large result is a receipt in the talk, and can be recalled by its entry', patience, async () => {
    const long = Array.from({ length: 4_000 }, (_, at) => `line ${at} of the file`).join('\n');
    const world = await playing({
      research: (request) => {
        const results = request.messages.filter(({ role }) => role === 'tool');
        if (results.length === 0)
          return { calls: [call('read_file', { path: 'long.txt', line_start: 1, line_count: 400 })] };
        if (results.length === 1)
          return { calls: [call('recall_tool_result', { entry_id: 1, offset: 0, limit: 4000 })] };
        return { text: 'Read.' };
      },
    });
    await world.add(world.id, { 'long.txt': long });
    await world.turn(world.id, 'Read it');
    const [, second, third] = world.model.of('research');
    const receipt = JSON.stringify(second?.messages.at(-1));
    expect(receipt.length).toBeLessThan(4_000);
    expect(receipt).toContain('"entry_id":1');
    expect(JSON.stringify(third?.messages.at(-1))).toContain('line 30 of the file');
    await world.close();
  });

  test('[WS-33] a follow-up finds the exchange before it in its research', patience, async () => {
    const world = await playing({ summary: [{ text: 'A long answer about whales.' }] });
    await world.turn(world.id, 'Tell me about whales');
    await world.turn(world.id, 'make it shorter');
    const asked = world.model.of('research').at(-1)?.messages ?? [];
    expect(asked.slice(1)).toEqual([
      { role: 'user', text: 'Tell me about whales' },
      { role: 'assistant', text: 'A long answer about whales.' },
      { role: 'user', text: 'make it shorter' },
    ]);
    expect(JSON.stringify(world.model.of('plan').at(-1)?.messages)).not.toContain('whales');
    await world.close();
  });

  test('[WS-77] phase, item i of n and every tool are told, each call with its end', patience, async () => {
    const item = (path: string) => [
      { calls: [call('get_file_info', { path: 'a.txt' })] },
      { calls: [call('write_text_file', { path, content: 'x' })] },
      { text: 'Done.' },
    ];
    const world = await playing({ plan: three, items: { 1: item('1.txt'), 2: item('2.txt'), 3: item('3.txt') } });
    await world.turn(world.id, 'Do three things');
    const events = await world.events(world.id);
    const started = events
      .filter(({ kind }) => kind === 'run.item_started')
      .map(({ data }) => [data.item, data.of, data.label]);
    expect(started).toEqual([
      [1, 3, 'First'],
      [2, 3, 'Second'],
      [3, 3, 'Third'],
    ]);
    const ids = (kind: string) => events.flatMap((event) => (event.kind === kind ? [event.data.callId] : []));
    expect(ids('tool.called')).toHaveLength(6);
    expect(ids('tool.returned')).toEqual(ids('tool.called'));
    expect(new Set(ids('tool.called')).size).toBe(6);
    await world.close();
  });

  test(
    'a write outside the folder, a delete or another case of a name is refused and leaves the tree alone',
    patience,
    async () => {
      const world = await playing({
        plan: '- [ ] 1. Escape',
        items: {
          1: [
            { calls: [call('write_text_file', { path: '../x', content: 'x' })] },
            { calls: [call('delete_file', { path: 'a.txt' })] },
            { calls: [call('write_text_file', { path: 'A.TXT', content: 'x' })] },
            { text: 'Done.' },
          ],
        },
      });
      const before = (await world.at(world.id)).published;
      await world.turn(world.id, 'Escape');
      const bench = await world.at(world.id);
      expect([bench.published, bench.draft]).toEqual([before, null]);
      const outcomes = (await world.events(world.id))
        .filter(({ kind }) => kind === 'tool.returned')
        .map(({ data }) => data.outcome);
      expect(new Set(outcomes)).toEqual(new Set(['refused']));
      await world.close();
    },
  );

  test('review starts from what each write said of itself', patience, async () => {
    const world = await playing({ plan: '- [ ] 1. Write', items: { 1: writes('b.txt', 'x') } });
    await world.turn(world.id, 'Write');
    const [revision] = [...(await world.at(world.id)).revisions.values()];
    const notes = JSON.parse(new TextDecoder().decode(await world.content.blobs.get(revision?.review as never)));
    expect(notes).toMatchObject({
      v: 1,
      files: { 'b.txt': { action: 'created', tool: 'write_text_file', summary: 'Wrote b.txt.' } },
    });
    await world.close();
  });
});

describe('a question', () => {
  test('is answered as it is written, with tools that only read, and makes no Draft', patience, async () => {
    const world = await playing({
      ask: [{ calls: [call('get_file_info', { path: 'a.txt' })] }, { text: 'It has one line.' }],
    });
    await world.turn(world.id, 'How long is it?', 'ask');
    expect((await world.answers(world.id)).at(-1)).toEqual({ end: 'complete', text: 'It has one line.' });
    expect(world.deltas.some((delta) => delta.kind === 'text')).toBe(true);
    expect(world.model.requests[0]?.tools?.map(({ name }) => name)).not.toContain('write_text_file');
    expect((await world.at(world.id)).draft).toBeNull();
    await world.close();
  });
});
