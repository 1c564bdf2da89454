import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyChat, emptyInstall, foldChat, foldInstall, WireEvent } from '@atelier/contracts';
import { openMemoryStorage } from '@atelier/kernel/storage';
import { loadModels } from '@atelier/models/lazy';
import { createSessionStore } from '@atelier/rails/adapters';
import type { SessionId } from '@atelier/rails/core';
import { createKeptProjects, createKeptWorkspaces, ProjectEventBody, WorkspaceEventBody } from '@atelier/studio';
import { emptyBench, flawInBench, fold, readEvent } from '@atelier/workshop';
import {
  abandonedPaths,
  emptyCard,
  emptyTranscript,
  foldCard,
  foldTranscript,
  itemsUpTo,
  stateOfCard,
} from '@atelier/workshop/view';
import { expect, test } from 'vitest';
import { PeopleEvent } from './people/events.ts';
import { foldPeople, noPeople } from './people/state.ts';

// Logs as a server once wrote them. What was written is for ever: a change that cannot read them any more is refused
// here. A new shape gets a log of its own beside these; none of these is ever changed.
const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'logs');
const recorded = (kind: string, number = '0001') =>
  readFileSync(join(folder, kind, `${number}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => WireEvent.parse(JSON.parse(line)));

test('every kind of stream that was recorded is read below', () => {
  expect(readdirSync(folder).sort()).toEqual([
    'bench',
    'chat',
    'egress',
    'install',
    'models',
    'people',
    'project',
    'run',
    'session',
    'studio',
  ]);
});

test('install', () => {
  const view = recorded('install').reduce(foldInstall, emptyInstall);
  expect(view).toEqual({
    settings: { ...emptyInstall.settings, theme: 'dark', language: 'he', mostFiles: 10, largestFileBytes: 26_214_400 },
    storeCheck: {
      state: 'finished',
      id: 'chk_agq6ltbhpvz43hjbjsaseavawm',
      startedAt: '2026-11-16T19:18:44.356Z',
      endedAt: '2026-11-16T19:18:44.413Z',
      report: { events: 4, findings: [], missing: 0, streams: 1 },
    },
    storage: { quotaBytes: 5_000_000_000, lastCollection: null },
    signInGeneration: 1,
  });
});

test('bench', () => {
  const [bench, talk] = [emptyBench(), emptyTranscript()];
  let card = emptyCard;
  for (const event of recorded('bench')) {
    expect(flawInBench(event), event.kind).toBeUndefined();
    const known = readEvent(event);
    if (known) fold(bench, known, event);
    foldTranscript(talk, event);
    card = foldCard(card, event);
  }
  expect(bench).toMatchObject({ name: 'Sales 2', isDeleted: false, draft: null, context: null, redo: [] });
  expect([...bench.checkpoints.values()].map(({ reason }) => reason)).toEqual([
    'manual',
    'publish',
    'publish',
    'pre_restore',
    'auto',
  ]);
  expect([...bench.revisions.values()].map(({ pruned }) => pruned)).toEqual(['published', 'published', 'published']);
  const { items } = itemsUpTo(talk, bench.head, 200);
  expect(items).toMatchObject([
    { kind: 'user', text: 'What is the total of Amount in sales.csv?' },
    { kind: 'assistant', text: expect.stringContaining('42') },
  ]);
  expect(abandonedPaths(talk, bench.head).length).toBeGreaterThan(0);
  expect([card.name, card.published, stateOfCard(card)]).toEqual(['Sales 2', bench.published, 'idle']);
});

test('bench, whose run another server took over', () => {
  const [bench, talk] = [emptyBench(), emptyTranscript()];
  for (const event of recorded('bench', '0002')) {
    expect(flawInBench(event), event.kind).toBeUndefined();
    const known = readEvent(event);
    if (known) fold(bench, known, event);
    foldTranscript(talk, event);
  }
  expect(bench.run).toMatchObject({ state: 'completed', term: 2, modelId: 'builtin:scripted' });
  expect(bench.run?.results.map(({ item, outcome }) => [item, outcome])).toEqual([
    [1, 'done'],
    [2, 'done'],
    [3, 'done'],
  ]);
  expect(itemsUpTo(talk, bench.head, 200).items.at(-1)).toMatchObject({ kind: 'assistant', text: 'All done.' });
});

test('bench, whose history was trimmed', () => {
  const [bench, talk] = [emptyBench(), emptyTranscript()];
  for (const event of recorded('bench', '0003')) {
    expect(flawInBench(event), event.kind).toBeUndefined();
    const known = readEvent(event);
    if (known) fold(bench, known, event);
    foldTranscript(talk, event);
    if (event.kind !== 'history.trimmed') continue;
    expect([...bench.checkpoints.values()].map(({ reason }) => reason)).toEqual(['manual']);
    expect([bench.revisions.size, bench.redo, bench.holds.size]).toEqual([0, [], 3]);
    expect(itemsUpTo(talk, bench.head, 200).items.filter(({ kind }) => kind === 'user')).toHaveLength(3);
  }
  expect([...bench.checkpoints.values()].map(({ reason }) => reason)).toEqual(['manual', 'publish', 'pre_restore']);
  expect(abandonedPaths(talk, bench.head)).toHaveLength(1);
});

test('people', () => {
  const events = recorded('people');
  for (const event of events) expect(PeopleEvent.safeParse(event).success, event.kind).toBe(true);
  const team = events.reduce(foldPeople, noPeople);
  expect([...team.people.values()].map(({ role, state, name }) => [role, state, name !== null])).toEqual([
    ['admin', 'active', true],
    ['admin', 'active', true],
    ['viewer', 'active', true],
    ['member', 'forgotten', false],
  ]);
  expect({ ...team, people: undefined }).toMatchObject({ isTeam: true, unread: 0 });
  expect(team.recoveries).toHaveLength(1);
  expect(team.tokens.size).toBe(1);
  expect([...team.sessions.values()].map(({ via }) => via)).toEqual([null, null]);
});

const kept = async (stream: string, events: readonly WireEvent[]) => {
  const { log } = openMemoryStorage();
  const appended = events.map(({ kind, key, data }) => ({ kind, key, data }));
  await log.append(stream, appended, { expected: 0 });
  return log;
};

test('project, with a quote that went out, drafts of every fate, and a change set taken back', async () => {
  const events = recorded('project');
  for (const { kind, data } of events) expect(ProjectEventBody.safeParse({ kind, data }).error, kind).toBeUndefined();
  const log = await kept('project/prj_a', events);
  const read = await createKeptProjects({ log }).at('project/prj_a');
  if (!read.ok) throw new Error(read.error.code);
  const { state } = read.value;
  const session = state.sessions.get('local');
  expect([state.seq, state.domainSeq]).toEqual([99, 26]);
  expect([...state.records.element.values()].map(({ name }) => name.en ?? name.he)).toEqual([
    'Logo wall',
    'Main stage',
    'Info counter',
    'Entrance arch',
    'Media wall',
    'Photo corner',
    'עמדת קפה',
  ]);
  expect([...state.quotes.values()]).toMatchObject([{ number: 'Q-2026-0001', status: 'sent', totalMinor: 4_201_980 }]);
  expect(state.changeSets.map(({ source, versionName, opCount }) => [source, versionName, opCount])).toEqual([
    ['seed', undefined, 45],
    ['draft', 'Coffee', 10],
  ]);
  expect(session?.closed.map(({ closed }) => closed)).toEqual(['discarded', 'applied']);
  expect(session?.draft).toMatchObject({ revision: 1, source: 'undo' });
  expect(state).toMatchObject({
    pricing: { discount: { bps: 500 }, reason: 'a loyal client' },
    paymentPlan: [{ amount: { bps: 10_000 }, due: { kind: 'onOrder' } }],
  });
  expect([...state.knowledge.values()]).toMatchObject([{ source: 'venue.txt', isOn: false }]);
  expect([state.legacy.size, state.messages.length, state.members.get('local')]).toEqual([1, 15, 'owner']);
});

test('studio', async () => {
  const events = recorded('studio');
  for (const { kind, data } of events) expect(WorkspaceEventBody.safeParse({ kind, data }).error, kind).toBeUndefined();
  const log = await kept('studio', events);
  const read = await createKeptWorkspaces({ log }).at('studio');
  if (!read.ok) throw new Error(read.error.code);
  const { state } = read.value;
  expect([...state.projects.values()].map(({ title, isDemo }) => [title.en, isDemo])).toEqual([
    ['Nova Launch 2026', true],
    ['Practice', true],
  ]);
  expect(state.policies.map(({ version }) => version)).toEqual([1, 2]);
  expect(state.priceLists).toMatchObject([{ version: 1, items: [{ sku: 'PLY18', unitCostMinor: 21_000 }] }]);
  expect([...state.directory.values()]).toMatchObject([{ name: 'Wood & Co', isRemoved: false }]);
  expect([...state.numbers.values()]).toMatchObject([{ year: 2026, number: 1 }]);
  expect(state).toMatchObject({ company: { vatId: '514000000' }, models: { router: 'builtin:offline' } });
  expect([state.overrides.size, state.skills.size]).toEqual([0, 11]);
});

test('models', async () => {
  const { emptyModels, evolveModels } = await loadModels();
  const state = recorded('models').reduce(evolveModels, emptyModels);
  expect(state).toMatchObject({
    caps: { perRun: 300_000 },
    defaultModelId: 'builtin:offline',
    consent: { mode: 'ask' },
  });
});

test('chat', () => {
  const view = recorded('chat').reduce(foldChat, emptyChat);
  expect(view.run).toBeNull();
  expect(view.files).toMatchObject([{ path: 'sales.csv', changed: true }]);
  expect(view.items.filter(({ kind }) => kind === 'user')).toMatchObject([
    { text: 'Total amount in sales.csv' },
    { text: 'Sort sales.csv by Amount descending' },
  ]);
  const answers = view.items.flatMap((item) => (item.kind === 'assistant' && item.text !== '' ? [item.text] : []));
  expect(answers.join('\n')).toMatch(/42[\s\S]*sales\.csv/);
});

const savedRun = async (number: string) => {
  const storage = openMemoryStorage();
  const content = join(folder, 'run', `${number}.content.json`);
  if (existsSync(content))
    for (const bytes of Object.values(JSON.parse(readFileSync(content, 'utf8')) as Record<string, string>))
      await storage.blobs.put(Buffer.from(bytes, 'base64'));
  const events = recorded('run', number).map(({ kind, key, data }) => ({ kind, key, data }));
  await storage.log.append('run/wb_a', events, { expected: 0 });
  const { createRunSaves } = await loadModels();
  const loaded = await createRunSaves(storage)('run/wb_a').load();
  return loaded.ok ? loaded.value : undefined;
};

test('run, whose prompt and pictures are content', async () => {
  const run = await savedRun('0002');
  expect(run?.messages).toHaveLength(63);
  expect(run?.messages.at(-2)).toMatchObject({ pictures: [{ mediaType: 'image/png', data: expect.any(String) }] });
  expect(run).toMatchObject({
    nextEntry: 4,
    begun: 'call_1',
    pending: [{ name: 'read_file', input: { path: 'note.txt' } }],
  });
});

test('run', async () => {
  const run = await savedRun('0001');
  expect(run?.pending).toEqual([]);
  expect(run?.messages.filter(({ role }) => role === 'user')).toHaveLength(2);
  expect(run?.messages.at(-1)).toMatchObject({ role: 'assistant', text: expect.stringContaining('sales.csv') });
});

test('session', async () => {
  const { log, blobs, snapshots } = openMemoryStorage();
  const sessionId = 'sess_agq6ltdbxj4fzic6ubb2cwrdnq' as SessionId;
  const events = recorded('session').map(({ kind, key, data }) => ({ kind, key, data }));
  expect(await log.append(`session/${sessionId}`, events, { expected: 0 })).toMatchObject({ ok: true });
  const read = await createSessionStore({ log, blobs, snapshots }).at(sessionId);
  expect(read).toMatchObject({ ok: true, value: { next: events.length } });
  expect(read.ok && [...(read.value?.runs.values() ?? [])].map(({ workflowId }) => workflowId)).toEqual([
    'wr.coding_task',
  ]);
});

test('chat, whose files are trees', () => {
  const view = recorded('chat', '0002').reduce(foldChat, emptyChat);
  expect(view.files).toMatchObject([{ path: 'sales.csv', changed: true }]);
  expect([view.tree, view.base]).toEqual([expect.stringMatching(/^sha256:/), expect.stringMatching(/^sha256:/)]);
  expect(view.tree).not.toBe(view.base);
  expect(view.run).toBeNull();
  expect(view.items.filter((item) => item.kind === 'assistant').map(({ text }) => text)).toContain(
    'There is one file.',
  );
});

test('egress', async () => {
  const { evolveSpending, noSpending } = await loadModels();
  const events = recorded('egress');
  expect(events.map(({ kind }) => kind)).toEqual(Array(events.length).fill('egress.call'));
  const halfWay = events.slice(0, 3).reduce(evolveSpending, noSpending);
  expect(halfWay.open).toMatchObject([{ sentAt: '2026-11-17T16:43:20.370Z', reserved: 0 }]);
  expect(events.reduce(evolveSpending, noSpending)).toEqual({ day: '2026-11-17', spent: 0, unpriced: 0, open: [] });
});

// The three below were recorded before conversations had one vocabulary and the ledger a stream of its own. No
// release wrote such logs. What still has its meaning is read, and the rest is passed over without a fault.
test('chat, before', () => {
  const view = recorded('chat', '0000').reduce(foldChat, emptyChat);
  expect(view.files).toMatchObject([{ path: 'sales.csv' }]);
});

test('install, before', () => {
  const view = recorded('install', '0000').reduce(foldInstall, emptyInstall);
  expect(view).toMatchObject({ settings: { theme: 'dark', language: 'he' }, storage: { quotaBytes: 5_000_000_000 } });
  expect(view.unread).toBeUndefined();
});

test('models, before', async () => {
  const { emptyModels, evolveModels } = await loadModels();
  const state = recorded('models', '0000').reduce(evolveModels, emptyModels);
  expect(state).toMatchObject({ consent: { mode: 'ask' }, endpoints: [{ url: 'http://127.0.0.1:7399/v1' }] });
});
