import { expect, test } from 'vitest';
import { listText } from './list-text.ts';

type Found = Parameters<typeof listText>[0];

const listed = (at: number): Found['workflows'][number] => ({
  workflowId: `project.w${at}`,
  name: `Workflow ${at}`,
  description: 'One step.',
  version: '1.0.0',
  kind: 'workflow',
  workflowHash: `sha256:${'a'.repeat(64)}`,
  idStatus: 'namespaced',
  sourceKind: 'project',
  sourceLabel: 'project (workflows)',
});
const found = (count: number): Found => ({
  workflows: Array.from({ length: count }, (_, at) => listed(at)),
  problems: [],
});

test('an agent reads no digests, a long list only in part, and what to do where nothing fits', () => {
  const long = listText(found(200), {});
  const entries = long.workflows as readonly Record<string, unknown>[];
  expect(entries).toHaveLength(200);
  expect(JSON.stringify(long)).not.toContain('sha256:');
  expect(entries[0]).toHaveProperty('description');
  expect(Object.keys(entries.at(-1) ?? {})).toEqual(['workflowId', 'name']);
  expect(long.hint).toContain('query');
  expect(listText(found(0), { query: 'zebra' })).toMatchObject({ hint: expect.stringContaining('Leave query') });
  for (const few of [listText(found(2), {}), listText(found(2), { query: 'w' }), listText(found(0), {})])
    expect(few).not.toHaveProperty('hint');
});
