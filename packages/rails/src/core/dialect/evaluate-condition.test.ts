import { describe, expect, test } from 'vitest';
import type { DataCondition } from '../compiled-conditions.ts';
import { conditionHolds, lookupIn } from './evaluate-condition.ts';

const context = {
  size: '12',
  ready: 'TRUE',
  off: 'false',
  zero: '0',
  name: '  Small ',
  tags: ['Auth', 'api'],
  deep: { list: [{ id: 7 }] },
};
const holds = (condition: DataCondition) => conditionHolds(condition, lookupIn(context));

describe('a data condition', () => {
  test.each<[string, DataCondition, boolean]>([
    ['a bare variable is truthy', { op: 'truthy', path: 'name' }, true],
    ['the text "false" is not truthy', { op: 'truthy', path: 'off' }, false],
    ['the text "0" is not truthy', { op: 'truthy', path: 'zero' }, false],
    ['an absent variable is not truthy', { op: 'truthy', path: 'nothing' }, false],
    ['equality trims and ignores case', { op: 'equals', path: 'name', value: 'small' }, true],
    ['boolean text equals a boolean', { op: 'equals', path: 'ready', value: true }, true],
    ['numeric text equals a number', { op: 'equals', path: 'size', value: 12 }, true],
    ['an absent variable differs', { op: 'not_equals', path: 'nothing', value: 'x' }, true],
    ['numeric text compares', { op: 'gte', path: 'size', value: 12 }, true],
    ['text never compares as a number', { op: 'gt', path: 'name', value: 1 }, false],
    ['in takes any equal option', { op: 'in', path: 'name', value: ['large', 'SMALL'] }, true],
    ['contains looks into arrays', { op: 'contains', path: 'tags', value: 'auth' }, true],
    ['contains looks into text', { op: 'contains', path: 'name', value: 'mal' }, true],
    ['startsWith', { op: 'startsWith', path: 'ready', value: 'tr' }, true],
    ['endsWith', { op: 'endsWith', path: 'ready', value: 'x' }, false],
    ['matches', { op: 'matches', path: 'size', value: '^\\d+$' }, true],
    ['a path goes through arrays', { op: 'equals', path: 'deep.list.0.id', value: '7' }, true],
    ['an array has elements only', { op: 'truthy', path: 'tags.length' }, false],
    ['not', { op: 'not', of: { op: 'truthy', path: 'ready' } }, false],
    [
      'and, or',
      {
        op: 'and',
        of: [
          { op: 'truthy', path: 'ready' },
          { op: 'or', of: [{ op: 'truthy', path: 'x' }] },
        ],
      },
      false,
    ],
  ])('%s', (_, condition, expected) => expect(holds(condition)).toBe(expected));

  test('prototype names are never found', () => {
    expect(holds({ op: 'truthy', path: 'constructor' })).toBe(false);
    expect(holds({ op: 'truthy', path: 'deep.__proto__' })).toBe(false);
  });
});
