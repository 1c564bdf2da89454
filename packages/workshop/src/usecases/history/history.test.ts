import type { LogEvent } from '@atelier/kernel/core';
import { expect, test } from 'vitest';
import type { ContentId } from '../../core/ids.ts';
import { emptyTimeline, foldTimeline } from '../../core/timeline.ts';
import { blame } from './blame.ts';
import { searchHistory } from './search-history.ts';

const person = { kind: 'user', name: 'local' } as const;
const model = { kind: 'model', name: 'built-in' } as const;

/** A Workbench whose trees are plain objects: what is proved here is the way through time. */
const bench = () => {
  const trees = new Map<ContentId, Record<string, string>>();
  const timeline = emptyTimeline();
  let seq = 0;
  const say = (kind: string, body: object, actor: object = person): void => {
    const data = { actor, body } as never;
    foldTimeline(timeline, {
      v: 1,
      seq,
      id: `e${seq}`,
      at: `2026-01-01T00:00:${String(seq).padStart(2, '0')}.000Z`,
      kind,
      key: null,
      data,
    });
    seq += 1;
  };
  const shared = (kind: string, data: object): void => {
    foldTimeline(timeline, { v: 1, seq, id: `e${seq}`, at: '', kind, key: null, data } as unknown as LogEvent);
    seq += 1;
  };
  const tree = (files: Record<string, string>): ContentId => {
    const id: ContentId = `sha256:${String(trees.size).padStart(64, '0')}`;
    trees.set(id, files);
    return id;
  };
  let turns = 0;
  return {
    timeline,
    add: (files: Record<string, string>) =>
      say('files.added', { tree: tree(files), paths: Object.keys(files), origin: 'user' }),
    /** One answer of a model that left the files so. */
    turn: (files: Record<string, string>, cost = 5) => {
      turns += 1;
      const [runId, messageId] = [`run_${turns}`, `msg_${turns}`];
      shared('run.started', { runId, modelId: `model:${turns}`, effort: null, cap: null, scopeHash: '' });
      say('message.placed', { messageId, parentId: null, role: 'assistant', runId, stamp: null }, model);
      say(
        'draft.revision_created',
        {
          draftId: 'dft_1',
          revisionId: `rev_${turns}`,
          baseRevisionId: null,
          messageId,
          tree: tree(files),
          review: null,
          bytes: 1,
        },
        model,
      );
      shared('run.metered', { runId, tokensIn: 1, tokensCached: 0, tokensOut: 1, cost, isEstimate: false });
    },
    discard: () => say('draft.discarded', { draftId: 'dft_1', revisionId: `rev_${turns}` }),
    undoDiscard: () => say('draft.discard_undone', { draftId: 'dft_1', revisionId: `rev_${turns}` }),
    release: (...turnsGone: number[]) =>
      say('draft.history_released', { revisionIds: turnsGone.map((each) => `rev_${each}`) }),
    content: {
      blobs: { get: async () => undefined },
      trees: {
        get: async (id: ContentId) => {
          const files = trees.get(id);
          return (
            files && {
              v: 1,
              entries: Object.fromEntries(
                Object.entries(files).map(([path, text]) => [
                  path,
                  { blob: `sha256:${text}`, size: text.length, kind: 'file' },
                ]),
              ),
            }
          );
        },
      },
    } as never,
    textOf: async (_path: string, version: string) => version.slice('sha256:'.length),
    cellOf: async ({ version }: { version: string }, _sheet: string, cell: string) =>
      version
        .slice('sha256:'.length)
        .split('\n')
        .find((line) => line.startsWith(`${cell}=`)),
  };
};

test('a text that came and went is named with both turns, their models and costs', async () => {
  const it = bench();
  it.add({ 'a.txt': 'one', 'b.txt': 'two' });
  it.turn({ 'a.txt': 'one\nThe Secret Sentence', 'b.txt': 'two' }, 7);
  it.turn({ 'a.txt': 'one more\nThe Secret Sentence', 'b.txt': 'two' });
  it.turn({ 'a.txt': 'one', 'b.txt': 'two' });
  it.turn({ 'a.txt': 'one', 'b.txt': 'two the secret sentence' });
  const { hits, notCovered } = await searchHistory(it)(it.timeline, ' secret SENTENCE ');
  expect(notCovered).toEqual([]);
  expect(hits).toMatchObject([
    { path: 'b.txt', appeared: { messageId: 'msg_4', modelId: 'model:4' }, vanished: null },
    {
      path: 'a.txt',
      excerpt: 'one The Secret Sentence',
      appeared: { messageId: 'msg_1', modelId: 'model:1', cost: 7, by: model },
      vanished: { messageId: 'msg_3', modelId: 'model:3' },
      // The newest bytes that say it.
      sizeBytes: 'one more\nThe Secret Sentence'.length,
    },
  ]);
});

