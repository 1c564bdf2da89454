import { expect, test } from 'vitest';
import { withRowTables } from './row-tables.ts';

test('rows under the names of their columns become a table, numbers at the end side', () => {
  const text = '2 of 6 rows in sales.csv: Region | Amount\n\n- South | 1260\n- North | 840\n\nAsk for more.';
  expect(withRowTables(text)).toBe(
    [
      '2 of 6 rows in sales.csv:',
      '',
      '| Region | Amount |',
      '| --- | ---: |',
      '| South | 1260 |',
      '| North | 840 |',
      '',
      '',
      'Ask for more.',
    ].join('\n'),
  );
});

test('the names may have a line of their own', () => {
  expect(withRowTables('2 rows:\nCity | Sum\n- Haifa | 3\n- Jaffa | 4')).toBe(
    '2 rows:\n\n| City | Sum |\n| --- | ---: |\n| Haifa | 3 |\n| Jaffa | 4 |\n',
  );
});

test('what is no such list stays as it is: no names, other counts, a table already, half a list', () => {
  for (const text of [
    '- a | b\n- c | d',
    'Rows: A | B\n- one | two | three',
    'Rows: A | B',
    '| A | B |\n|---|---|\n| 1 | 2 |',
    'Choose: yes or no\n- a\n- b',
  ])
    expect(withRowTables(text)).toBe(text);
  expect(withRowTables('Rows: A | B\n- 1 | 2\n- odd')).toContain('| 1 | 2 |\n\n- odd');
});
