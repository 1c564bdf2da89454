import { expect, test } from 'vitest';
import { fillPlaceholders } from './fill.ts';

test('names, lengths and sums are filled in, and nothing is left raw', () => {
  const scope = { items: ['a', 'b'], itemIndex: 0, who: 'you', nested: { list: [1, 2, 3] } };
  expect(fillPlaceholders('{{ itemIndex + 1 }} of {{items.length}} for {{who}}', scope)).toBe('1 of 2 for you');
  expect(fillPlaceholders('{{nested.list.length}} {{itemIndex - 1}}', scope)).toBe('3 -1');
  expect(fillPlaceholders('{{missing}} {{a ? b : c}} {{}} {{missing + 1}}', scope)).toBe(
    '[unset: missing is not in the context] [unset: a ? b : c is not a name, a length or a sum] [unset:  is not a name, a length or a sum] [unset: missing + 1 is not in the context]',
  );
});