test('what came, went and came again is two stretches; pruned states are named as not covered', async () => {
  const it = bench();
  it.add({ 'a.txt': 'x' });
  it.turn({ 'a.txt': 'x needle' });
  it.turn({ 'a.txt': 'x' });
  it.turn({ 'a.txt': 'x needle again' });
  expect((await searchHistory(it)(it.timeline, 'needle')).hits).toHaveLength(2);
  it.release(1, 2);
  const after = await searchHistory(it)(it.timeline, 'needle');
  expect(after.hits).toHaveLength(1);
  expect(after.notCovered.map(({ messageId }) => messageId)).toEqual(['msg_1', 'msg_2']);
});

test('a discarded Draft takes its words with it, and brings them back when that is undone', async () => {
  const it = bench();
  it.add({ 'a.txt': 'one' });
  it.turn({ 'a.txt': 'one needle' }, 4);
  it.discard();
  const look = async () => (await searchHistory(it)(it.timeline, 'needle')).hits;
  expect(await look()).toMatchObject([{ appeared: { messageId: 'msg_1' }, vanished: { because: 'discarded' } }]);
  it.undoDiscard();
  expect(await look()).toMatchObject([{ vanished: null }, { vanished: { because: 'discarded' } }]);
  expect(await blame(it)(it.timeline, 'a.txt', { kind: 'line', line: 1 })).toMatchObject({
    text: 'one needle',
    since: { messageId: 'msg_1', modelId: 'model:1', cost: 4 },
  });
});

test('a line is followed back through what was inserted above it, to the turn that wrote it', async () => {
  const it = bench();
  it.add({ 'a.txt': 'alpha\nbeta' });
  it.turn({ 'a.txt': 'alpha\nbeta\ngamma' }, 3);
  it.turn({ 'a.txt': 'new head\nalpha\nbeta\ngamma' });
  const at = (line: number) => blame(it)(it.timeline, 'a.txt', { kind: 'line', line });
  expect(await at(4)).toMatchObject({ text: 'gamma', since: { messageId: 'msg_1', cost: 3 }, isOriginal: false });
  expect(await at(1)).toMatchObject({ text: 'new head', since: { messageId: 'msg_2' }, isOriginal: false });
  expect(await at(3)).toMatchObject({ text: 'beta', isOriginal: true, since: { messageId: null, by: person } });
  const says = (text: string, nth?: number) => blame(it)(it.timeline, 'a.txt', { kind: 'text', text, nth });
  expect(await says(' gamma ')).toMatchObject({ text: 'gamma', since: { messageId: 'msg_1' } });
  expect(await says('head')).toMatchObject({ text: 'new head', since: { messageId: 'msg_2' } });
  expect(await says('delta')).toEqual({ code: 'PLACE_NOT_FOUND' });
  expect(await at(9)).toEqual({ code: 'PLACE_NOT_FOUND' });
  expect(await blame(it)(it.timeline, 'z.txt', { kind: 'line', line: 1 })).toEqual({ code: 'FILE_NOT_FOUND' });
});

test('a cell is blamed on the last turn that changed its value', async () => {
  const it = bench();
  it.add({ 'b.xlsx': 'A1=1\nB1=5' });
  it.turn({ 'b.xlsx': 'A1=2\nB1=5' });
  it.turn({ 'b.xlsx': 'A1=2\nB1=6' });
  const at = (cell: string) => blame(it)(it.timeline, 'b.xlsx', { kind: 'cell', sheet: 'Sheet1', cell });
  expect(await at('A1')).toMatchObject({ text: 'A1=2', since: { messageId: 'msg_1' }, isOriginal: false });
  expect(await at('B1')).toMatchObject({ text: 'B1=6', since: { messageId: 'msg_2' } });
  it.release(1);
  expect(await at('B1')).toMatchObject({ since: { messageId: 'msg_2' }, isCutOff: true });
});
