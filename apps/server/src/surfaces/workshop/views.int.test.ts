import {
  type RecordedEvent,
  transcriptPath,
  type WorkbenchView,
  workbenchesStream,
  workbenchZipPath,
} from '@atelier/contracts';
import { askForBench, foldWorkbench } from '@atelier/workshop/view';
import { expect, test } from 'vitest';
import { startBenchServer } from '../../testing/bench-server.ts';
import { codeOf, done } from '../../testing/replies.ts';
import { openTab } from '../../testing/tab.ts';
import { untilStill } from '../../testing/workshop.ts';

test('a tab that folds events and asks again where told to shows what the server would', async () => {
  const { client, bench, server, cookie, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'city,n\nHaifa,2\nAcre,3\n' });
  const tab = await openTab(server.origin, cookie);
  let { view, seq } = await bench.get(id);
  let folded = 0;
  let fetched = 0;
  tab.say({ subscribe: [{ stream: `bench/${id}`, from: seq }] });
  const settle = async (): Promise<WorkbenchView> => {
    const wanted = await bench.get(id);
    for (;;) {
      for (; folded < tab.frames.length; folded += 1) {
        const frame = tab.frames[folded];
        if (!frame || !('event' in frame) || frame.event.seq < seq) continue;
        const next = foldWorkbench(view, frame.event as RecordedEvent);
        if (next) [view, seq] = [next, frame.event.seq + 1];
        else {
          fetched += 1;
          ({ view, seq } = await done(askForBench(client, id, view)));
        }
      }
      if (seq >= wanted.seq) return view;
      await new Promise((resume) => setTimeout(resume, 10));
    }
  };
  const same = async () => {
    const told = await settle();
    const { clutter: _one, updatedAt: _at, ...shown } = told;
    const { clutter: _two, updatedAt: _then, ...wanted } = await bench.view(id);
    expect(shown).toEqual(wanted);
  };
  await say(id, 'hello');
  await same();
  await done(client.WorkbenchRename({ workbenchId: id, name: 'Other' }));
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { pauseAfterPlan: true } }));
  await done(client.WorkbenchSettingsSet({ workbenchId: id, set: { pauseAfterPlan: false } }));
  await same();
  const sent = await done(
    client.WorkshopSend({ workbenchId: id, text: 'Add a column Twice = n * 2 to a.csv', mode: 'agent' }),
  );
  await untilStill(client, id);
  await same();
  expect(view).toMatchObject({ name: 'Other', state: 'draft_ready', files: [{ path: 'a.csv', change: 'modified' }] });
  await done(client.DraftPublish({ workbenchId: id }));
  await same();
  await done(client.WorkshopUndo({ workbenchId: id, messageId: sent.messageId, mode: 'chat_only' }));
  await same();
  expect(fetched).toBeGreaterThan(0);
  const { filesId } = view;
  const again = await done(client.WorkbenchGet({ workbenchId: id, filesHeld: filesId }));
  expect([again.filesSince, again.view.files]).toEqual([{ changed: [], removed: [] }, []]);
  // A list is known only to the Workbench that told it.
  const other = await bench.create({ 'b.csv': 'x\n' });
  const told = await done(client.WorkbenchGet({ workbenchId: other, filesHeld: filesId }));
  expect([told.filesSince, told.view.files.map(({ path }) => path)]).toEqual([undefined, ['b.csv']]);
  tab.close();
}, 60_000);

test('Home lists what waits for a person first, finds by name, and hears of changes', async () => {
  const { client, bench, server, cookie, say } = await startBenchServer();
  const first = await bench.create({ 'a.csv': 'x\n' }, 'First');
  const second = await bench.create({ 'a.csv': 'x\n', 'b.csv': 'y\n' }, 'Second');
  const tab = await openTab(server.origin, cookie);
  tab.say({ subscribe: [{ stream: workbenchesStream, from: 0 }] });
  await say(first, 'change it', { 'a.csv': 'z\n' });
  const names = async (query?: string) =>
    (await done(client.WorkbenchList(query === undefined ? {} : { query }))).cards.map(({ name }) => name);
  await bench.create({}, 'Third');
  await done(client.WorkbenchRename({ workbenchId: second, name: 'Second one' }));
  expect(await names()).toEqual(['First', 'Second one', 'Third']);
  const { cards, total, all } = await done(client.WorkbenchList({ query: 'seco' }));
  expect([cards, total, all]).toMatchObject([[{ name: 'Second one', files: 2, hasDraft: false, state: 'idle' }], 1, 3]);
  expect((await done(client.WorkbenchList({}))).cards[0]).toMatchObject({
    workbenchId: first,
    hasDraft: true,
    state: 'draft_ready',
    waitsFor: 'draft',
    isDamaged: false,
  });
  const files = async (query: string) =>
    (await done(client.WorkbenchFilesFind({ query, limit: 10 }))).files.map(({ name, path }) => `${name}: ${path}`);
  expect(await files('A.CS'), 'the one that changed last comes first').toEqual(['Second one: a.csv', 'First: a.csv']);
  expect(await files('b.csv')).toEqual(['Second one: b.csv']);
  const third = await bench.create({ 'gone.csv': 'x\n' }, 'Fourth');
  expect(await files('gone')).toEqual(['Fourth: gone.csv']);
  await done(client.WorkbenchDelete({ workbenchId: third }));
  expect(await files('gone')).toEqual([]);
  await tab.until(
    (frame): frame is typeof frame => 'delta' in frame && frame.delta.kind === 'moved' && frame.delta.id === second,
  );
  tab.close();
});

