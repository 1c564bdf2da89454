import { jsonLanguage } from '@codemirror/lang-json';
import { expect, test } from 'vitest';
import { pathAt, rangeOfPointer } from './pointer.ts';

const document = '{"id": "a.b", "steps": [{"id": "one"}, {"id": "two", "a/b": true}]}';
const tree = jsonLanguage.parser.parse(document);
const text = (from: number, to: number) => document.slice(from, to);
const at = (pointer: string) => {
  const { from, to } = rangeOfPointer(tree, text, pointer);
  return document.slice(from, to);
};

test('a pointer finds its value, through lists and escaped names', () => {
  expect(at('/id')).toBe('"a.b"');
  expect(at('/steps/1/id')).toBe('"two"');
  expect(at('/steps/1/a~1b')).toBe('true');
});

test('a pointer to what is missing finds the part that is there', () => {
  expect(at('/steps/0/title')).toBe('{"id": "one"}');
  expect(at('')).toBe(document);
});

test('of something that goes over several lines the first is shown', () => {
  const lines = JSON.stringify({ steps: [{ id: 'one' }] }, null, 2);
  const { from, to } = rangeOfPointer(jsonLanguage.parser.parse(lines), (a, b) => lines.slice(a, b), '/steps');
  expect(lines.slice(from, to)).toBe('[');
});

test('a place knows the names above it', () => {
  expect(pathAt(tree, text, document.indexOf('"two"') + 2)).toEqual(['steps', 'id']);
});

test('a text that is no JSON is marked where it goes wrong', () => {
  const broken = '{\n  "id": "a",\n  "steps": [\n    "promt": "x"\n  ]\n}';
  const { from } = rangeOfPointer(jsonLanguage.parser.parse(broken), (a, b) => broken.slice(a, b), '');
  expect(broken.slice(0, from).split('\n')).toHaveLength(4);
  const open = '{"id": "a"';
  const at = rangeOfPointer(jsonLanguage.parser.parse(open), (a, b) => open.slice(a, b), '');
  expect(at.to).toBe(open.length);
});
