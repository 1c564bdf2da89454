import { expect, test } from 'vitest';
import { copyRecords } from '../fold/records.ts';
import { create, set, tombstone } from '../testing/ops.ts';
import { sha256 } from '../testing/records.ts';
import { demoStudio, idOfName } from '../testing/studio.ts';
import { changeSetDiff, compareRecords } from './compare.ts';

const changed = () => {
  const studio = demoStudio();
  const before = copyRecords(studio.state.records);
  studio.propose([
    create('el', 'element', { 'name.en': 'Table', 'name.he': 'שולחן' }),
    set('q', 'element', idOfName(studio, 'Photo corner'), { qty: 2 }),
    tombstone('gone', 'risk', idOfName(studio, 'Rain at loading')),
  ]);
  studio.run({ type: 'applyDraft', expectedDraftRevision: 1, acknowledge: ['V13'] });
  return { studio, before };
};

const told = (groups: ReturnType<typeof compareRecords>) =>
  groups.flatMap(({ ops }) =>
    ops.map(({ op, entity, label, fields }) => [
      op,
      entity,
      label.en,
      fields.map(({ path, from, to }) => [path, from, to]),
    ]),
  );

test('the project then and now: what is new, what changed, what is gone', () => {
  const { studio, before } = changed();
  const found = told(compareRecords(before, studio.state.records, sha256));
  expect(found).toContainEqual(['set', 'element', 'Photo corner', [['qty', 1, 2]]]);
  expect(found).toContainEqual(['tombstone', 'risk', 'Rain at loading', []]);
  expect(found.filter(([op]) => op === 'create').map(([, , label]) => label)).toEqual(['Table']);
  expect(compareRecords(before, before, sha256)).toEqual([]);
});

test('an applied change set tells what it did from what it wrote down', () => {
  const { studio } = changed();
  const event = studio.log.findLast(({ kind }) => kind === 'changeset.applied');
  if (event?.kind !== 'changeset.applied') throw new Error('nothing was applied');
  expect(told(changeSetDiff(studio.state.records, event.data))).toContainEqual([
    'set',
    'element',
    'Photo corner',
    [['qty', 1, 2]],
  ]);
});
