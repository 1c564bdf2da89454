import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/test-server.ts';
import { workbenchOn } from '../../testing/workshop.ts';

test.each(['en', 'he'] as const)(
  'the sample’s first job is done by the built-in model and published (%s)',
  async (language) => {
    const started = await startTestServer();
    const bench = workbenchOn(started);
    const { client } = started;
    const made = await client.WorkbenchCreateSample({ language });
    if (!made.ok) throw new Error(made.error.code);
    const { workbenchId, firstJob } = made.value;
    expect((await bench.view(workbenchId)).files.map(({ path }) => path)).toEqual([
      'brief.md',
      'data.csv',
      'notes.md',
      'README.md',
    ]);
    const before = await bench.bytes(workbenchId, 'data.csv');
    const view = await bench.ask(workbenchId, firstJob);
    expect(view).toMatchObject({ state: 'draft_ready', draft: { changes: { added: 0, modified: 1, deleted: 0 } } });
    const lines = (await bench.bytes(workbenchId, 'data.csv')).toString().trim().split('\n');
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual([
      '280',
      '270',
      '120',
      '90',
      '140',
      '360',
      '310',
      '124',
    ]);
    expect(await client.DraftPublish({ workbenchId, seen: { head: view.head } })).toMatchObject({ ok: true });
    const after = await bench.view(workbenchId);
    expect(after).toMatchObject({ state: 'idle', draft: null, headRole: 'system' });
    expect((await bench.bytes(workbenchId, 'data.csv')).equals(before)).toBe(false);
  },
);