test('a long conversation is given in parts, searched whole, and exported', async () => {
  const { client, bench, say, kit } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n' }, 'Long');
  const first = await say(id, 'the very first needle');
  const events = Array.from({ length: 300 }, (_, nth) => nth);
  let parentId = first.answer;
  const { recordOn } = await import('@atelier/workshop');
  const { createDecide } = await import('@atelier/kernel/usecases');
  const { createKeptBenches } = await import('@atelier/workshop');
  const benches = createKeptBenches(kit.log);
  const decide = createDecide({ log: kit.log, states: benches });
  await recordOn({ decide })(id as never, { kind: 'user', name: 'local' }, (state) => {
    const stamp = { published: state.published as never, context: null, draft: null };
    return {
      ok: true,
      value: events.flatMap((nth) => {
        const messageId = kit.newId('msg') as never;
        const placed = {
          kind: 'message.placed',
          messageId,
          parentId: parentId as never,
          role: 'user',
          runId: null,
          stamp,
        } as const;
        parentId = messageId;
        return [{ kind: 'message.user', data: { messageId, text: `message ${nth}` } } as const, placed];
      }),
    };
  });
  const view = await bench.view(id);
  expect([view.items.length, view.earlier]).toEqual([200, 102]);
  expect(view.items[0]).toMatchObject({ text: 'message 100' });
  const oldest = view.items[0]?.id ?? '';
  const before = await done(client.WorkshopHistory({ workbenchId: id, before: oldest }));
  expect([before.items.length, before.earlier]).toEqual([102, 0]);
  expect(before.items[0]).toMatchObject({ id: first.question });
  const found = await done(client.WorkbenchSearch({ workbenchId: id, query: 'NEEDLE' }));
  expect(found).toMatchObject({
    total: 2,
    matches: [
      { messageId: first.answer, position: 1 },
      { messageId: first.question, position: 0, role: 'user' },
    ],
  });
  const [, match] = found.matches;
  expect(match?.snippet.slice(match.start, match.end)).toBe('needle');
  const upTo = await done(client.WorkshopHistory({ workbenchId: id, upTo: first.answer, limit: 1 }));
  expect(upTo).toMatchObject({ items: [{ id: first.answer }], earlier: 1 });

  const text = async (format: 'md' | 'json' | 'jsonl') => (await bench.fetch(transcriptPath(id, format))).text();
  expect(JSON.parse(await text('json'))).toMatchObject({ name: 'Long', messages: { length: 302 } });
  expect((await text('jsonl')).trim().split('\n')).toHaveLength(302);
  expect(await text('md')).toContain('the very first needle');
  const zip = Buffer.from(await (await bench.fetch(workbenchZipPath(id))).arrayBuffer());
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
  expect(zip.includes('a.csv')).toBe(true);
});

