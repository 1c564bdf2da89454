import { expect, test } from 'vitest';
import type { ValidationRule } from '../compiled.ts';
import { judgeNotes } from './criteria.ts';

const judged = (schema: object, notes: unknown) =>
  judgeNotes({ kind: 'schema', schema, message: 'no' } as ValidationRule, JSON.stringify(notes), {}, () => 'no_match');

test('a schema whose pattern may never end is a broken rule, wherever it hides; others judge the notes', () => {
  const endless = { type: 'string', pattern: '^(a+)+$' };
  const text = `${'a'.repeat(40)}!`;
  for (const schema of [
    endless,
    { type: 'object', properties: { a: { anyOf: [{ type: 'number' }, endless] } } },
    { type: 'object', patternProperties: { '^(a+)+$': { type: 'string' } } },
  ])
    expect(judged(schema, schema === endless ? text : { a: text })).toEqual({
      kind: 'broken',
      detail: 'the schema cannot be used: "^(a+)+$" may never end',
    });
  const plain = { type: 'object', properties: { pattern: { type: 'string', pattern: '^v\\d+$' } } };
  expect(judged(plain, { pattern: 'v1' })).toEqual({ kind: 'judged', issues: [] });
  expect(judged(plain, { pattern: 'x' })).toEqual({ kind: 'judged', issues: ['no'] });
});
