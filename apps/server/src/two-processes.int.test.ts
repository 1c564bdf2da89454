import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommandClient, ServerFrame } from '@atelier/contracts';
import { startPostgres } from '@atelier/kernel/testing/postgres';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type ServingChild, serveAtelier } from './testing/child.ts';
import { isEventAt, isLive, openTab, pageClient, signIn } from './testing/tab.ts';
import { tempFolder } from './testing/temp-folder.ts';

const password = 'planted-p4ss';
let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres({ password });
}, 60_000);
afterAll(() => postgres.stop());

type Served = { readonly serving: ServingChild; readonly folder: string };

/** Two server processes, each with a folder of its own, on one database; one browser, signed in with the first alone. */
const startTwo = async () => {
  const env = { ATELIER_DATABASE_URL: await postgres.newDatabase() };
  const start = async (folder?: string): Promise<Served> => {
    const own = folder ?? (await tempFolder());
    return { folder: own, serving: await serveAtelier(own, 0, env) };
  };
  const [one, other] = [await start(), await start()];
  const cookie = await signIn(one.serving.link);
  const clientOf = ({ serving }: Served): CommandClient => pageClient(serving.origin, cookie);
  return { one, other, cookie, clientOf, start };
};

const kill = async ({ serving }: Served): Promise<void> => {
  serving.process.kill('SIGKILL');
  await serving.ended;
};

const value = <T>(reply: { ok: true; value: T } | { ok: false; error: { code: string } }): T => {
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
};

type Reply = {
  readonly session: { readonly sessionId: string };
  readonly stateToken: string;
  readonly pending: { readonly stepId: string } | null;
  readonly nextCall: { readonly tool: string; readonly params: Readonly<Record<string, string>> } | null;
};