test('a clone has its own files and conversation; what is done to one is not seen in the other', async () => {
  const { client, bench, say } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n' }, 'Mine');
  await done(
    client.ContextEdit({ workbenchId: id, category: 'situation', files: [{ path: 'context.md', text: 'Now.' }] }),
  );
  await say(id, 'hello');
  const clone = async (mode: 'clone_all' | 'clone_files_only') =>
    (await done(client.WorkbenchClone({ workbenchId: id, mode }))).workbenchId;
  const all = await clone('clone_all');
  const copied = await bench.view(all);
  expect(copied.items).toMatchObject([
    { kind: 'user', text: 'hello' },
    { kind: 'assistant', text: 'Re: hello', state: 'done' },
  ]);
  expect(copied).toMatchObject({ name: 'Mine', contextItems: ['situation'], state: 'idle', run: null });
  await say(all, 'change it', { 'a.csv': 'y\n' });
  expect((await bench.bytes(id, 'a.csv')).toString()).toBe('x\n');
  expect((await bench.bytes(all, 'a.csv')).toString()).toBe('y\n');
  expect(await bench.view(await clone('clone_files_only'))).toMatchObject({ items: [], contextItems: [] });
  expect(await codeOf(client.WorkbenchClone({ workbenchId: all, mode: 'clone_all' }))).toBe('DRAFT_EXISTS');
});

test('[WS-65] a smaller model makes the bar fuller at once, and nothing is refused for it', async () => {
  const { client, bench } = await startBenchServer();
  const models = await done(client.ModelsGet({}));
  const bySize = models.view.models.toSorted((a, b) => a.contextTokens - b.contextTokens);
  const [small, large] = [bySize.find(({ contextTokens }) => contextTokens <= 200_000), bySize.at(-1)];
  if (!small || !large || large.contextTokens < 900_000) throw new Error('the bundled models have other sizes');
  const text = `${'word '.repeat(15_000)}\n`;
  const id = await bench.create(
    Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`f${at}.txt`, `${at} ${text}`])),
  );
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: large.modelId }));
  expect((await bench.view(id)).clutter).toMatchObject({ level: 'light', modelId: large.modelId });
  await done(client.WorkshopSwitchModel({ workbenchId: id, modelId: small.modelId }));
  const { clutter } = await done(client.WorkbenchClutter({ workbenchId: id }));
  expect(clutter).toMatchObject({ level: 'heavy', modelId: small.modelId });
  expect(await bench.add(id, { 'more.txt': text })).toMatchObject({ ok: true });
});

test('the room of a Workbench counts what is published, and each content that is kept once', async () => {
  const { client, bench } = await startBenchServer();
  const id = await bench.create({ 'a.txt': '12345', 'b.txt': '12345', 'c.txt': '123' });
  expect(await done(client.WorkbenchRoom({ workbenchId: id }))).toEqual({ published: 8, kept: 8 });
  await done(client.WorkbenchFilesRemove({ workbenchId: id, paths: ['c.txt'] }));
  expect(await done(client.WorkbenchRoom({ workbenchId: id }))).toEqual({ published: 5, kept: 8 });
  await done(client.WorkbenchDelete({ workbenchId: id }));
  expect(await client.WorkbenchRoom({ workbenchId: id })).toMatchObject({ error: { code: 'WORKBENCH_NOT_FOUND' } });
});

test('context is written, looked at and deleted; a file that makes none is refused with the reason', async () => {
  const { client, bench } = await startBenchServer();
  const id = await bench.create({ 'a.csv': 'x\n' });
  const skill = '---\nname: document-style\ndescription: How we write\n---\n\nShort sentences.\n';
  const edit = (text: string) =>
    client.ContextEdit({ workbenchId: id, category: 'document-style', files: [{ path: 'SKILL.md', text }] });
  expect(await edit('no front matter')).toMatchObject({
    error: { code: 'CONTEXT_INVALID', details: { reason: 'name_differs' } },
  });
  await done(edit(skill));
  expect(await done(client.ContextList({ workbenchId: id }))).toMatchObject({
    items: [{ category: 'document-style', files: [{ path: 'SKILL.md', text: skill }], hasDirectEdits: true }],
  });
  expect((await bench.view(id)).contextItems).toEqual(['document-style']);
  const input = { mode: 'text', text: 'We write short sentences.' } as const;
  const process = { workbenchId: id, category: 'document-style', input } as const;
  expect(await codeOf(client.ContextProcess(process))).toBe('CONTEXT_HAS_EDITS');
  // The built-in model writes no prose: it says so, and nothing is saved.
  expect(await codeOf(client.ContextProcess({ ...process, overwrite: true }))).toBe('CONTEXT_PROCESS_FAILED');
  expect((await done(client.ContextList({ workbenchId: id }))).items[0]?.files[0]?.text).toBe(skill);
  await done(client.ContextDelete({ workbenchId: id, category: 'document-style' }));
  expect((await bench.view(id)).contextItems).toEqual([]);
  expect(await codeOf(client.ContextDelete({ workbenchId: id, category: 'document-style' }))).toBe('CONTEXT_NOT_FOUND');
});
