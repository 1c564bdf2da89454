import type { Element, ElementSnapshot } from '@atelier/contracts/studio';
import { expect, test } from 'vitest';
import { approvalOf } from './approval.ts';
import { afterSave, changedFields, changesBackTo, formOf, sizeText } from './element-form.ts';

const wall = {
  id: 'el_wall',
  name: { he: 'קיר לוגו', en: 'Logo wall' },
  kind: 'wall',
  qty: 1,
  dims: { widthMm: 4800, heightMm: 2400, depthMm: 90 },
  colors: [{ name: { en: 'white' }, hex: '#ffffff' }],
  materials: ['plywood'],
  clientVisible: true,
  costHandledElsewhere: false,
  quoteRole: 'included',
  build: {},
} as unknown as Element;
const version = (nth: number, specHash: string) =>
  ({ elementId: 'el_wall', version: nth, specHash }) as unknown as ElementSnapshot;

test('an element is approved while it is as its latest version, and changed since otherwise', () => {
  const snapshots = [version(2, 'two'), version(1, 'one')];
  expect(approvalOf({ snapshots: [], specHashes: {} }, wall).state).toBe('none');
  expect(approvalOf({ snapshots, specHashes: { el_wall: 'two' } }, wall)).toMatchObject({ state: 'approved' });
  expect(approvalOf({ snapshots, specHashes: { el_wall: 'one' } }, wall)).toMatchObject({
    state: 'dirty',
    snapshot: { version: 2 },
  });
});

test('only fields that were changed are written; an emptied text is cleared', () => {
  const before = formOf(wall);
  const after = { ...before, 'name.en': '  ', qty: 2, 'finish.he': '' };
  expect(changedFields(before, after)).toEqual({ 'name.en': null, qty: 2 });
  expect(changedFields(before, before)).toEqual({});
});

test('what is typed while a save is on its way stays, and is held against what was saved', () => {
  const opened = { form: formOf(wall), hash: 'before' };
  const saved = { form: { ...formOf(wall), qty: 2 }, hash: 'after' };
  const sent = { typed: { qty: 2 }, opened };
  expect(afterSave(sent, { qty: 2 }, saved)).toEqual({ typed: {}, opened: saved });
  expect(afterSave(sent, { qty: 2, 'notes.en': 'Two lifts' }, saved)).toEqual({
    typed: { 'notes.en': 'Two lifts' },
    opened: saved,
  });
  expect(afterSave(sent, { qty: 3 }, saved)).toEqual({ typed: { qty: 3 }, opened: saved });
  // Somebody else wrote that field in between: the person did not see it, and is told when they save.
  const theirs = { form: { ...saved.form, 'notes.en': 'One lift' }, hash: 'theirs' };
  expect(afterSave(sent, { qty: 2, 'notes.en': 'Two lifts' }, theirs).opened).toBe(opened);
});

test('going back to a version sets what differs from it and clears what it did not have', () => {
  const changed = { ...wall, colors: [{ name: { en: 'blue' } }], finish: { he: 'מט' } } as unknown as Element;
  expect(changesBackTo(changed, wall)).toEqual({ colors: wall.colors, 'finish.he': null });
});

test('going back leaves notes alone, which no version holds, and brings back other names, tags and joints', () => {
  const { notes: _none, ...spec } = { ...wall, aliases: ['לוגו'], tags: ['a'], build: { joints: ['dowel'] } };
  const changed = { ...wall, aliases: [], tags: [], build: {}, notes: { he: 'לשאול את דני' } } as unknown as Element;
  expect(changesBackTo(changed, spec)).toEqual({ aliases: ['לוגו'], tags: ['a'], 'build.joints': ['dowel'] });
});

test('sizes are told in metres', () => {
  expect(sizeText(wall)).toBe('4.80 × 2.40 × 0.09');
  expect(sizeText({ kind: 'wall', dims: {} })).toBe('');
  // What people stand on is told as width, depth, height.
  expect(sizeText({ kind: 'stage', dims: { widthMm: 6_000, heightMm: 400, depthMm: 4_000 } })).toBe(
    '6.00 × 4.00 × 0.40',
  );
});
