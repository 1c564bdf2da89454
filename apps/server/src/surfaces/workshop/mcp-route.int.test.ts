import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { done } from '../../testing/replies.ts';

test('[WS-120] an MCP client edits a cell and a paragraph in the Draft; a person reviews and publishes it', async () => {
  const { server, installToken, client, bench, tools, say } = await startBenchServer();
  const id = await bench.create({ 'notes.txt': 'First line\nSecond line\n' });
  const made = await tools(id, [
    [
      'xlsx_operations',
      {
        path: 'book.xlsx',
        create_new: true,
        operations: [
          { op: 'ensure_sheet', sheet: 'Plan' },
          { op: 'set_cells', sheet: 'Plan', cells: [{ cell: 'B2', value: 10 }] },
        ],
      },
    ],
    [
      'docx_operations',
      { path: 'letter.docx', create_new: true, operations: [{ op: 'append_paragraph', text: 'Dear all' }] },
    ],
  ]);
  await say(id, 'make them', made.edits, { review: made.review });
  await done(client.DraftPublish({ workbenchId: id }));
  const published = await bench.view(id);

  const connect = async (name: string) => {
    const agent = new Client({ name, version: '1.0.0' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const headers = { authorization: `Bearer ${installToken}` };
    const url = new URL(`${server.origin}/mcp/workbench/${id}`);
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    onTestFinished(() => agent.close());
    return async (tool: string, args: Record<string, unknown>) => {
      const reply = await agent.callTool({ name: tool, arguments: args });
      return JSON.parse((reply.content as { text: string }[])[0]?.text ?? 'null') as { ok: boolean };
    };
  };
  const [one, two] = [await connect('Agent One'), await connect('Agent Two')];
  expect(await one('get_file_map', { path: 'book.xlsx' })).toMatchObject({ ok: true });
  expect(
    await one('xlsx_operations', {
      path: 'book.xlsx',
      operations: [{ op: 'set_cells', sheet: 'Plan', cells: [{ cell: 'B2', value: 11 }] }],
    }),
  ).toMatchObject({ ok: true });
  const paragraph = (replace: string) => ({
    path: 'letter.docx',
    operations: [{ op: 'replace_text', search: 'Dear all', replace }],
  });
  const both = await Promise.all([
    one('docx_operations', paragraph('Dear Dana')),
    two('docx_operations', paragraph('Dear Noa')),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);

  const view = await bench.view(id);
  expect(view.draft).toMatchObject({
    source: { kind: 'outside', ref: 'Agent One' },
    changes: { added: 0, modified: 2, deleted: 0 },
  });
  expect(view.files.map(({ path, change }) => [path, change])).toEqual([
    ['book.xlsx', 'modified'],
    ['letter.docx', 'modified'],
    ['notes.txt', null],
  ]);
  const { rows } = await done(client.ReviewGetChanges({ workbenchId: id }));
  const reviewed = rows.map(({ path, summaryOf, hint }) => [path, summaryOf, hint !== null]);
  expect(reviewed.sort()).toEqual([
    ['book.xlsx', 'file', true],
    ['letter.docx', 'file', true],
  ]);
  const certificate = await done(client.ReviewCertificate({ workbenchId: id }));
  expect(certificate.rows.find(({ path }) => path === 'book.xlsx')?.writtenBy).toMatchObject([
    { modelId: null, by: 'Agent One' },
  ]);
  await done(client.DraftPublish({ workbenchId: id, seen: { revisionId: view.draft?.revisionId ?? null } }));
  const after = await bench.view(id);
  expect(after.draft).toBeNull();
  const versions = (of: typeof after) => Object.fromEntries(of.files.map(({ path, version }) => [path, version]));
  expect(versions(after)['book.xlsx']).not.toBe(versions(published)['book.xlsx']);
  expect(versions(after)['notes.txt']).toBe(versions(published)['notes.txt']);
}, 60_000);

test('clients of an older revision are told apart by the names they gave when they came', async () => {
  const { server, installToken, client, bench } = await startBenchServer();
  const id = await bench.create({ 'notes.txt': 'First line\nSecond line\n' });
  const connect = async (name: string) => {
    const agent = new Client({ name, version: '1.0.0' });
    const headers = { authorization: `Bearer ${installToken}` };
    const url = new URL(`${server.origin}/mcp/workbench/${id}`);
    await agent.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
    onTestFinished(() => agent.close());
    return agent;
  };
  const [one, two] = [await connect('Old Agent'), await connect('סוכן שני')];
  expect(one.getNegotiatedProtocolVersion?.()).not.toBe('2026-07-28');
  const write = (path: string) => ({ name: 'write_text_file', arguments: { path, content: 'x' } });
  await one.listTools();
  const made = await one.callTool(write('one.txt'));
  expect(made.isError ?? false).toBe(false);
  await two.callTool(write('two.txt'));
  const view = await bench.view(id);
  expect(view.draft).toMatchObject({ source: { kind: 'outside', ref: 'Old Agent' }, changes: { added: 2 } });
  const { rows } = await done(client.ReviewCertificate({ workbenchId: id }));
  expect(rows.flatMap(({ writtenBy }) => writtenBy.map(({ by }) => by)).toSorted()).toEqual(['Old Agent', 'סוכן שני']);
}, 60_000);

test('without the token, and for a Workbench that is not there, nothing answers', async () => {
  const { server, installToken } = await startBenchServer();
  const ask = (headers: Record<string, string>) =>
    fetch(`${server.origin}/mcp/workbench/wb_${'a'.repeat(26)}`, { method: 'POST', headers, body: '{}' });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ authorization: `Bearer ${installToken}` })).status).toBe(404);
});
