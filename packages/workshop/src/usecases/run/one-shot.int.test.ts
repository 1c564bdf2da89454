import { createScriptedModel, scriptedEntry } from '@atelier/models/testing';
import { describe, expect, test } from 'vitest';
import { parseNotes } from '../../core/review-notes.ts';
import { openRunWorld, person } from '../../testing/run-world.ts';
import { sharedWorkers } from '../../testing/shared-workers.ts';

const patience = { timeout: 30_000 };
const workers = sharedWorkers();
const entry = { ...scriptedEntry, modelId: 'builtin:plain', tools: false };
const answering = async (...texts: readonly string[]) => {
  const model = createScriptedModel(
    texts.map((text) => ({ text })),
    entry,
  );
  const world = await openRunWorld({ workers: workers(), models: { 'builtin:plain': model } });
  const id = await world.create({ 'a.txt': 'one\n', 'b.xlsx': 'not really' }, 'builtin:plain');
  return { ...world, model, id };
};
const proposal = (path: string, content = 'two\n', warnings: readonly string[] = []) =>
  JSON.stringify({ no_changes: false, changes: [{ path, content, summary: 'Rewrote it.' }], warnings });

test('a model without tools proposes whole texts, which go into a Draft like any other change', patience, async () => {
  const world = await answering(proposal('a.txt', 'two\n', ['The first line is gone.']), 'a.txt says two now.');
  await world.turn(world.id, 'Make it two');
  expect(world.faults).toEqual([]);
  expect(await world.text(world.id, 'a.txt')).toBe('two\n');
  expect(world.model.requests.map(({ tools }) => tools)).toEqual([undefined, undefined]);
  expect(await world.answers(world.id)).toEqual([{ end: 'complete', text: 'a.txt says two now.' }]);
  expect(world.graph).toMatchObject({ advances: ['research', 'plan', 'item', 'summary'].map((step) => ({ step })) });
  // What the model says to look at stands with the file it concerns.
  const { draft, revisions } = await world.at(world.id);
  const review = draft && revisions.get(draft.revisionId)?.review;
  const notes = parseNotes(review ? await world.content.blobs.get(review) : undefined);
  expect(notes.files['a.txt']).toMatchObject({ warnings: ['The first line is gone.'] });
  expect(await world.actions.publish(world.id, { dropUnfinished: false, seen: {} }, person)).toMatchObject({
    ok: true,
  });
  await world.close();
});

test('what does not fit is sent back once with the reason', patience, async () => {
  const world = await answering(proposal('../x'), proposal('a.txt'), 'Done.');
  await world.turn(world.id, 'Make it two');
  expect(JSON.stringify(world.model.requests[1]?.messages)).toContain('plain file name without folders');
  expect(await world.text(world.id, 'a.txt')).toBe('two\n');
  await world.close();
});

describe('[WS-81] a proposal that is invalid twice changes nothing and says what to do instead', () => {
  test.each([
    ['a path that climbs', proposal('../x')],
    ['a file that is no text', proposal('b.xlsx')],
    ['a delete', JSON.stringify({ no_changes: false, changes: [{ path: 'a.txt', delete: true }], warnings: [] })],
    ['prose', 'I would change the first line.'],
  ])('%s', patience, async (_name, bad) => {
    const world = await answering(bad, bad);
    const before = (await world.at(world.id)).published;
    await world.turn(world.id, 'Make it two');
    const bench = await world.at(world.id);
    expect([bench.published, bench.draft, bench.run?.state]).toEqual([before, null, 'completed']);
    expect(world.model.requests).toHaveLength(2);
    const cards = (await world.events(world.id)).flatMap(({ kind, data }) =>
      kind === 'message.card' ? [(data.body as { event: string }).event] : [],
    );
    expect(cards).toEqual(['proposal_failed']);
    expect(await world.answers(world.id)).toMatchObject([
      { end: 'complete', text: expect.stringMatching(/Nothing was changed[\s\S]*Choose a model that can call tools/) },
    ]);
    await world.close();
  });
});
