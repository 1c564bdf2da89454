import type { LogEvent } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import { callsBehind } from './calls-behind.ts';

const id = (prefix: string, at: number) => `${prefix}_${String(at).padStart(26, 'a')}`;
const runId = id('run', 1);
let seq = 0;
const event = (kind: string, data: object): LogEvent => ({
  v: 1,
  seq: seq++,
  id: `e${seq}`,
  at: '2026-01-01T00:00:00.000Z',
  kind,
  key: null,
  data: data as never,
});
const called = (entryId: number, input: object, { run = runId, name = 'edit_text_file', outcome = 'ok' } = {}) => {
  const call = { runId: run, callId: `c${entryId}`, entryId };
  return [
    event('tool.called', { ...call, name, access: name.startsWith('read') ? 'read' : 'write', input }),
    event('tool.returned', { ...call, outcome, ms: 1, result: {}, content: null }),
  ];
};
const item = (number: number) => event('run.item_started', { runId, item: number, of: 2, label: 'x' });
const revision = (at: number) =>
  event('draft.revision_created', {
    actor: { kind: 'engine', name: 'run' },
    body: {
      draftId: id('dft', 1),
      revisionId: id('rev', at),
      baseRevisionId: null,
      messageId: id('msg', 1),
      tree: `sha256:${'a'.repeat(64)}`,
      review: null,
      bytes: 1,
    },
  });
const behind = (events: readonly LogEvent[], text = 'five', at = 2) =>
  callsBehind(events, { runId, path: 'a.txt', revisionId: id('rev', at), text });

test('[WS-91] of all calls of a run, those that wrote this file in the step that made the revision are named', () => {
  const events = [
    item(1),
    ...called(1, { path: 'a.txt', content: 'four' }),
    revision(1),
    item(2),
    ...called(2, { path: 'a.txt' }, { name: 'read_file' }),
    ...called(3, { path: 'a.txt', content: 'a try that was rolled back: five' }),
    item(2),
    ...called(4, { path: 'b.txt', content: 'five' }),
    ...called(5, { path: 'a.txt', content: 'five' }, { outcome: 'refused' }),
    ...called(6, { path: 'a.txt', edits: [{ replace: '5' }] }),
    ...called(7, { target: 'a.txt', from: 'b.txt' }),
    ...called(8, { path: 'a.txt', content: 'five' }, { run: id('run', 2) }),
    revision(2),
    ...called(9, { path: 'a.txt', content: 'five' }),
  ];
  expect(behind(events)).toEqual([7, 6]);
  expect(behind(events, 'four', 1)).toEqual([1]);
});

test('[WS-91] where one of several calls names the words, it alone is named', () => {
  const events = [
    item(1),
    ...called(1, { path: 'a.txt', edits: ['a "five"'] }),
    ...called(2, { path: 'a.txt' }),
    revision(2),
  ];
  expect(behind(events, ' a "five"')).toEqual([1]);
});

test('[WS-91] a run that is told under other revisions names every call that wrote the file', () => {
  const events = [
    item(1),
    ...called(1, { path: 'a.txt' }),
    revision(7),
    item(2),
    ...called(2, { path: 'a.txt' }),
    revision(8),
  ];
  expect(behind(events)).toEqual([2, 1]);
});
