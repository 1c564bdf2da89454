import { expect, test } from 'vitest';
import { unreadOf } from '../core/fold/unread.ts';
import { entityHash } from '../core/patch/hash.ts';
import { local, studioWorld } from '../testing/studio-world.ts';
import { createHistory } from './history.ts';
import { createMembers } from './members.ts';
import { projectView } from './project-view.ts';
import type { StudioCaller } from './turn-caller.ts';
import { workspaceNow } from './workspace-now.ts';

const dana: StudioCaller = { userId: 'dana', isAdmin: false };
const join = async (
  { ports, commit }: ReturnType<typeof studioWorld>,
  projectId: string,
  role: 'viewer' | 'editor',
) => {
  const set = await createMembers(ports, commit).set(projectId, { userId: 'dana', role }, local);
  if (!set.ok) throw new Error(set.error.code);
};

test('a shared draft is read by others who may see costs, at its newest revision, and by nobody once it is private again', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const seenBy = async (userId: string, canSeeCosts = true) =>
    projectView(await world.state(projectId), await workspaceNow(world.ports), {
      userId,
      role: 'editor',
      canSeeCosts,
      sha256: world.ports.sha256,
    }).sharedDrafts;
  await world.say(projectId, 'paint the main stage red');
  expect(await seenBy('dana')).toEqual([]);
  await world.done(projectId, { type: 'shareDraft', shared: true });
  expect(await seenBy('dana')).toMatchObject([{ by: 'local', revision: 1, diff: [{ ops: [{ op: 'set' }] }] }]);
  expect(await seenBy('dana', false)).toEqual([]);
  expect(await seenBy('local')).toEqual([]);
  await world.say(projectId, 'make it blue');
  expect(await seenBy('dana')).toMatchObject([{ by: 'local', revision: 2 }]);
  await world.done(projectId, { type: 'shareDraft', shared: false });
  expect(await seenBy('dana')).toEqual([]);
});

test('others comment on a shared draft at the revision they saw; a private one cannot be commented on', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  const seen = async (userId: string) =>
    projectView(await world.state(projectId), await workspaceNow(world.ports), {
      userId,
      role: 'editor',
      canSeeCosts: true,
      sha256: world.ports.sha256,
    });
  await join(world, projectId, 'viewer');
  await world.done(projectId, { type: 'setProjectSettings', costVisibility: 'all' });
  await world.say(projectId, 'paint the main stage red');
  const draftId = (await seen('local')).session.draft?.draftId ?? '';
  const comment = (text: string, by?: StudioCaller) =>
    world.done(projectId, { type: 'commentDraft', draftId, text }, by);
  expect((await comment('Too early?', dana)).outcome).toBe('rejected');
  await world.done(projectId, { type: 'shareDraft', shared: true });
  await comment('The client said blue', dana);
  await world.say(projectId, 'make it blue');
  await comment('Blue it is');
  const said = [
    { by: 'dana', revision: 1, text: 'The client said blue' },
    { by: 'local', revision: 2, text: 'Blue it is' },
  ];
  expect((await seen('local')).session.comments).toMatchObject(said);
  expect((await seen('dana')).sharedDrafts).toMatchObject([{ comments: said }]);
  // What a viewer may not see of costs, a draft is full of.
  await world.done(projectId, { type: 'setProjectSettings', costVisibility: 'editors' });
  expect((await comment('And now?', dana)).outcome).toBe('rejected');
});

test('what others did since a person looked is unread; their own deeds are not, nor is anything on a first visit', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  await join(world, projectId, 'editor');
  const unread = async (userId: string, canSeeCosts = true) =>
    unreadOf(await world.state(projectId), { userId, canSeeCosts });
  const edit = async (by: StudioCaller) => {
    const state = await world.state(projectId);
    const [element] = state.records.element.values();
    if (!element) throw new Error('no element');
    const hash = entityHash(world.ports.sha256, 'element', element);
    const ops = [
      { op: 'set', opId: 'x', entity: 'element', id: element.id, changes: { qty: element.qty + 1 } },
    ] as const;
    await world.done(projectId, { type: 'manualEdit', ops: [...ops], ifMatch: { [element.id]: hash } }, by);
  };
  await edit(local);
  expect([await unread('local'), await unread('nobody')]).toMatchObject([undefined, { isFirstVisit: true }]);
  expect(await unread('dana')).toMatchObject({ isFirstVisit: true, changes: 1 });
  await world.done(projectId, { type: 'markSeen', seq: (await world.state(projectId)).seq }, dana);
  expect(await unread('dana')).toBeUndefined();
  await edit(local);
  await world.say(projectId, 'paint the main stage red');
  expect(await unread('dana')).toMatchObject({ isFirstVisit: false, changes: 1, messages: 1, by: ['local'] });
  expect(await unread('dana', false)).toMatchObject({ changes: 1, messages: 0 });
  // Looking again at less takes nothing back, and whoever acts has looked.
  await world.done(projectId, { type: 'markSeen', seq: 1 }, dana);
  expect(await unread('dana')).toMatchObject({ changes: 1 });
  await edit(dana);
  expect(await unread('dana')).toBeUndefined();
  expect(await unread('local')).toMatchObject({ changes: 1, by: ['dana'] });
});

test('whoever may not see costs reads what they said themselves, and of a change of costs only that there was one', async () => {
  const world = studioWorld();
  const { projectId } = await world.demo();
  await join(world, projectId, 'editor');
  const title = 'Own words';
  await world.done(projectId, { type: 'chatMessage', text: title }, dana);
  await world.say(projectId, 'תעדכן את המחיר של הדיקט ל-731.20');
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V10', 'V13'] });
  await world.say(projectId, 'paint the logo wall red');
  await world.done(projectId, { type: 'applyDraft', expectedDraftRevision: 1 });
  const history = createHistory(world.ports);
  const read = async () => {
    const thread = await history.thread(projectId, { before: 1_000_000, limit: 100 }, dana);
    const told = await history.entries(projectId, { limit: 100 }, dana);
    const then = await history.asOf(projectId, 1_000_000, dana);
    if (!thread.ok || !told.ok || !then.ok) throw new Error('not read');
    const changes = told.value.entries.filter(({ kind }) => kind === 'changeset.applied').slice(0, 2);
    return { said: [then.value.messages, thread.value.messages], changes };
  };
  const before = await read();
  expect(before.said.map((messages) => messages.length > 4)).toEqual([true, true]);
  expect(before.changes.map(({ message }) => message)).toEqual([
    'paint the logo wall red',
    'תעדכן את המחיר של הדיקט ל-731.20',
  ]);
  await join(world, projectId, 'viewer');
  await world.done(projectId, { type: 'setProjectSettings', costVisibility: 'editors' });
  const { said, changes } = await read();
  expect(said.map((messages) => messages.map(({ text }) => text))).toEqual([[title], [title]]);
  expect(changes.map((entry) => [entry.message, entry.title === null])).toEqual([
    [null, false],
    [null, true],
  ]);
  expect(JSON.stringify([said, changes])).not.toContain('731');
});
