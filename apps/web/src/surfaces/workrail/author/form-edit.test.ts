import { expect, test } from 'vitest';
import { fromLines, partsOf, toLines, withoutStep, withStep, withStepMoved, withValue } from './form-edit.ts';

const file = {
  id: 'user.tea',
  name: 'Tea',
  x_own: { kept: [1, 2] },
  steps: [
    { id: 'boil', title: 'Boil', prompt: 'Boil it.' },
    { type: 'loop', id: 'cups', body: [{ id: 'step_1', title: 'Pour', prompt: 'Pour.' }] },
  ],
};
const text = JSON.stringify(file);
const ids = (json: string, list: 'steps' | 'body') => {
  const steps = partsOf(json)?.steps as { id: string; body?: { id: string }[] }[];
  return (list === 'steps' ? steps : (steps[1]?.body ?? [])).map(({ id }) => id);
};

test('one value changes, or is removed; everything else stays, in its order', () => {
  const renamed = withValue(text, ['steps', 1, 'body', 0, 'title'], 'Pour slowly');
  const [boil, loop] = file.steps;
  const body = [{ id: 'step_1', title: 'Pour slowly', prompt: 'Pour.' }];
  expect(JSON.parse(renamed)).toEqual({ ...file, steps: [boil, { ...loop, body }] });
  expect(Object.keys(JSON.parse(renamed))).toEqual(Object.keys(file));
  expect(withValue(renamed, ['steps', 1, 'body', 0, 'title'], 'Pour')).toBe(`${JSON.stringify(file, null, 2)}\n`);
  expect(JSON.parse(withValue(text, ['x_own'], undefined))).not.toHaveProperty('x_own');
  expect(JSON.parse(withValue(text, ['steps', 0, 'output', 'notesRequired'], true)).steps[0].output).toEqual({
    notesRequired: true,
  });
});

test('a new step gets an id of its own; steps move and go', () => {
  expect(ids(withStep(text, ['steps'], 1, 'New step'), 'steps')).toEqual(['boil', 'step_2', 'cups']);
  expect(ids(withStep(text, ['steps', 1, 'body'], 1, 'New step'), 'body')).toEqual(['step_1', 'step_2']);
  expect(ids(withStepMoved(text, ['steps'], 1, 0), 'steps')).toEqual(['cups', 'boil']);
  expect(ids(withStepMoved(text, ['steps'], 0, 1), 'steps')).toEqual(['cups', 'boil']);
  expect(ids(withoutStep(text, ['steps'], 0), 'steps')).toEqual(['cups']);
});

test('a text that is no JSON object is left alone', () => {
  for (const broken of ['{"id": ', '[]', '']) {
    expect(partsOf(broken)).toBeUndefined();
    expect(withValue(broken, ['name'], 'x')).toBe(broken);
  }
});

test('lines of a box are a list', () => {
  expect(fromLines('one\n\n two ')).toEqual(['one', ' two ']);
  expect(fromLines('\n')).toBeUndefined();
  expect(toLines(['one', 'two'])).toBe('one\ntwo');
  expect(toLines(undefined)).toBe('');
});
