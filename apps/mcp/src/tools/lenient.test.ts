import { expect, test } from 'vitest';
import { readInput } from './lenient.ts';
import { wordBadInput } from './words.ts';

test('JSON in strings, other names and lone artifacts are understood', () => {
  expect(
    readInput('continue_workflow', {
      ackToken: 'a',
      notes: 'n',
      artifacts: '[{"kind":"x"}]',
      contextVariables: '{"a":1}',
    }),
  ).toEqual({
    ok: true,
    value: { ackToken: 'a', output: { notesMarkdown: 'n', artifacts: [{ kind: 'x' }] }, context: { a: 1 } },
  });
  // By the name it has inside `output`, which is what each step asks for.
  expect(readInput('continue_workflow', { ackToken: 'a', notesMarkdown: 'n' })).toEqual({
    ok: true,
    value: { ackToken: 'a', output: { notesMarkdown: 'n' } },
  });
  expect(readInput('continue_workflow', '{"stateToken":"s"}')).toEqual({ ok: true, value: { stateToken: 's' } });
  expect(readInput('checkpoint_workflow', { checkpointToken: 'c', output: { artifacts: { kind: 'x' } } })).toEqual({
    ok: true,
    value: { checkpointToken: 'c', output: { artifacts: [{ kind: 'x' }] } },
  });
});

test('two names for one thing are refused, and an unknown key gets the nearest known one', () => {
  expect(readInput('continue_workflow', { notes: 'a', output: { notesMarkdown: 'b' } })).toEqual({
    ok: false,
    error: { reason: 'alias_and_canonical', alias: 'notes', canonical: 'output.notesMarkdown' },
  });
  // Whatever else stands where the notes would go is not replaced without a word.
  for (const output of ['did it', ['did it'], 1])
    expect(readInput('continue_workflow', { notes: 'a', output })).toMatchObject({
      ok: false,
      error: { reason: 'alias_and_canonical', alias: 'notes' },
    });
  expect(readInput('start_workflow', { workflowID: 'x' })).toMatchObject({
    ok: false,
    error: { reason: 'unknown_key', key: 'workflowID', nearest: 'workflowId' },
  });
  expect(readInput('continue_workflow', { output: { note: 'x' } })).toMatchObject({
    ok: false,
    error: { at: 'output', nearest: 'notesMarkdown' },
  });
});

test('what an agent wrote under a name that nothing has is led to a field, never told to be left out', () => {
  expect(readInput('continue_workflow', { ackToken: 'a', Notes: 'x' })).toMatchObject({ error: { nearest: 'notes' } });
  const unknown = readInput('continue_workflow', { ackToken: 'a', whatIDid: 'x' });
  const error = unknown.ok ? undefined : unknown.error;
  expect(error).toMatchObject({ reason: 'unknown_key', key: 'whatIDid', nearest: undefined });
  expect(error && wordBadInput(error, undefined).suggestion).toBe(
    'What may stand there: `stateToken`, `ackToken`, `context`, `output.notesMarkdown`, `preferences`. Put what you meant into one of them, or leave it out.',
  );
  const text = readInput('continue_workflow', { ackToken: 'a', output: 'did it' });
  expect(text.ok ? undefined : wordBadInput(text.error, undefined).suggestion).toBe(
    'Send output as {"notesMarkdown": "what this step did"}.',
  );
});

test('a tool that has no notes does not take them', () => {
  expect(readInput('list_workflows', { notes: 'x' })).toMatchObject({
    ok: false,
    error: { reason: 'unknown_key', key: 'notes' },
  });
});

test('the goal is said in one place, or twice in the same words', () => {
  const sent = { workflowId: 'w', goal: 'a', context: { goal: 'b' } };
  expect(readInput('start_workflow', sent)).toEqual({
    ok: false,
    error: { reason: 'alias_and_canonical', alias: 'context.goal', canonical: 'goal' },
  });
  expect(readInput('start_workflow', { ...sent, context: { goal: 'a' } })).toMatchObject({ ok: true });
});

test('a number that came in a string and would be rounded is refused there, too', () => {
  expect(readInput('start_workflow', { workflowId: 'w', context: '{"order":12345678901234567890}' })).toEqual({
    ok: false,
    error: { reason: 'rounded_number', digits: '12345678901234567890', at: 'context.order' },
  });
});

test('a whole nextCall copied into the arguments is unwrapped, with what stands beside it', () => {
  const params = { ackToken: 'a' };
  for (const sent of [
    { tool: 'continue_workflow', params, notes: 'n' },
    { params, notes: 'n' },
    { params: '{"ackToken":"a"}', notes: 'n' },
  ])
    expect(readInput('continue_workflow', sent)).toEqual({
      ok: true,
      value: { ackToken: 'a', output: { notesMarkdown: 'n' } },
    });
  // Of another tool, or with two values for one field, nothing is guessed.
  for (const sent of [
    { tool: 'start_workflow', params: { workflowId: 'w' } },
    { params, ackToken: 'b' },
  ])
    expect(readInput('continue_workflow', sent)).toMatchObject({ ok: false, error: { reason: 'unknown_key' } });
});

test('a workflow to check may come as the text of its file, and one tag as itself', () => {
  expect(readInput('inspect_workflow', { mode: 'check', source: '{"id":"project.x"}' })).toEqual({
    ok: true,
    value: { mode: 'check', source: { id: 'project.x' } },
  });
  expect(readInput('inspect_workflow', { mode: 'check', source: '{\n  "id": "project.x",\n}' })).toMatchObject({
    ok: false,
    error: {
      reason: 'invalid',
      issues: [{ at: 'source', message: 'must be a JSON object; the text sent is not JSON (line 3 column 1)' }],
    },
  });
  expect(readInput('list_workflows', { tags: 'debugging' })).toEqual({ ok: true, value: { tags: ['debugging'] } });
});
