import { describe, expect, test } from 'vitest';
import { bpsOfText, minorOfText, textOfBps, textOfMinor } from './money-text.ts';

describe('amounts as people type them', () => {
  test.each([
    ['1,240.50', 124_050],
    ['₪ 12', 1_200],
    ['0', 0],
    ['1.005', 101],
  ])('%s is %i agorot', (text, minor) => expect(minorOfText(text)).toBe(minor));
  test.each(['', 'twelve', '-5'])('%j is no amount', (text) => expect(minorOfText(text)).toBeUndefined());
  test('a field shows what was typed', () => {
    expect(textOfMinor(124_050)).toBe('1,240.50');
    expect(textOfMinor(1_234_567_00)).toBe('1,234,567');
    expect(minorOfText(textOfMinor(99))).toBe(99);
  });
  test('percent is kept in basis points', () => {
    expect(bpsOfText('17.5%')).toBe(1750);
    expect(textOfBps(1750)).toBe('17.5');
    expect(bpsOfText('140')).toBeUndefined();
  });
});
