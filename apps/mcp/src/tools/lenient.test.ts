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
