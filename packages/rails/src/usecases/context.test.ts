import { expect, test } from 'vitest';
import { TRUNCATED, utf8Bytes } from '../core/text.ts';
import { createTestWorld, linear, notes, okAnswer } from '../testing/world.ts';

const when = (id: string, variable: string, value: unknown) => ({
  id,
  title: id,
  prompt: `Do ${id}.`,
  runCondition: { var: variable, equals: value as string },
});

test('[RL-12] a delta replaces keys and null deletes: conditions see the sum', async () => {
  const world = createTestWorld({
    'project.cond': linear('project.cond', [
      'first',
      when('sees-b', 'b', 2),
      when('sees-a', 'a', 1),
      when('sees-c', 'c', 3),
    ]),
  });
  const start = await world.start('project.cond', { context: { a: 1, b: 2 } });
  let at = okAnswer(await world.advance(start, { context: { b: null, c: 3 } }));
  expect(at.pending?.stepId).toBe('sees-a');
  at = okAnswer(await world.advance(at));
  expect(at.pending?.stepId).toBe('sees-c');
});

test('[RL-13] context over the limit is refused with its measure, and no session is made', async () => {
  const world = createTestWorld({ 'project.a': linear('project.a', ['a']) });
  const overhead = '{"k":""}'.length;
  const refused = await world.tryStart('project.a', { context: { k: 'x'.repeat(262_145 - overhead) } });
  expect(refused).toEqual({
    ok: false,
    error: {
      code: 'VALIDATION_ERROR',
      because: { code: 'CONTEXT_TOO_LARGE', of: 'delta', measured: 262_145, max: 262_144 },
    },
  });
  expect(await world.log.list('session')).toEqual([]);
  expect((await world.tryStart('project.a', { context: { k: 'x'.repeat(262_144 - overhead) } })).ok).toBe(true);
});

test('[RL-14] an own key __proto__ in context is refused, at any depth', async () => {
  const world = createTestWorld({ 'project.a': linear('project.a', ['a']) });
  for (const text of ['{"__proto__":{"x":1}}', '{"a":[{"constructor":1}]}', '{"a":{"b":{"prototype":{}}}}'])
    expect(await world.tryStart('project.a', { context: JSON.parse(text) })).toMatchObject({
      ok: false,
      error: { because: { code: 'CONTEXT_FORBIDDEN_KEY' } },
    });
});

test('[RL-15] [lock:effect-node-lineage] what one branch learned, a fork from before does not see', async () => {
  const step = { id: 'b', title: 'b', prompt: 'Seen: {{secret}}.' };
  const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', step]) });
  const a = await world.start('project.ab');
  const capability = {
    kind: 'wr.capability_observation',
    capability: 'delegation',
    status: 'available',
    result: 'success',
  };
  const b = okAnswer(
    await world.advance(a, {
      context: { secret: 'blue' },
      output: { notesMarkdown: 'my note', artifacts: [capability] },
    }),
  );
  expect(b.pending?.prompt).toContain('Seen: blue.');
  const fork = okAnswer(await world.advance(await world.rehydrate(a)));
  expect(fork.pending?.prompt).toContain('Seen: [unset: secret is not in the context].');
  const run = await world.run(a);
  const [, first, second] = run.path;
  expect(first?.capabilities.delegation?.strong).toBe('available');
  expect(second?.capabilities.delegation).toBeUndefined();
  expect(okAnswer(await world.rehydrate(fork)).pending?.prompt).not.toContain('my note');
});

test('[RL-16] notes over the limit keep their beginning, end with the marker and warn', async () => {
  const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', 'b']) });
  const a = await world.start('project.ab');
  const answer = await world.advance(a, notes('😀'.repeat(1_250)));
  expect(answer.warnings?.map(({ code }) => code)).toEqual(['NOTES_TRUNCATED']);
  const [output] = (await world.run(a)).path[1]?.outputs ?? [];
  const stored = output?.payload?.payloadKind === 'notes' ? output.payload.notesMarkdown : '';
  expect(utf8Bytes(stored)).toBeLessThanOrEqual(4_096);
  expect(stored.isWellFormed()).toBe(true);
  expect(stored.endsWith(`😀${TRUNCATED}`)).toBe(true);
});

test('[lock:notes-budget] 4,096 bytes pass whole; one more is cut on a code point', async () => {
  const world = createTestWorld({ 'project.ab': linear('project.ab', ['a', 'b']) });
  const stored = async (text: string): Promise<string> => {
    const a = await world.start('project.ab');
    await world.advance(a, notes(text));
    const payload = (await world.run(a)).path[1]?.outputs[0]?.payload;
    return payload?.payloadKind === 'notes' ? payload.notesMarkdown : '';
  };
  const whole = '😀'.repeat(1_024);
  expect(await stored(whole)).toBe(whole);
  const cut = await stored(`${whole}x`);
  expect(cut).not.toBe(`${whole}x`);
  expect(utf8Bytes(cut)).toBeLessThanOrEqual(4_096);
  expect(utf8Bytes(cut)).toBeGreaterThan(4_092);
  expect(cut.endsWith(TRUNCATED)).toBe(true);
  expect(whole.startsWith(cut.slice(0, -TRUNCATED.length))).toBe(true);
});

test('[RL-17] [lock:recovery-budget] recovery stays in its budget, newest notes first, and counts what it left out', async () => {
  const ids = Array.from({ length: 41 }, (_, index) => `s${index}`);
  const world = createTestWorld({ 'project.long': linear('project.long', ids) });
  const start = await world.start('project.long');
  let at = start;
  for (let index = 0; index < 40; index += 1)
    at = okAnswer(await world.advance(at, notes(`note-${index} ${'ü'.repeat(1_000)}`)));
  const back = okAnswer(await world.rehydrate(at));
  const prompt = back.pending?.prompt ?? '';
  const recovered = prompt.slice(prompt.indexOf('# Recovered from the record'));
  expect(utf8Bytes(recovered)).toBeLessThanOrEqual(12_288);
  expect(recovered.indexOf('note-39')).toBeLessThan(recovered.indexOf('note-38'));
  expect(recovered).toContain('[TRUNCATED]');
  expect(recovered).not.toContain('note-0 ');
  const shown = recovered.match(/note-\d+ /g)?.length ?? 0;
  expect(back.recovery).toMatchObject({
    isTip: true,
    truncated: true,
    omittedEntries: 40 - shown,
    policy: 'most_recent_first',
  });
  const fromStart = okAnswer(await world.rehydrate(start)).pending?.prompt ?? '';
  expect(utf8Bytes(fromStart.slice(fromStart.indexOf('# Recovered from the record')))).toBeLessThanOrEqual(12_288);
});

test('[lock:notes-per-step] each step keeps its own notes and repeats none', async () => {
  const world = createTestWorld({ 'project.abc': linear('project.abc', ['a', 'b', 'c']) });
  let at = await world.start('project.abc');
  for (const text of ['one', 'two']) at = okAnswer(await world.advance(at, notes(text)));
  const outputs = (await world.run(at)).path.map((node) => node.outputs.map(({ payload }) => payload));
  expect(outputs).toEqual([
    [],
    [{ payloadKind: 'notes', notesMarkdown: 'one' }],
    [{ payloadKind: 'notes', notesMarkdown: 'two' }],
  ]);
});