/** An MCP client of one of them; the install token is the same for both. */
const agentAt = async ({ serving, folder }: Served) => {
  const token = (await readFile(join(folder, 'keys', 'install-token'), 'utf8')).trim();
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${serving.origin}/mcp`), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  const call = async (name: string, args: Record<string, unknown>): Promise<Reply> =>
    (await client.callTool({ name, arguments: args })).structuredContent as unknown as Reply;
  return { call, token };
};

test('commands through one are followed by the other, and neither loses or doubles one', {
  timeout: 90_000,
}, async () => {
  const { one, other, cookie, clientOf } = await startTwo();
  const tab = await openTab(other.serving.origin, cookie);
  tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
  await tab.until(isLive);
  expect(value(await clientOf(one).SettingsSet({ set: { theme: 'dark' } })).seq).toBe(1);
  expect((await tab.until(isEventAt(0))).event).toMatchObject({ kind: 'settings.changed' });
  expect(value(await clientOf(other).InstallGet({}))).toMatchObject({ view: { settings: { theme: 'dark' } }, seq: 1 });

  const many = Array.from({ length: 40 }, (_, n) => ({
    through: n % 2 === 0 ? one : other,
    requestId: `r${n}`,
    quotaBytes: 2_000_000 + n,
  }));
  const replies = await Promise.all(many.map(({ through, ...params }) => clientOf(through).StorageQuotaSet(params)));
  expect(new Set(replies.map((reply) => value(reply).seq)).size).toBe(40);
  await tab.until(isEventAt(40));
  expect(tab.seqs('install')).toEqual(Array.from({ length: 41 }, (_, seq) => seq));

  // The same request again, through the other process: what was recorded is the answer, and nothing is recorded anew.
  const again = await Promise.all(
    many.slice(0, 6).map(({ through, ...params }) => clientOf(through === one ? other : one).StorageQuotaSet(params)),
  );
  expect(again.map((reply) => value(reply).seq)).toEqual(replies.slice(0, 6).map((reply) => value(reply).seq));
  expect(value(await clientOf(one).InstallGet({})).seq).toBe(41);
  tab.close();
});

test('an agent goes on at either with the tokens of the other; of two that take one step, one step is taken', {
  timeout: 90_000,
}, async () => {
  const { one, other, clientOf } = await startTwo();
  const [here, there] = [await agentAt(one), await agentAt(other)];
  expect(here.token).toBe(there.token);
  const started = await here.call('start_workflow', { workflowId: 'wr.discovery', goal: 'On two legs' });
  const seen = await there.call('continue_workflow', { stateToken: started.stateToken });
  expect(seen).toMatchObject({ session: started.session, pending: { stepId: started.pending?.stepId } });

  const output = { notesMarkdown: 'What was found, in a few words.' };
  const step = { ...started.nextCall?.params, output };
  const [a, b] = await Promise.all([here.call('continue_workflow', step), there.call('continue_workflow', step)]);
  const last = a.nextCall ? a : b;
  const eventsAt = async (server: Served) => {
    const params = { sessionId: started.session.sessionId, from: 0, limit: 200 };
    return value(await clientOf(server).SessionEvents(params)).events;
  };
  const events = await eventsAt(one);
  expect(events.filter(({ kind }) => kind === 'advance_recorded')).toHaveLength(1);
  expect(await eventsAt(other)).toEqual(events);
  const later = await there.call('continue_workflow', { ...last.nextCall?.params, output });
  expect(later.session.sessionId).toBe(started.session.sessionId);

  for (const server of [one, other]) {
    const listed = value(await clientOf(server).SessionsList({}));
    expect(JSON.stringify(listed)).toContain(started.session.sessionId);
  }
});

test('one is killed in the middle and the other goes on; what was acknowledged is there, and the first comes back', {
  timeout: 90_000,
}, async () => {
  const { one, other, cookie, clientOf, start } = await startTwo();
  const tab = await openTab(other.serving.origin, cookie);
  tab.say({ subscribe: [{ stream: 'install', from: 0 }] });
  await tab.until(isLive);
  const acknowledged: number[] = [];
  const writing = (async () => {
    for (let n = 0; ; n += 1) {
      const set = { quotaBytes: 3_000_000 + n };
      const reply = await clientOf(one)
        .StorageQuotaSet(set)
        .catch(() => undefined);
      if (!reply?.ok) return;
      acknowledged.push(set.quotaBytes);
    }
  })();
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(20);
  await kill(one);
  await writing;

  expect(value(await clientOf(other).SettingsSet({ set: { theme: 'light' } })).seq).toBeGreaterThan(20);
  const isLight = (frame: ServerFrame): frame is Extract<ServerFrame, { seq: number }> =>
    'event' in frame && frame.event.kind === 'settings.changed';
  await tab.until(isLight);
  const recorded = tab.frames.flatMap((frame) =>
    'event' in frame && frame.event.kind === 'storage.quota_set' ? [Number(frame.event.data['quotaBytes'])] : [],
  );
  // One more at the most was recorded and its answer lost.
  expect(recorded.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(recorded.length - acknowledged.length).toBeLessThanOrEqual(1);

  const back = await start(one.folder);
  expect(value(await clientOf(back).InstallGet({}))).toMatchObject({ view: { settings: { theme: 'light' } } });
  tab.close();
});

test('the password of the database is in no file, and in nothing that was said', { timeout: 90_000 }, async () => {
  const { one, other, clientOf } = await startTwo();
  value(await clientOf(one).DiagnosticsGet({}));
  expect(value(await clientOf(other).StorageGet({}))).toMatchObject({ place: 'database', quotaBytes: null });
  for (const { serving } of [one, other]) serving.process.kill('SIGTERM');
  const ends = await Promise.all([one, other].map(({ serving }) => serving.ended));
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  expect(JSON.stringify(ends)).not.toContain(password);
  for (const { folder } of [one, other])
    expect(() => execFileSync('grep', ['-rl', password, folder])).toThrow(/Command failed/);
});
