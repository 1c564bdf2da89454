import { expect, test } from 'vitest';
import { conditionHolds } from './evaluate-condition.ts';
import { patternReach } from './pattern-reach.ts';

const holds = (pattern: string, text: string): boolean =>
  conditionHolds({ op: 'matches', path: 'v', value: pattern }, () => text);

test.each([
  ...['^(a+)+$', '^(a*)*$', '^(a|a)*$', '^(a|aa)+$', '^((a+)+)+$', '^(a|a|a|a)*$', '^(a?){30,}$', '(a+){10}b'],
  ...[
    '^a*a*a*a*a*b',
    '^.*.*.*.*=$',
    'a+a+a+a+a+a+a+a+$!',
    '^(a+|b+)*c',
    '^(([a-z])+.)+[A-Z]$',
    '(.*)*\\1x',
    '^(\\w+\\s?)*$',
  ],
])('%s comes to an end on any text', (pattern) => {
  for (const text of ['a'.repeat(5_000), `${'a'.repeat(5_000)}!`, `${'a '.repeat(2_500)}!`])
    expect(typeof holds(pattern, text)).toBe('boolean');
});

test.each([
  ['^feature/', 4_096],
  ['^(feat|fix): .+$', 4_096],
  ['^\\d{4}-\\d{2}-\\d{2}$', 4_096],
  ['[(+*]{3}a+', 4_096],
  ['^\\w+\\.\\w+$', 800],
])('%s sees %i characters, as much as anybody matches', (pattern, reach) => {
  expect(patternReach(pattern)).toBe(reach);
});

test('patterns say of short texts what they say everywhere', () => {
  for (const [pattern, text] of [
    ['^(\\w+\\.)+\\w+$', 'api.example.org'],
    ['^(a+)+$', 'aaaa'],
    ['^(feat|fix|docs)+$', 'featfix'],
  ] as const) {
    expect(holds(pattern, text)).toBe(true);
    expect(holds(pattern, `${text} `)).toBe(false);
  }
});
