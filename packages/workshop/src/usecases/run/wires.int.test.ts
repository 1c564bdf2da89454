import type { JsonObject } from '@atelier/kernel/core';
import { type Doubles, type SeenRequest, startDoubles } from '@atelier/models/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { modelOn, wires } from '../../../../models/src/testing/doubles/clients.ts';
import { activeTree } from '../../core/bench.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';
import { recordOn } from '../record.ts';

const patience = { timeout: 60_000 };
const workers = sharedWorkers();
let doubles: Doubles;
beforeAll(async () => {
  doubles = await startDoubles();
});
afterAll(() => doubles.close());

const plan = '# Execution Plan\n- [ ] 1. Write b.txt\n- [ ] 2. Write c.txt';
const write = (path: string, id: string | null) => ({
  toolCalls: [
    {
      id,
      name: 'write_text_file',
      input: { path, content: `${path}\n`, encoding: null, expected_version: null, summary: null },
    },
  ],
});
const turns = [
  { toolCalls: [{ id: 'call_1', name: 'get_file_info', input: { path: 'a.txt' } }] },
  { text: 'Findings.' },
  { text: plan },
  // The same id again, and none at all.
  write('b.txt', 'call_1'),
  { text: 'Done.' },
  write('c.txt', null),
  { text: 'Done.' },
  { text: 'Both files are there.' },
];

const toolsIn = ({ body }: SeenRequest): readonly string[] =>
  ((body.tools ?? []) as readonly JsonObject[]).flatMap((tool) => {
    if (Array.isArray(tool.functionDeclarations))
      return (tool.functionDeclarations as readonly JsonObject[]).map(({ name }) => String(name));
    return [String((tool.function as JsonObject | undefined)?.name ?? tool.name)];
  });

const playOn = async (entry: (typeof wires)[number][1], set: Record<string, unknown> = {}) => {
  const world = await openRunWorld({ workers: workers(), models: { [entry.modelId]: modelOn(doubles, entry) } });
  const id = await world.create({ 'a.txt': 'one\n' }, entry.modelId);
  await recordOn(world.deps)(id, person, () => ({
    ok: true,
    value: [{ kind: 'workbench.settings_changed', set: set as never }],
  }));
  const from = doubles.seen.length;
  doubles.script(...turns);
  return { ...world, id, seen: () => doubles.seen.slice(from) };
};

test(
  '[WS-74] one edit over every wire format: the same tools, the same Draft, every call its own id',
  patience,
  async () => {
    const all: { tree: string | null; tools: readonly (readonly string[])[] }[] = [];
    for (const [, entry] of wires) {
      const world = await playOn(entry);
      await world.turn(world.id, 'Write b.txt and c.txt');
      expect(world.faults).toEqual([]);
      const bench = await world.at(world.id);
      expect(bench.run?.state).toBe('completed');
      all.push({ tree: activeTree(bench), tools: world.seen().map(toolsIn) });
      const calls = (await world.events(world.id)).flatMap(({ kind, data }) =>
        kind === 'tool.called' ? [data.callId] : [],
      );
      expect(calls).toHaveLength(3);
      expect(new Set(calls).size).toBe(3);
      await world.close();
    }
    expect(all[0]?.tools.map((tools) => tools.length)).toEqual([13, 13, 2, 25, 25, 25, 25, 0]);
    for (const each of all) expect(each).toEqual(all[0]);
  },
);

test(
  '[WS-117] a small model: tools count and are gated by format, every file has its row, the stable prefix is marked and cached tokens are told',
  patience,
  async () => {
    const claude = wires[1]?.[1];
    if (!claude) throw new Error('the wires are there');
    const world = await playOn({ ...claude, contextTokens: 32_000 });
    await world.turn(world.id, 'Write b.txt and c.txt');
    const events = await world.events(world.id);
    const prompted = events.flatMap(({ kind, data }) =>
      kind === 'run.prompted' ? [data.body as { phase: string; sizes: Record<string, number> }] : [],
    );
    for (const { sizes } of prompted) expect(sizes.total).toBeLessThanOrEqual(22_400);
    expect(prompted.find(({ phase }) => phase === 'implement')?.sizes.tools).toBeGreaterThan(1_000);
    const item = world.seen()[3];
    expect(item && toolsIn(item)).toContain('write_text_file');
    for (const name of ['xlsx_operations', 'docx_operations', 'pptx_operations'])
      expect(item && toolsIn(item)).not.toContain(name);
    for (const { body } of world.seen()) {
      expect(JSON.stringify(body.system)).toContain('"cache_control":{"type":"ephemeral"}');
      expect(JSON.stringify(body.system)).toContain('a.txt');
    }
    const cached = events.flatMap(({ kind, data }) => (kind === 'run.metered' ? [Number(data.tokensCached)] : []));
    expect(cached.every((tokens) => tokens > 0)).toBe(true);
    await world.close();
  },
);

test(
  '[WS-115] effort, sampling and first tool choice reach the wire and the record; what keeps runs safe cannot be loosened',
  patience,
  async () => {
    const [openai, , , mistral] = wires.map(([, entry]) => entry);
    if (!openai || !mistral) throw new Error('the wires are there');
    const thinking = await playOn(openai, {
      effort: 'high',
      firstToolChoice: 'auto',
      truncation: 'auto',
      parallelToolCalls: true,
    });
    await thinking.turn(thinking.id, 'Write b.txt and c.txt', 'agent', { effort: 'low' });
    for (const { body } of thinking.seen()) {
      expect(body).toMatchObject({ truncation: 'disabled', reasoning: { effort: 'low' } });
      expect(body).not.toHaveProperty('temperature');
      const tools = (body.tools ?? []) as readonly JsonObject[];
      expect(tools.every(({ strict }) => strict === true)).toBe(true);
      if (tools.length > 0) expect(body).toMatchObject({ parallel_tool_calls: false, tool_choice: 'auto' });
    }
    const profiles = (await thinking.events(thinking.id)).flatMap(({ kind, data }) =>
      kind === 'run.turn_started' ? [data.profile] : [],
    );
    expect(profiles[0]).toMatchObject({ reasoningEffort: 'low', toolChoice: 'auto', strictTools: true });
    await thinking.close();

    const cool = await playOn(mistral, { sampling: { temperature: 0.7, topP: 0.5 } });
    await cool.turn(cool.id, 'Write b.txt and c.txt', 'agent', { sampling: { temperature: 0.2 } });
    expect(cool.seen()[0]?.body).toMatchObject({ temperature: 0.2 });
    expect(
      JSON.stringify((await cool.events(cool.id)).find(({ kind }) => kind === 'run.turn_started')?.data.profile),
    ).toContain('0.2');
    await cool.close();

    // Back to the defaults by taking the settings away.
    const plain = await playOn(mistral, { sampling: null });
    await plain.turn(plain.id, 'Write b.txt and c.txt');
    expect(plain.seen()[0]?.body).toMatchObject({ temperature: 0 });
    await plain.close();
  },
);
