import { expect, test } from 'vitest';
import { readInput } from './lenient.ts';

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
  expect(readInput('start_workflow', { workflowID: 'x' })).toMatchObject({
    ok: false,
    error: { reason: 'unknown_key', key: 'workflowID', nearest: 'workflowId' },
  });
  expect(readInput('continue_workflow', { output: { note: 'x' } })).toMatchObject({
    ok: false,
    error: { at: 'output', nearest: 'notesMarkdown' },
  });
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
