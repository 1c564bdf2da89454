import { expect, test } from 'vitest';
import { swapWords } from './swap-words.ts';

test('whole words are swapped, and what is there already stays', () => {
  expect(swapWords('Ann, Annual, Hannah and Ann', 'Ann', 'Anna')).toEqual({
    text: 'Anna, Annual, Hannah and Anna',
    count: 2,
    inside: ['Annual'],
  });
  expect(swapWords('Hughes / Dr Hughes', 'Hughes', 'Dr Hughes').text).toBe('Dr Hughes / Dr Hughes');
  expect(swapWords('Dalia Cohen', 'Dalia', 'Dalia Cohen').count).toBe(0);
  expect(swapWords('in 2025, 12025 and 2025-26', '2025', '2026').text).toBe('in 2026, 12025 and 2026-26');
});

test('the small letters of Hebrew before a word belong to the sentence', () => {
  expect(swapWords('לרינה במזכירות, מזכירות המרכז', 'מזכירות', 'משרד').text).toBe('לרינה במשרד, משרד המרכז');
  expect(swapWords('מזכירותו', 'מזכירות', 'משרד')).toMatchObject({ count: 0, inside: ['מזכירותו'] });
});
