import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NewEvent } from '@atelier/kernel/core';
import type { EventLog } from '@atelier/kernel/ports';
import { expect, test } from 'vitest';
import { startModelsServer } from '../../testing/models-server.ts';
import { done } from '../../testing/replies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { untilStill, workbenchOn } from '../../testing/workshop.ts';
import { surfaces } from '../index.ts';
import type { CreateSurface } from '../surface.ts';

/** The log a server writes to, for histories that no model would make in a test's time. */
const withLog = () => {
  let log: EventLog | undefined;
  const spy: CreateSurface = (kit) => {
    log = kit.log;
    return { handlers: {}, streams: {} };
  };
  return { surfaces: [...surfaces, spy], log: () => log as EventLog };
};

const snapshot = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      // A file that is being replaced may be gone by now under the name it was listed with.
      files
        .sort()
        .map(async (file) => [file.slice(folder.length + 1), await readFile(file, 'utf8').catch(() => '')] as const),
    ),
  );
};

/** Looks until nothing moves any more: the files follow the log by themselves. */
const settled = async (server: TestServer, id: string, isThere: (files: Record<string, string>) => boolean) => {
  const folder = join(server.dataFolder, 'workbenches', id, 'meta');
  await done(server.client.WorkbenchGet({ workbenchId: id }));
  // Several looks alike: on a busy machine the files pause between two writes.
  for (let before = '', alike = 0; ; ) {
    await new Promise((resume) => setTimeout(resume, 250));
    const files = await snapshot(folder);
    const now = JSON.stringify(files);
    alike = now === before ? alike + 1 : 0;
    if (alike >= 4 && isThere(files)) return files;
    before = now;
  }
};
const lines = (text: string | undefined): Record<string, unknown>[] =>
  (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

const records = 5_000;

test('[WS-78] five thousand tool records: deleted projections come back byte for byte, every result with its call', async () => {
  const { surfaces: all, log } = withLog();
  const server = await startTestServer({ surfaces: all });
  const bench = workbenchOn(server);
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n' });
  await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  await done(server.client.DraftPublish({ workbenchId: id }));
  const runId = 'run_aaaaaaaaaaaaaaaaaaaaaaaaaa';
  for (let from = 0; from < records; from += 500) {
    const events = Array.from({ length: 500 }, (_, at): readonly NewEvent[] => {
      const entryId = 10_000 + from + at;
      const call = { runId, callId: `call_${entryId}`, entryId };
      const input = { path: `f${entryId}.txt`, note: 'שלום "quoted"\n' };
      return [
        { kind: 'tool.called', key: null, data: { ...call, name: 'read_text_file', access: 'read', input } },
        {
          kind: 'tool.returned',
          key: null,
          data: { ...call, outcome: 'ok', ms: 3, result: { text: `line ${entryId}` }, content: null },
        },
      ];
    }).flat();
    const appended = await log().append(`bench/${id}`, events, { expected: 'any' });
    if (!appended.ok) throw new Error(appended.error.code);
  }
  const last = `call_${10_000 + records - 1}`;
  const isWhole = (files: Record<string, string>) =>
    ['workshop/tool_log.jsonl', 'conversation.jsonl'].every((file) => files[file]?.includes(last));
  const first = await settled(server, id, isWhole);

  const log1 = lines(first['workshop/tool_log.jsonl']);
  const talk = lines(first['conversation.jsonl']);
  const calls = new Map(
    talk
      .filter((line) => Array.isArray(line.tool_calls))
      .map((line) => [`${line.run_id} ${(line.tool_calls as { tool_call_id: string }[])[0]?.tool_call_id}`, line]),
  );
  const results = talk.filter(({ type }) => type === 'tool_result');
  expect(results.length).toBeGreaterThan(records);
  for (const { run_id, tool_call_id, tool_name } of results) {
    expect(calls.has(`${run_id} ${tool_call_id}`)).toBe(true);
    expect(tool_name).not.toBeNull();
  }
  expect(log1).toHaveLength(results.length);
  expect(log1.at(-1)).toMatchObject({ entry_id: 10_000 + records - 1, input: { note: 'שלום "quoted"\n' } });
  expect(talk.map(({ type }) => type)).toEqual(expect.arrayContaining(['user_message', 'system_event']));
  expect(Object.keys(first)).toEqual(
    expect.arrayContaining([
      'conversation.jsonl',
      'draft.json',
      'files.json',
      'workbench.json',
      'workbench_events.jsonl',
      'workshop_state.json',
    ]),
  );
  expect(Object.keys(first).some((file) => file.startsWith('checkpoints/chk_'))).toBe(true);

  const meta = join(server.dataFolder, 'workbenches', id, 'meta');
  await rm(meta, { recursive: true });
  expect(await settled(server, id, isWhole)).toEqual(first);
  // A part of it, and words somebody wrote into it: the log says what is there.
  await rm(join(meta, 'workshop', 'tool_log.jsonl'));
  await appendFile(join(meta, 'conversation.jsonl'), 'planted\n');
  await writeFile(join(meta, 'planted.json'), '{}');
  const isClean = (files: Record<string, string>) =>
    isWhole(files) && !files['conversation.jsonl']?.includes('planted') && !('planted.json' in files);
  expect(await settled(server, id, isClean)).toEqual(first);
  // What is committed next is appended to what is there.
  await done(server.client.WorkbenchRename({ workbenchId: id, name: 'Other' }));
  const after = await settled(server, id, (files) => files['workbench.json']?.includes('"Other"') ?? false);
  for (const file of ['conversation.jsonl', 'workshop/tool_log.jsonl', 'workbench_events.jsonl'])
    expect(after[file]?.startsWith(first[file] ?? 'x')).toBe(true);
});

test('the Draft under review, the change that made it and what was agreed to are files beside the log', async () => {
  const server = await startModelsServer();
  const { client, doubles } = server;
  const bench = workbenchOn(server);
  await done(client.ProvidersSetApiKey({ provider: 'openai', key: 'sk-good-key-1234' }));
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\n', 'b.txt': 'two\n' });
  const drafted = await bench.ask(id, 'Add a column Twice = n * 2 to a.csv');
  const { draftId = '', revisionId = '' } = drafted.draft ?? {};
  const review = `review/${draftId}`;
  const files = await settled(server, id, (now) => `${review}/draft_summary.md` in now);
  const read = (file: string) => JSON.parse(files[file] ?? 'null');
  expect(read(`${review}/change_set.json`)).toMatchObject({
    draft_id: draftId,
    revision_id: revisionId,
    changes: [{ path: 'a.csv', kind: 'modified', bytes_before: 15, summary: expect.any(String) }],
  });
  expect(read(`${review}/deletions.json`)).toEqual({ deletions: [] });
  expect(read(`${review}/focus_hints/a.csv.json`)).toMatchObject({ path: 'a.csv', hint: expect.any(Object) });
  const answer = drafted.items.findLast(({ kind }) => kind === 'assistant');
  expect(files[`${review}/draft_summary.md`]).toBe(`${answer?.kind === 'assistant' ? answer.text : ''}\n`);
  const proposal = read(`workshop/proposals/${revisionId}.json`);
  expect(proposal).toMatchObject({ changes: [{ path: 'a.csv', kind: 'modified' }], no_changes: false });
  const [edit] = proposal.edits;
  expect(files[`workshop/proposals/${revisionId}/edits/${edit.tool_log_entry}.json`]).toContain('Twice');
  expect(lines(files[`workshop/proposals/${revisionId}/apply_attempts.jsonl`])).toMatchObject([{ outcome: 'applied' }]);
  expect(files[`workshop/proposals/${revisionId}/summaries/a.csv.md`]).toBe(files[`${review}/summaries/a.csv.md`]);
  // Deleted, they come back byte for byte.
  const meta = join(server.dataFolder, 'workbenches', id, 'meta');
  await rm(meta, { recursive: true });
  expect(await settled(server, id, (now) => `${review}/draft_summary.md` in now)).toEqual(files);
  // Published: nothing is under review any more.
  await done(client.DraftPublish({ workbenchId: id }));
  const still = (now: Record<string, string>) => !Object.keys(now).some((file) => /^review|proposals/.test(file));
  expect(JSON.parse((await settled(server, id, still))['egress_consent.json'] ?? '')).toEqual({
    mode: 'ask',
    consents: [],
  });

  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: 'openai:gpt-5.2' }));
  doubles.script({ text: 'Two files.' });
  const asked = await bench.ask(id, 'What is here?', 'ask');
  const scopeHash = asked.run?.consent?.scopeHash ?? '';
  await done(client.WorkshopConsent({ workbenchId: id, scopeHash, decision: 'remember' }));
  await untilStill(client, id);
  const consented = await settled(server, id, (now) => now['egress_events.jsonl']?.includes('egress_call') ?? false);
  const given = { provider_id: 'openai', model_id: 'openai:gpt-5.2', scope_hash: scopeHash };
  expect(JSON.parse(consented['egress_consent.json'] ?? '')).toMatchObject({
    consents: [{ ...given, files: [{ path: 'a.csv' }, { path: 'b.txt' }] }],
  });
  expect(lines(consented['egress_events.jsonl'])).toMatchObject([
    { type: 'consent_granted' },
    { type: 'egress_call', model_id: 'openai:gpt-5.2', scope_hash: scopeHash, phase: 'ask', status: 'ok' },
  ]);
  const consent = { providerId: 'openai', modelId: 'openai:gpt-5.2', scopeHash };
  await done(client.EgressWithdrawConsent({ consent }));
  const withdrawn = await settled(server, id, (now) => !now['egress_consent.json']?.includes('openai'));
  expect(JSON.parse(withdrawn['egress_consent.json'] ?? '')).toEqual({ mode: 'ask', consents: [] });
}, 90_000);
